import { expect, test } from 'vitest'
import { mailerFrom } from './mail.ts'
import { hash, passwordProblem, verify } from './passwords.ts'
import { providersFrom } from './oauth.ts'

const isTaken = (password: string) => passwordProblem(password) === null

test('what is guessed first is refused, whatever stands around it', () => {
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
    expect([password, isTaken(password)]).toEqual([password, false])
  }
})

test('any other of the length is taken: no rule says what it is made of', () => {
  for (const password of [
    'correct horse battery staple',
    'zwölf grüne Äpfel',
    'kvothe-lute-7',
    'tuesdaysarefine',
    '491827364501823',
    'пароль которого нет',
  ]) {
    expect([password, isTaken(password)]).toEqual([password, true])
  }
})

test('the length counts characters, not how they are stored', () => {
  expect(passwordProblem('äöüßäöü')).toBe('At least 8 characters')
  expect(passwordProblem('äöüßxyzt')).toBe(null)
  expect(passwordProblem('ab7'.repeat(42))).toBe(null)
  expect(passwordProblem('ab7'.repeat(43))).toBe('At most 128 characters')
})

test('neither name nor e-mail is a password', () => {
  const about = { name: 'Halina Bergmann', email: 'halina.bergmann@example.org' }
  for (const password of ['halina bergmann', 'Halina.Bergmann', 'halina.bergmann@example.org']) {
    expect(passwordProblem(password, about)).toContain('Do not use your name')
  }
})

test('a hash fits its password alone, written in whichever form', async () => {
  const kept = await hash('Äpfel im Garten')
  expect(kept).not.toBe(await hash('Äpfel im Garten'))
  expect(await verify({ hash: kept, password: 'Äpfel im Garten'.normalize('NFD') })).toBe(true)
  expect(await verify({ hash: kept, password: 'äpfel im garten' })).toBe(false)
  expect(await verify({ hash: null, password: 'nobody has this password' })).toBe(false)
})

test('mail and providers are configured whole or not at all', () => {
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
