import { expect, test } from 'vitest'
import { qrPath } from './qr-path.ts'

/** Each row as a number to base 36, made once by another program (level M, mask 2). */
const printed = `8tk77j 4ihy69 6haue5 6gxjdp 6hbbdp 4jdyrl 8tz2pr 123uo 6l8rjw 15qkmp 12ojts 65pupm
  45crv0 64ef3l 7b50ks 1a5t82 2l2nws 8nifw5 6lxhtg 5z1jo2 5enqwn 13spr 8tji3g 4jj8yb 6gzfnb 6hh3bj
  6h2nsu 4ic17u 8u08qk`

/** Its rows inside the quiet zone of four modules, as numbers. */
function rowsOf({ side, dark }: ReturnType<typeof qrPath>): string[] {
  const inner = side - 8
  const isDark = new Set(
    Array.from(dark.matchAll(/M(\d+) (\d+)h1v1h-1z/g), (one) => `${one[1]} ${one[2]}`),
  )
  return Array.from({ length: inner }, (_, y) => {
    const row = Array.from({ length: inner }, (_, x) =>
      isDark.delete(`${x + 4} ${y + 4}`) ? 1 : 0,
    )
    return Number.parseInt(row.join(''), 2).toString(36)
  }).concat([...isDark])
}

test('a QR code is drawn as others draw it, with nothing in its quiet zone', () => {
  const path = qrPath('https://waggle.example/at/AbCdEfGhIjKlMnOp')
  expect(rowsOf(path)).toEqual(printed.split(/\s+/))
})

test('an address of any length has its picture', () => {
  expect(qrPath('é'.repeat(53)).side).toBeGreaterThan(37)
  expect(qrPath(`https://${'x'.repeat(240)}.example/`).side).toBeLessThan(100)
})
