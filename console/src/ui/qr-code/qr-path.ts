import { encode } from 'uqr'

/** As cameras need around it. */
const quietModules = 4

/** A QR code as the path of its dark modules, on a square of that side. */
export function qrPath(text: string): { side: number; dark: string } {
  const { data, size } = encode(text, { ecc: 'M', border: quietModules })
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  )
  return { side: size, dark: dark.join('') }
}
