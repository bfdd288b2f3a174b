// What tests of accounts stand on: browsers with cookies of their own, and the mails that were sent.
import { randomUUID } from 'node:crypto'
import type { AccountOptions, Mail } from '../../services/account/index.ts'
import { startApp } from '../support/app.ts'
import type { App } from '../support/app.ts'

export type Answer = {
  status: number
  body: Body
  /** whole lines */
  cookies: string[]
  headers: Headers
}
/** JSON as it came: a test names what it expects of it. */
// oxlint-disable-next-line typescript/no-explicit-any
type Body = any
type Sent = { body?: unknown; headers?: Record<string, string> }
export type Browser = {
  /** by name */
  jar: Map<string, string>
  call(method: string, path: string, sent?: Sent): Promise<Answer>
  get(path: string): Promise<Answer>
  post(path: string, body?: unknown): Promise<Answer>
  put(path: string, body?: unknown): Promise<Answer>
  remove(path: string): Promise<Answer>
}

export type AccountStand = {
  rig: App
  letters: Mail[]
  /** the code of the newest letter to somebody */
  codeTo(email: string): string
  clock: { now: number }
  browser(): Browser
  /** signed up, and in where that needs no mail */
  person(name: string): Promise<Browser & { email: string; id: number }>
}
export const password = 'a long enough sentence'
export const emailOf = (name: string) => `${name.toLowerCase()}@example.org`

export async function startAccounts({
  mail = false,
  ...more
}: { mail?: boolean } & Partial<AccountOptions> = {}): Promise<AccountStand> {
  const letters: Mail[] = []
  const clock = { now: Date.now() }
  const mailer = async (letter: Mail) => void letters.push(letter)
  const accounts = { mailer: mail ? mailer : null, now: () => clock.now, ...more }
  const rig = await startApp({ accounts })
  const browser = () => newBrowser(rig.url)
  const codeTo = (email: string) => {
    const text = letters.findLast(({ to }) => to === email)?.text ?? ''
    return /#(?:\w+=)?([\w-]{20,})/.exec(text)?.[1] ?? ''
  }
  return {
    rig,
    letters,
    codeTo,
    clock,
    browser,
    async person(name) {
      const own = browser()
      const email = emailOf(name)
      const { status, body } = await own.post('/api/user/sign-up/', { name, email, password })
      if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`)
      if (!body.signedIn) {
        await own.post('/api/user/confirm/', { code: codeTo(email), password })
      }
      const me = await own.get('/api/user/me/')
      return { ...own, email, id: me.body.id as number }
    },
  }
}

export function newBrowser(url: string): Browser {
  const jar = new Map<string, string>()
  async function call(method: string, path: string, { body, headers = {} }: Sent = {}) {
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
    for (const line of cookies) keep(jar, line)
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

function keep(jar: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';')
  const cut = pair.indexOf('=')
  const [name, value] = [pair.slice(0, cut), pair.slice(cut + 1)]
  if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name)
  else jar.set(name, value)
}
