import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendBySmtp } from '#services/account/mail.ts'
import { emailOf, password, startAccounts } from './account-client.ts'
import type { AccountFixture } from './account-client.ts'
import { until } from '../support/desk-client.ts'

let fixture: AccountFixture
beforeAll(async () => {
  fixture = await startAccounts({ mail: true, publicUrl: 'https://waggle.example' })
  await fixture.person('Owner')
})
afterAll(() => fixture?.app.stop())

const me = '/api/user/me/'
const signUp = (name: string, more: object = {}) =>
  fixture.browser().post('/api/user/sign-up/', { name, email: emailOf(name), password, ...more })
const signIn = (email: string, word = password) =>
  fixture.browser().post('/api/user/sign-in/', { email, password: word })
const mailsTo = (email: string) => fixture.mails.filter(({ to }) => to === email)
/** Waits until this address has been sent `n` mails. */
const mailed = (email: string, n: number) =>
  until(`mail ${n} to ${email}`, () => mailsTo(email).length === n)

describe('signing up', () => {
  test('gives the same response for a free and a taken e-mail; only the mail differs', async () => {
    const free = await signUp('Ann')
    const taken = await signUp('Ann', { password: 'somebody else’s try' })
    expect([free.status, free.body, free.cookies]).toEqual([201, taken.body, []])
    expect([taken.status, taken.cookies]).toEqual([201, []])
    await mailed(emailOf('Ann'), 2)
    expect(mailsTo(emailOf('Ann')).map(({ subject }) => subject)).toEqual([
      'Confirm your e-mail',
      'You already have an account',
    ])
    expect((await signIn(emailOf('Ann'), 'somebody else’s try')).status).toBe(401)
  })

  test.each([
    ['Ana', 'es-MX,es;q=0.9,en;q=0.8', 'Confirma tu correo electrónico', 'Ya tienes una cuenta'],
    ['Noa', 'he', 'אישור הדוא״ל שלך', 'כבר יש לך חשבון'],
    ['Oto', 'fr, *', 'Confirm your e-mail', 'You already have an account'],
  ])('%s gets the mail in the requested language', async (name, language, ...subjects) => {
    const body = { name, email: emailOf(name), password }
    const sent = { body, headers: { 'accept-language': language } }
    for (const _ of subjects) await fixture.browser().call('POST', '/api/user/sign-up/', sent)
    await mailed(emailOf(name), 2)
    expect(mailsTo(emailOf(name)).map(({ subject }) => subject)).toEqual(subjects)
    // The link is alone on its line, without bidi marks.
    const link = /^https:\/\/waggle\.example\/confirm#[\w-]{20,}$/m
    expect(mailsTo(emailOf(name))[0]!.text).toMatch(link)
  })

  test('leads back to the page where it began, and never to another site', async () => {
    await signUp('Uma', { to: '/t/hive/friday/register?x=1' })
    await signUp('Evan', { to: '//evil.example/' })
    await mailed(emailOf('Uma'), 1)
    await mailed(emailOf('Evan'), 1)
    const [uma, evan] = ['Uma', 'Evan'].map((name) => mailsTo(emailOf(name))[0]!.text)
    const search = '?to=%2Ft%2Fhive%2Ffriday%2Fregister%3Fx%3D1'
    expect(uma).toContain(`https://waggle.example/confirm${search}#`)
    expect(evan).toContain('https://waggle.example/confirm#')
  })

  test('leads back there from the mail that is sent again, and from that for a known address', async () => {
    const to = '/t/hive/friday/register'
    const search = '?to=%2Ft%2Fhive%2Ffriday%2Fregister'
    await signUp('Wen', { to })
    await fixture.browser().post('/api/user/sign-in/', { email: emailOf('Wen'), password, to })
    await mailed(emailOf('Wen'), 2)
    expect(mailsTo(emailOf('Wen'))[1]!.text).toContain(`https://waggle.example/confirm${search}#`)
    await fixture
      .browser()
      .post('/api/user/sign-in/', { email: emailOf('Wen'), password, to: '//evil.example/' })
    await mailed(emailOf('Wen'), 3)
    expect(mailsTo(emailOf('Wen'))[2]!.text).toContain('https://waggle.example/confirm#')
    await signUp('Owner', { to })
    await mailed(emailOf('Owner'), 1)
    expect(mailsTo(emailOf('Owner'))[0]!.text).toContain(`https://waggle.example/sign-in${search}`)
  })

  test('is confirmed with the link and the password together; neither alone is enough', async () => {
    await signUp('Bo')
    await mailed(emailOf('Bo'), 1)
    const code = fixture.codeMailedTo(emailOf('Bo'))
    expect(mailsTo(emailOf('Bo'))[0]?.text).toContain(`https://waggle.example/confirm#${code}`)
    const early = await signIn(emailOf('Bo'))
    const unknown = await signIn('nobody@example.org')
    expect([early.status, early.body]).toEqual([unknown.status, unknown.body])
    const confirm = (password: string, confirmCode = code) =>
      fixture.browser().post('/api/user/confirm/', { code: confirmCode, password })
    expect((await confirm('not Bo’s')).status).toBe(401)
    expect((await confirm(password, 'made-up')).body.code).toBe('LINK_USED_UP')
    expect((await confirm(password)).status).toBe(200)
    expect((await confirm(password)).body.code).toBe('LINK_USED_UP')
    expect((await signIn(emailOf('Bo'))).status).toBe(200)
  })

  test('stores no code in plain text in the database', async () => {
    await signUp('Cy')
    await mailed(emailOf('Cy'), 1)
    const { rows } = await fixture.app.store.pool.query('select * from kept.verification')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(fixture.codeMailedTo(emailOf('Cy')))
  })
})

