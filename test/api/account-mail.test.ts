import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendBySmtp } from '../../services/account/mail.ts'
import { emailOf, password, startAccounts } from './account-client.ts'
import type { AccountStand } from './account-client.ts'
import { until } from '../support/desk-client.ts'

let stand: AccountStand
beforeAll(async () => {
  stand = await startAccounts({ mail: true, publicUrl: 'https://waggle.example' })
  await stand.person('Owner')
})
afterAll(() => stand?.rig.stop())

const me = '/api/user/me/'
const signUp = (name: string, more: object = {}) =>
  stand.browser().post('/api/user/sign-up/', { name, email: emailOf(name), password, ...more })
const signIn = (email: string, word = password) =>
  stand.browser().post('/api/user/sign-in/', { email, password: word })
const mailsTo = (email: string) => stand.letters.filter(({ to }) => to === email)
/** Until a mail that is under way has come. */
const mailed = (email: string, n: number) =>
  until(`mail ${n} to ${email}`, () => mailsTo(email).length === n)

describe('signing up', () => {
  test('is answered alike for a free e-mail and a taken one: only the mail tells', async () => {
    const free = await signUp('Ann')
    const taken = await signUp('Ann', { password: 'somebody else’s try' })
    expect([free.status, free.body, free.cookies]).toEqual([201, taken.body, []])
    expect([taken.status, taken.cookies]).toEqual([201, []])
    await mailed(emailOf('Ann'), 2)
    expect(mailsTo(emailOf('Ann')).map(({ subject }) => subject)).toEqual([
      'Confirm your e-mail',
      'You have an account already',
    ])
    expect((await signIn(emailOf('Ann'), 'somebody else’s try')).status).toBe(401)
  })

  test.each([
    ['Ana', 'es-MX,es;q=0.9,en;q=0.8', 'Confirma tu correo electrónico', 'Ya tienes una cuenta'],
    ['Noa', 'he', 'אישור הדוא״ל שלך', 'כבר יש לך חשבון'],
    ['Oto', 'fr, *', 'Confirm your e-mail', 'You have an account already'],
  ])('%s is written to in the language that is asked for', async (name, language, ...subjects) => {
    const body = { name, email: emailOf(name), password }
    const sent = { body, headers: { 'accept-language': language } }
    for (const _ of subjects) await stand.browser().call('POST', '/api/user/sign-up/', sent)
    await mailed(emailOf(name), 2)
    expect(mailsTo(emailOf(name)).map(({ subject }) => subject)).toEqual(subjects)
    // Whole in a line of its own, without marks of direction.
    const link = /^https:\/\/waggle\.example\/confirm#[\w-]{20,}$/m
    expect(mailsTo(emailOf(name))[0]!.text).toMatch(link)
  })

  test('ends with the link and the password together: neither alone is enough', async () => {
    await signUp('Bo')
    await mailed(emailOf('Bo'), 1)
    const code = stand.codeTo(emailOf('Bo'))
    expect(mailsTo(emailOf('Bo'))[0]?.text).toContain(`https://waggle.example/confirm#${code}`)
    const early = await signIn(emailOf('Bo'))
    const unknown = await signIn('nobody@example.org')
    expect([early.status, early.body]).toEqual([unknown.status, unknown.body])
    const confirm = (password: string, with_ = code) =>
      stand.browser().post('/api/user/confirm/', { code: with_, password })
    expect((await confirm('not Bo’s')).status).toBe(401)
    expect((await confirm(password, 'made-up')).body.code).toBe('LINK_USED_UP')
    expect((await confirm(password)).status).toBe(200)
    expect((await confirm(password)).body.code).toBe('LINK_USED_UP')
    expect((await signIn(emailOf('Bo'))).status).toBe(200)
  })

  test('no code stands in the database as it is', async () => {
    await signUp('Cy')
    await mailed(emailOf('Cy'), 1)
    const { rows } = await stand.rig.store.pool.query('select * from kept.verification')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(stand.codeTo(emailOf('Cy')))
  })
})

describe('a forgotten password', () => {
  const ask = (email: string) => stand.browser().post('/api/user/reset/', { email })

  test('is answered alike whether the e-mail has an account or not', async () => {
    const dee = await stand.person('Dee')
    const known = await ask(dee.email)
    const unknown = await ask('nobody@example.org')
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    expect(known.body.detail).toBe('If that e-mail has an account, a mail is on its way.')
    await mailed(dee.email, 2)
    expect(mailsTo('nobody@example.org')).toEqual([])
  })

  test('is replaced by the mail’s link once; every browser is signed out and told by mail', async () => {
    const eli = await stand.person('Eli')
    await ask(eli.email)
    await mailed(eli.email, 2)
    const code = stand.codeTo(eli.email)
    const finish = () =>
      stand.browser().post('/api/user/reset/finish/', { code, password: 'a new sentence' })
    expect((await finish()).status).toBe(200)
    expect((await finish()).body.code).toBe('LINK_USED_UP')
    expect((await eli.get(me)).status).toBe(401)
    expect((await signIn(eli.email)).status).toBe(401)
    expect((await signIn(eli.email, 'a new sentence')).status).toBe(200)
    await mailed(eli.email, 3)
    expect(mailsTo(eli.email)[2]?.subject).toBe('Your password was changed')
  })

  test('a change of password makes the links before it worthless', async () => {
    const flo = await stand.person('Flo')
    await ask(flo.email)
    await mailed(flo.email, 2)
    const code = stand.codeTo(flo.email)
    await flo.put('/api/user/password/', { current: password, password: 'another sentence' })
    const late = await stand
      .browser()
      .post('/api/user/reset/finish/', { code, password: 'an intruder’s' })
    expect(late.body.code).toBe('LINK_USED_UP')
  })
})

