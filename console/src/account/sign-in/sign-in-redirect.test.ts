import { expect, test } from 'vitest'
import { browserName, codeInHash, safePath, sceneInPath } from './sign-in-redirect.ts'

const origin = 'https://waggle.example'

test('after signing in the redirect stays on this site', () => {
  expect(safePath('/tournament/1/admin?x=1#2', origin)).toBe('/tournament/1/admin?x=1#2')
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
    expect([to, safePath(to, origin)]).toEqual([to, '/'])
  }
})

test('a code is read from the URL fragment if it is well-formed', () => {
  expect(codeInHash('#abc-D_1')).toBe('abc-D_1')
  expect(codeInHash('#role=abc', 'role')).toBe('abc')
  expect(codeInHash('#email=abc', 'role')).toBe('')
  expect(codeInHash('#a b')).toBe('')
  expect(codeInHash('')).toBe('')
})

test('browsers are shown by their common names', () => {
  const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36'
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1'
  expect(browserName(chrome)).toBe('Chrome, Linux')
  expect(browserName(phone)).toBe('Safari, iOS')
  expect(browserName('curl/8')).toBe('curl/8')
  expect(browserName('')).toBe(null)
})

test('an account is created in the scene whose page the user came from', () => {
  expect(sceneInPath('/t/hive/friday-night/register?x=1')).toBe('hive')
  for (const to of [undefined, '/', '/account', '/tournament/1/admin', '/x/t/hive']) {
    expect(sceneInPath(to)).toBe(undefined)
  }
})
