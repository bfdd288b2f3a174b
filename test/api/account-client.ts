// Fixture for tests of accounts: browsers with separate cookies, and the mails that were sent.
import { randomUUID } from 'node:crypto'
import type { AccountOptions, Mail } from '#services/account/index.ts'
import { startApp } from '../support/app.ts'
import type { App } from '../support/app.ts'

export type Answer = {
  status: number
  body: Body
  /** `set-cookie` headers, unparsed */
  cookies: string[]
  headers: Headers
}
/** A JSON body, untyped: each test asserts the fields that it needs. */
// oxlint-disable-next-line typescript/no-explicit-any
type Body = any
type RequestOptions = { body?: unknown; headers?: Record<string, string> }
export type Browser = {
  /** cookies by name */
  jar: Map<string, string>
  call(method: string, path: string, options?: RequestOptions): Promise<Answer>
  get(path: string): Promise<Answer>
  post(path: string, body?: unknown): Promise<Answer>
  put(path: string, body?: unknown): Promise<Answer>
  remove(path: string): Promise<Answer>
}

export type AccountFixture = {
  app: App
  mails: Mail[]
  /** the code in the newest mail to this address */
  codeMailedTo(email: string): string
  clock: { now: number }
  browser(): Browser
  /** signs up a person, confirms the e-mail if mail is on, and returns their signed-in browser */
  person(name: string): Promise<Browser & { email: string; id: number }>
}
export const password = 'a long enough sentence'
export const emailOf = (name: string) => `${name.toLowerCase()}@example.org`

export async function startAccounts({
  mail = false,
  ...more
}: { mail?: boolean } & Partial<AccountOptions> = {}): Promise<AccountFixture> {
  const mails: Mail[] = []
  const clock = { now: Date.now() }
  const mailer = async (message: Mail) => void mails.push(message)
  const accounts = { mailer: mail ? mailer : null, now: () => clock.now, ...more }
  const app = await startApp({ accounts })
  const browser = () => newBrowser(app.url)
  const codeMailedTo = (email: string) => {
    const text = mails.findLast(({ to }) => to === email)?.text ?? ''
    return /#(?:\w+=)?([\w-]{20,})/.exec(text)?.[1] ?? ''
  }
  return {
    app,
    mails,
    codeMailedTo,
    clock,
    browser,
    async person(name) {
      const visitor = browser()
      const email = emailOf(name)
      const { status, body } = await visitor.post('/api/user/sign-up/', { name, email, password })
      if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`)
      if (!body.signedIn) {
        await visitor.post('/api/user/confirm/', { code: codeMailedTo(email), password })
      }
      const me = await visitor.get('/api/user/me/')
      return { ...visitor, email, id: me.body.id as number }
    },
  }
}

export function newBrowser(url: string): Browser {
  const jar = new Map<string, string>()
  async function call(method: string, path: string, { body, headers = {} }: RequestOptions = {}) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(new URL(path, url), {
      method,
      redirect: 'manual',
      headers: {
        ...(cookie ? { cookie } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method === 'GET'
          ? {}
          : { 'idempotency-key': randomUUID(), 'sec-fetch-site': 'same-origin' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const cookies = response.headers.getSetCookie()
    for (const line of cookies) storeCookie(jar, line)
    const text = await response.text()
    const isJson = `${response.headers.get('content-type')}`.includes('json')
    const answer: Body = isJson && text ? JSON.parse(text) : null
    return { status: response.status, body: answer, cookies, headers: response.headers }
  }
  return {
    jar,
    call,
    get: (path) => call('GET', path),
    post: (path, body = {}) => call('POST', path, { body }),
    put: (path, body = {}) => call('PUT', path, { body }),
    remove: (path) => call('DELETE', path),
  }
}

function storeCookie(jar: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';')
  const separator = pair.indexOf('=')
  const [name, value] = [pair.slice(0, separator), pair.slice(separator + 1)]
  if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name)
  else jar.set(name, value)
}
