import { expect, test } from 'vitest'
import { qrCode } from './qr-code.ts'

/** Each row as a number to base 36, made once by another program. */
const printed = `1qpw7tdr w4bnupt 1a3r7331 19zm15y5 19wnhljx w4mbfwh 1qt5f2wv 8abuv4 1n49hio4 aynyfv1
  133g4cs1 2428rhl 1kwcs75 16wuj8sl domn4gr 1mngu3ei 1gx6jyzl cud7d8l sgjoq7v 1gggkiv6 127eravf
  j7d87nl 1qtqq6dn w1nrqj6 1r3fo01v iusens9 13cbrc1r o2a4d36 12cyj6y8 8sz2fn 1qvymziz w8bhzwz
  1a3wizu8 19zgpelv 1a020ny1 w9i4cde 1qt2r5r7`

test('a QR code is drawn as others draw it', () => {
  const grid = qrCode('https://waggle.example/at/AbCdEfGhIjKlMnOp') ?? []
  const rows = grid.map((row) => Number.parseInt(row.map(Number).join(''), 2).toString(36))
  expect(rows).toEqual(printed.split(/\s+/))
})

test('a text of 106 bytes fits, a longer one has no picture', () => {
  expect(qrCode('é'.repeat(53))).toHaveLength(37)
  expect(qrCode('x'.repeat(107))).toBeNull()
})
