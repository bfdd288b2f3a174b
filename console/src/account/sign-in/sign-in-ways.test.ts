import { expect, test } from 'vitest'
import { browserName, codeIn, ownPath, sceneIn } from './sign-in-ways.ts'

const origin = 'https://waggle.example'

test('after signing in one comes back to this site alone', () => {
  expect(ownPath('/tournament/1/admin?x=1#2', origin)).toBe('/tournament/1/admin?x=1#2')
  for (const to of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'evil',
    '',
    7,
    undefined,
    '/sign-in?to=/x',
    '/reset#code',
  ]) {
    expect([to, ownPath(to, origin)]).toEqual([to, '/'])
  }
})

test('a code is read from behind the #, and only what looks like one', () => {
  expect(codeIn('#abc-D_1')).toBe('abc-D_1')
  expect(codeIn('#role=abc', 'role')).toBe('abc')
  expect(codeIn('#email=abc', 'role')).toBe('')
  expect(codeIn('#a b')).toBe('')
  expect(codeIn('')).toBe('')
})

test('browsers are called as people know them', () => {
  const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36'
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1'
  expect(browserName(chrome)).toBe('Chrome, Linux')
  expect(browserName(phone)).toBe('Safari, iOS')
  expect(browserName('curl/8')).toBe('curl/8')
  expect(browserName('')).toBe(null)
})

test('an account is made in the scene whose page one comes from', () => {
  expect(sceneIn('/t/hive/friday-night/register?x=1')).toBe('hive')
  for (const to of [undefined, '/', '/account', '/tournament/1/admin', '/x/t/hive']) {
    expect(sceneIn(to)).toBe(undefined)
  }
})
