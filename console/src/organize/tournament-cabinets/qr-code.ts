// A QR code of one size (ISO/IEC 18004, version 5, level L, mask 0): addresses fit in it.
const size = 37
const dataWords = 108
const checkWords = 26
/** Level L with mask 0, with its check bits. */
const format = 0b111_0111_1100_0100
const alignment = 30

/** Rows from the top, true is dark; null: the text is too long for it. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = [...new TextEncoder().encode(text)]
  // Four bits say that bytes follow, eight how many; four end them.
  if (bytes.length > dataWords - 2) return null
  const data = wordsOf(bytes)
  const grid = patterns()
  place(grid, [...data, ...checkOf(data)])
  return grid.map((row) => row.map((dark) => dark === true))
}

type Grid = (boolean | undefined)[][]

function wordsOf(bytes: number[]): number[] {
  const nibbles = [4, ...[bytes.length, ...bytes].flatMap((byte) => [byte >> 4, byte & 15]), 0]
  const words = Array.from({ length: nibbles.length / 2 }, (_, i) => {
    return (nibbles[2 * i]! << 4) | nibbles[2 * i + 1]!
  })
  const pad = Array.from({ length: dataWords - words.length }, (_, i) => (i % 2 === 0 ? 236 : 17))
  return [...words, ...pad]
}

/** Reed-Solomon: what is left of the data divided by the generator. */
function checkOf(data: number[]): number[] {
  let generator = [1]
  for (let i = 0, root = 1; i < checkWords; i++, root = times(root, 2)) {
    const shifted = [...generator, 0]
    generator = shifted.map((word, at) => word ^ times(generator[at - 1] ?? 0, root))
  }
  let rest = Array<number>(checkWords).fill(0)
  for (const word of data) {
    const factor = word ^ rest[0]!
    rest = [...rest.slice(1), 0].map((old, at) => old ^ times(generator[at + 1]!, factor))
  }
  return rest
}

/** In the field of 256 elements by x⁸ + x⁴ + x³ + x² + 1. */
function times(a: number, b: number): number {
  let product = 0
  for (let i = 7; i >= 0; i--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    product ^= ((b >> i) & 1) * a
  }
  return product
}

/** All that is not data; what is left undefined takes the data. */
function patterns(): Grid {
  const grid: Grid = Array.from({ length: size }, () => Array<undefined>(size).fill(undefined))
  const set = (x: number, y: number, dark: boolean) => {
    if (x >= 0 && y >= 0 && x < size && y < size) grid[y]![x] = dark
  }
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0)
    set(i, 6, i % 2 === 0)
  }
  const rings = (x: number, y: number, radius: number, isDark: (ring: number) => boolean) => {
    for (let dy = -radius; dy <= radius; dy++) {
      for (let dx = -radius; dx <= radius; dx++) {
        set(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))))
      }
    }
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    rings(x, y, 4, (ring) => ring !== 2 && ring !== 4)
  }
  rings(alignment, alignment, 2, (ring) => ring !== 1)
  for (let i = 0; i < 15; i++) {
    const dark = ((format >> i) & 1) === 1
    if (i < 8) set(8, i < 6 ? i : i + 1, dark)
    else set(i === 8 ? 7 : 14 - i, 8, dark)
    if (i < 8) set(size - 1 - i, 8, dark)
    else set(8, size - 15 + i, dark)
  }
  set(8, size - 8, true)
  return grid
}

/** In pairs of columns from the right, up and down in turn; every second module is inverted. */
function place(grid: Grid, words: number[]): void {
  let bit = 0
  let isUp = false
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    isUp = !isUp
    for (let step = 0; step < size; step++) {
      const y = isUp ? size - 1 - step : step
      for (const x of [right, right - 1]) {
        if (grid[y]![x] !== undefined) continue
        const dark = (((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1
        grid[y]![x] = dark !== ((x + y) % 2 === 0)
        bit++
      }
    }
  }
}