describe('a forgotten password', () => {
  const ask = (email: string) => fixture.browser().post('/api/user/reset/', { email })

  test('gives the same response whether or not the e-mail has an account', async () => {
    const dee = await fixture.person('Dee')
    const known = await ask(dee.email)
    const unknown = await ask('nobody@example.org')
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    expect(known.body.detail).toBe(
      'If this e-mail address has an account, we have sent it an e-mail.',
    )
    await mailed(dee.email, 2)
    expect(mailsTo('nobody@example.org')).toEqual([])
  })

  test('is replaced by the link in the mail once; all sessions end and a mail says so', async () => {
    const eli = await fixture.person('Eli')
    await ask(eli.email)
    await mailed(eli.email, 2)
    const code = fixture.codeMailedTo(eli.email)
    const finish = () =>
      fixture.browser().post('/api/user/reset/finish/', { code, password: 'a new sentence' })
    expect((await finish()).status).toBe(200)
    expect((await finish()).body.code).toBe('LINK_USED_UP')
    expect((await eli.get(me)).status).toBe(401)
    expect((await signIn(eli.email)).status).toBe(401)
    expect((await signIn(eli.email, 'a new sentence')).status).toBe(200)
    await mailed(eli.email, 3)
    expect(mailsTo(eli.email)[2]?.subject).toBe('Your password was changed')
  })

  test('a password change invalidates earlier reset links', async () => {
    const flo = await fixture.person('Flo')
    await ask(flo.email)
    await mailed(flo.email, 2)
    const code = fixture.codeMailedTo(flo.email)
    await flo.put('/api/user/password/', { current: password, password: 'another sentence' })
    const late = await fixture
      .browser()
      .post('/api/user/reset/finish/', { code, password: 'an intruder’s' })
    expect(late.body.code).toBe('LINK_USED_UP')
  })
})

