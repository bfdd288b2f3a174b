import { encode } from 'uqr'

/** Width of the empty margin that cameras need. */
const quietModules = 4

/** The SVG path of the dark modules of a QR code, on a square with the given side. */
export function qrPath(text: string): { side: number; dark: string } {
  const { data, size } = encode(text, { ecc: 'M', border: quietModules })
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  )
  return { side: size, dark: dark.join('') }
}
