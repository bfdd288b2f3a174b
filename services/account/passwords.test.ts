import { expect, test } from 'vitest'
import { mailerFrom } from './mail.ts'
import { hash, passwordProblem, verify } from './passwords.ts'
import { providersFrom } from './oauth.ts'

const isAccepted = (password: string) => passwordProblem(password) === null

test('common passwords are refused, also with characters around them', () => {
  for (const password of [
    'password',
    'Passw0rd',
    'PASSWORD123',
    '!!password!!',
    'p@ssw0rd2024',
    'qwertyuiop',
    '1q2w3e4r5t',
    'iloveyou1',
    'letmein!!',
    'football99',
    'monkeydragon',
    'aaaaaaaaaa',
    'abababababab',
    '12345678',
    '87654321',
    'abcdefgh',
    '19840101',
    '01.01.1984',
    'killerqueen',
    'Waggle2026',
  ]) {
    expect([password, isAccepted(password)]).toEqual([password, false])
  }
})

test('any other password of sufficient length is accepted', () => {
  for (const password of [
    'correct horse battery staple',
    'zwölf grüne Äpfel',
    'kvothe-lute-7',
    'tuesdaysarefine',
    '491827364501823',
    'пароль которого нет',
  ]) {
    expect([password, isAccepted(password)]).toEqual([password, true])
  }
})

test('the length is counted in characters, not bytes', () => {
  expect(passwordProblem('äöüßäöü')).toEqual({ key: 'tooFewCharacters', args: { least: 8 } })
  expect(passwordProblem('äöüßxyzt')).toBe(null)
  expect(passwordProblem('ab7'.repeat(42))).toBe(null)
  expect(passwordProblem('ab7'.repeat(43))).toEqual({
    key: 'tooManyCharacters',
    args: { most: 128 },
  })
})

test('name and e-mail are refused as a password', () => {
  const about = { name: 'Halina Bergmann', email: 'halina.bergmann@example.org' }
  for (const password of ['halina bergmann', 'Halina.Bergmann', 'halina.bergmann@example.org']) {
    expect(passwordProblem(password, about)).toEqual({ key: 'passwordIsName' })
  }
})

test('a hash matches only its password, in any Unicode normalization', async () => {
  const stored = await hash('Äpfel im Garten')
  expect(stored).not.toBe(await hash('Äpfel im Garten'))
  expect(await verify({ hash: stored, password: 'Äpfel im Garten'.normalize('NFD') })).toBe(true)
  expect(await verify({ hash: stored, password: 'äpfel im garten' })).toBe(false)
  expect(await verify({ hash: null, password: 'nobody has this password' })).toBe(false)
})

test('mail and providers need their complete configuration', () => {
  expect(mailerFrom({})).toBe(null)
  expect(() => mailerFrom({ SMTP_URL: 'smtp://here' })).toThrow('PUBLIC_URL')
  const PUBLIC_URL = 'https://waggle.example'
  expect(() => mailerFrom({ SMTP_URL: 'smtp://here', PUBLIC_URL })).toThrow('MAIL_FROM')
  expect(() => mailerFrom({ SMTP_URL: 'http://here', PUBLIC_URL })).toThrow('SMTP_URL')
  expect(mailerFrom({ SMTP_URL: 'console', PUBLIC_URL })).toBeTypeOf('function')
  expect(providersFrom({ GOOGLE_CLIENT_ID: 'x', OIDC_ISSUER: '' })).toEqual([])
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
  expect(providersFrom(google)).toEqual([
    { id: 'google', name: 'Google', clientId: 'id', clientSecret: 'secret' },
  ])
})