describe('another e-mail', () => {
  test('is used once its mail was opened, by nobody but who asked', async () => {
    const gil = await stand.person('Gil')
    const email = 'gil.new@example.org'
    const asked = await gil.put('/api/user/email/', { current: password, email })
    expect(asked.body.changed).toBe(false)
    expect((await gil.get(me)).body.email).toBe(emailOf('Gil'))
    await mailed(email, 1)
    const code = stand.codeTo(email)
    const url = '/api/user/email/confirm/'
    const hal = await stand.person('Hal')
    expect((await hal.post(url, { code })).body.code).toBe('LINK_USED_UP')
    const before = gil.jar.get('waggle')
    expect((await gil.post(url, { code })).status).toBe(200)
    expect(gil.jar.get('waggle')).not.toBe(before)
    expect((await gil.get(me)).body).toMatchObject({ email, emailVerified: true })
    await mailed(emailOf('Gil'), 2)
    expect(mailsTo(emailOf('Gil'))[1]?.subject).toBe('Your account has another e-mail now')
  })

  test('that is taken is answered alike', async () => {
    const ike = await stand.person('Ike')
    const put = (email: string) => ike.put('/api/user/email/', { current: password, email })
    const taken = await put(emailOf('Hal'))
    expect(taken.body).toEqual((await put('ike.new@example.org')).body)
    expect((await ike.get(me)).body.email).toBe(emailOf('Ike'))
  })
})

test('mails to one address are slowed down, known or not', async () => {
  for (const email of [emailOf('Owner'), 'stranger@example.org']) {
    const found: number[] = []
    for (let i = 0; i < 4; i++) {
      found.push((await stand.browser().post('/api/user/reset/', { email })).status)
    }
    expect(found).toEqual([200, 200, 200, 429])
  }
})

describe('by SMTP', () => {
  /** A server that takes one mail; what it was told. */
  async function post(answers: Record<string, string> = {}) {
    const told: string[] = []
    const server = createServer((socket) => {
      let isLetter = false
      let begun = ''
      socket.write('220 here\r\n')
      socket.on('error', () => {})
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        const lines = `${begun}${chunk}`.split('\r\n')
        begun = lines.pop() ?? ''
        for (const line of lines) {
          told.push(line)
          const verb = line.split(/[ :]/)[0] ?? ''
          if (isLetter && line !== '.') continue
          if (line === '.') isLetter = false
          if (verb === 'DATA') isLetter = true
          const usual = {
            EHLO: '250-here\r\n250 AUTH PLAIN',
            AUTH: '235 in',
            DATA: '354 go',
            QUIT: '221 bye',
          }
          socket.write(`${answers[verb] ?? usual[verb as 'EHLO'] ?? '250 ok'}\r\n`)
        }
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    return { told, port, close: () => server.close() }
  }
  const letter = { to: 'ann@example.org', subject: 'Grüße', text: 'Öffne\n.\ndas' }

  test('a mail is handed over with the account that was configured', async () => {
    const { told, port, close } = await post()
    const url = new URL(`smtp://me%40x:s3cret@127.0.0.1:${port}`)
    await sendBySmtp(url, 'Waggle <waggle@example.org>', letter)
    close()
    expect(told[1]).toBe(`AUTH PLAIN ${Buffer.from('\0me@x\0s3cret').toString('base64')}`)
    expect(told).toContain('MAIL FROM:<waggle@example.org>')
    expect(told).toContain('RCPT TO:<ann@example.org>')
    expect(told.filter((line) => /^Subject: =\?UTF-8\?[BQ]\?/i.test(line))).toHaveLength(1)
    const body = told.slice(told.indexOf('') + 1, told.indexOf('.')).join('')
    expect(Buffer.from(body, 'base64').toString()).toMatch(/^Öffne\r?\n\.\r?\ndas/)
    expect(told).toContain('.')
  })

  test('no line break in an address becomes a command', async () => {
    const { told, port, close } = await post()
    const to = 'ann@example.org>\r\nRCPT TO:<eve@example.org'
    await sendBySmtp(new URL(`smtp://127.0.0.1:${port}`), 'w@example.org', { ...letter, to })
    close()
    expect(told.filter((line) => line.startsWith('RCPT'))).toHaveLength(1)
  })

  test('P19: a refusal is told by its number alone', async () => {
    const { port, close } = await post({ RCPT: '550 no ann@example.org here' })
    const sent = sendBySmtp(new URL(`smtp://127.0.0.1:${port}`), 'w@example.org', letter)
    await expect(sent).rejects.toThrow(/^SMTP 550$/)
    close()
  })
})
