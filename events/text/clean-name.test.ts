import { expect, test } from 'vitest'
import { cleanName, nameKey } from './clean-name.ts'

test('a name without a visible character is empty', () => {
  for (const name of ['', ' ', '\u200B', '\u202E', '\u2063', '\u3164', '\u00A0\u200D', '\uFE0F'])
    expect(cleanName(name)).toBe('')
})

test('a name is stored composed and without invisible characters', () => {
  expect(cleanName('Zoe\u0308')).toBe('Zo\u00EB')
  expect(cleanName(' Par\u200B ')).toBe('Par')
  expect(cleanName('\u202EnnA')).toBe('nnA')
})

test('joiners and variation selectors of emoji and scripts are kept', () => {
  for (const name of ['👩\u200D🚀', '❤\uFE0F', 'می\u200Cخواهم', '🏴\u{E0067}\u{E007F}'])
    expect(cleanName(name)).toBe(name.normalize('NFC'))
})

test('R-PE-7: names that look the same have the same key', () => {
  expect(nameKey('Zoe\u0308')).toBe(nameKey('ZO\u00CB'))
  expect(nameKey('Par\u200B')).toBe(nameKey('Par'))
  expect(nameKey('Bo  Li')).toBe(nameKey('bo\u00A0li'))
  expect(nameKey('Zoe')).not.toBe(nameKey('Zo\u00EB'))
})
