import { expect, test } from 'vitest'
import { openEncryption } from './encryption.ts'

const encryption = openEncryption('a long secret')!

test('R-CL-9: text can be decrypted with the same key and purpose', () => {
  const sealed = encryption.encrypt('token', 'stage 1')
  expect(sealed).not.toContain('token')
  expect(encryption.decrypt(sealed, 'stage 1')).toBe('token')
  expect(openEncryption('a long secret')!.decrypt(sealed, 'stage 1')).toBe('token')
})

test('R-CL-9: text cannot be decrypted with another key or purpose, or if altered', () => {
  const sealed = encryption.encrypt('token', 'stage 1')
  expect(openEncryption('another secret')!.decrypt(sealed, 'stage 1')).toBeNull()
  expect(encryption.decrypt(sealed, 'stage 2')).toBeNull()
  const last = sealed.at(-1) === 'A' ? 'B' : 'A'
  for (const altered of [
    `${sealed.slice(0, -2)}${last}A`,
    'a1.',
    '',
    'a2.x',
    sealed.slice(0, 20),
  ]) {
    expect(encryption.decrypt(altered, 'stage 1')).toBeNull()
  }
})

test('the same text is encrypted differently each time', () =>
  expect(encryption.encrypt('token', 'stage 1')).not.toBe(encryption.encrypt('token', 'stage 1')))

test('without a secret there is no encryption', () =>
  expect([openEncryption(undefined), openEncryption('')]).toEqual([null, null]))