describe('another e-mail', () => {
  test('takes effect when the person who requested it confirms it by mail', async () => {
    const gil = await fixture.person('Gil')
    const email = 'gil.new@example.org'
    const answer = await gil.put('/api/user/email/', { current: password, email })
    expect(answer.body.changed).toBe(false)
    expect((await gil.get(me)).body.email).toBe(emailOf('Gil'))
    await mailed(email, 1)
    const code = fixture.codeMailedTo(email)
    const url = '/api/user/email/confirm/'
    const hal = await fixture.person('Hal')
    expect((await hal.post(url, { code })).body.code).toBe('LINK_USED_UP')
    const before = gil.jar.get('waggle')
    expect((await gil.post(url, { code })).status).toBe(200)
    expect(gil.jar.get('waggle')).not.toBe(before)
    expect((await gil.get(me)).body).toMatchObject({ email, emailVerified: true })
    await mailed(emailOf('Gil'), 2)
    expect(mailsTo(emailOf('Gil'))[1]?.subject).toBe(
      'The e-mail address of your account was changed',
    )
  })

  test('that is taken gets the same response', async () => {
    const ike = await fixture.person('Ike')
    const put = (email: string) => ike.put('/api/user/email/', { current: password, email })
    const taken = await put(emailOf('Hal'))
    expect(taken.body).toEqual((await put('ike.new@example.org')).body)
    expect((await ike.get(me)).body.email).toBe(emailOf('Ike'))
  })
})

test('mails to one address are rate-limited, whether or not it has an account', async () => {
  for (const email of [emailOf('Owner'), 'stranger@example.org']) {
    const found: number[] = []
    for (let i = 0; i < 4; i++) {
      found.push((await fixture.browser().post('/api/user/reset/', { email })).status)
    }
    expect(found).toEqual([200, 200, 200, 429])
  }
})

describe('by SMTP', () => {
  /** An SMTP server that accepts one mail and records the received lines. */
  async function startSmtpServer(answers: Record<string, string> = {}) {
    const received: string[] = []
    const server = createServer((socket) => {
      let isMessage = false
      let partialLine = ''
      socket.write('220 here\r\n')
      socket.on('error', () => {})
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        const lines = `${partialLine}${chunk}`.split('\r\n')
        partialLine = lines.pop() ?? ''
        for (const line of lines) {
          received.push(line)
          const verb = line.split(/[ :]/)[0] ?? ''
          if (isMessage && line !== '.') continue
          if (line === '.') isMessage = false
          if (verb === 'DATA') isMessage = true
          const defaults = {
            EHLO: '250-here\r\n250 AUTH PLAIN',
            AUTH: '235 in',
            DATA: '354 go',
            QUIT: '221 bye',
          }
          socket.write(`${answers[verb] ?? defaults[verb as 'EHLO'] ?? '250 ok'}\r\n`)
        }
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    return { received, port, close: () => server.close() }
  }
  const mail = { to: 'ann@example.org', subject: 'Grüße', text: 'Öffne\n.\ndas' }

  test('a mail is sent with the configured account', async () => {
    const { received, port, close } = await startSmtpServer()
    const url = new URL(`smtp://me%40x:s3cret@127.0.0.1:${port}`)
    await sendBySmtp(url, 'Waggle <waggle@example.org>', mail)
    close()
    expect(received[1]).toBe(`AUTH PLAIN ${Buffer.from('\0me@x\0s3cret').toString('base64')}`)
    expect(received).toContain('MAIL FROM:<waggle@example.org>')
    expect(received).toContain('RCPT TO:<ann@example.org>')
    expect(received.filter((line) => /^Subject: =\?UTF-8\?[BQ]\?/i.test(line))).toHaveLength(1)
    const body = received.slice(received.indexOf('') + 1, received.indexOf('.')).join('')
    expect(Buffer.from(body, 'base64').toString()).toMatch(/^Öffne\r?\n\.\r?\ndas/)
    expect(received).toContain('.')
  })

  test('a line break in an address does not inject a command', async () => {
    const { received, port, close } = await startSmtpServer()
    const to = 'ann@example.org>\r\nRCPT TO:<eve@example.org'
    await sendBySmtp(new URL(`smtp://127.0.0.1:${port}`), 'w@example.org', { ...mail, to })
    close()
    expect(received.filter((line) => line.startsWith('RCPT'))).toHaveLength(1)
  })

  test('P19: the error for a rejected mail contains only the SMTP code', async () => {
    const { port, close } = await startSmtpServer({ RCPT: '550 no ann@example.org here' })
    const sent = sendBySmtp(new URL(`smtp://127.0.0.1:${port}`), 'w@example.org', mail)
    await expect(sent).rejects.toThrow(/^SMTP 550$/)
    close()
  })
})
