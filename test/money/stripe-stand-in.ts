// A stand-in for Stripe: an HTTP server with the parts of connected accounts, checkouts, payments,
// refunds and disputes that the product uses. It checks the requests of the SDK and signs events.
import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { bodyOf, ownServer } from '../support/stand-in-server.ts'
import { answerTo } from './stripe-answers.ts'
import type { StripeState } from './stripe-accounts.ts'
import { newStripeState } from './stripe-accounts.ts'

export type Sent = {
  method: string
  path: string
  /** form fields as sent, such as `line_items[0][quantity]` */
  form: Record<string, string>
  account: string | null
  idempotencyKey: string | null
}
export type Answer = { status: number; body: unknown }
export type StandIn = StripeState & {
  keys: { secretKey: string; webhookSecret: string; url: string; publicUrl: string }
  /** all requests, in order */
  sent: Sent[]
  /** violations of Stripe's documentation in requests */
  complaints: string[]
  /** overrides the response if it returns one */
  rule: ((sent: Sent) => Answer | null) | null
  /** a signed event, ready to be posted */
  event(type: string, object: string, more?: EventMore): Posted
  /** throws if a request violated Stripe's documentation */
  expectNoComplaint(): void
  down(): Promise<void>
  up(): Promise<void>
}
export type Posted = { id: string; text: string; headers: Record<string, string> }
type EventMore = { account?: string; id?: string; at?: number; secret?: string }

/** The payer's e-mail in every event. It must be stored and logged nowhere. */
export const payersMail = 'payer-canary@example.org'

export async function startStripe(): Promise<StandIn> {
  let events = 0
  const answers = new Map<string, { sent: string; answer: Answer }>()
  const standIn: StandIn = {
    ...newStripeState(),
    keys: {
      secretKey: 'sk_test_standin',
      webhookSecret: 'whsec_standin',
      url: '',
      publicUrl: 'https://waggle.example',
    },
    sent: [],
    complaints: [],
    rule: null,
    event(type, object, more = {}) {
      const {
        account = 'acct_1',
        id = `evt_${++events}`,
        secret = standIn.keys.webhookSecret,
      } = more
      const created = more.at ?? Math.floor(Date.now() / 1000)
      const customer = { email: payersMail, name: 'Payer Canary' }
      const data = { object: { id: object, customer_details: customer, payment_status: 'paid' } }
      const text = JSON.stringify({ id, object: 'event', type, account, created, data }, null, 2)
      return { id, text, headers: { 'stripe-signature': signed(text, { at: created, secret }) } }
    },
    expectNoComplaint() {
      const found = standIn.complaints.splice(0)
      if (found.length > 0) throw new Error(found.join('; '))
    },
    ...ownServer(
      (request, reply) => {
        void read(request).then((sent) => {
          const { status, body } =
            checkRequest(standIn, request) ?? answerOnce(standIn, answers, sent)
          reply.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' })
          reply.end(JSON.stringify(body))
        })
      },
      (url) => {
        standIn.keys.url = url
      },
    ),
  }
  await standIn.up()
  return standIn
}

function signed(text: string, { at, secret }: { at: number; secret: string }): string {
  const mac = createHmac('sha256', secret).update(`${at}.${text}`).digest('hex')
  return `t=${at},v1=${mac}`
}

async function read(request: IncomingMessage): Promise<Sent> {
  const content = await bodyOf(request)
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://stand.in')
  const { method = '', headers } = request
  const parameters = method === 'GET' ? searchParams : new URLSearchParams(content.toString())
  const header = (name: string) => (typeof headers[name] === 'string' ? headers[name] : null)
  return {
    method,
    path: pathname,
    form: Object.fromEntries(parameters),
    account: header('stripe-account'),
    idempotencyKey: header('idempotency-key'),
  }
}

function checkRequest({ keys, complaints }: StandIn, { headers, method }: IncomingMessage) {
  if (!headers['stripe-version']) complaints.push('no version')
  const type = headers['content-type']
  if (method === 'POST' && type !== 'application/x-www-form-urlencoded') {
    complaints.push(`content-type ${type}`)
  }
  if (headers.authorization === `Bearer ${keys.secretKey}`) return null
  return errorAnswer(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' })
}

/** As at Stripe, a repeated key gets the same response, and one with other content is refused. */
function answerOnce(
  standIn: StandIn,
  answered: Map<string, { sent: string; answer: Answer }>,
  sent: Sent,
): Answer {
  standIn.sent.push(sent)
  const overridden = standIn.rule?.(sent)
  if (overridden) return overridden
  const { method, idempotencyKey } = sent
  if (method !== 'POST') return answerTo(standIn, sent)
  const key = `${sent.account} ${idempotencyKey}`
  const before = idempotencyKey === null ? undefined : answered.get(key)
  const content = JSON.stringify([sent.path, sent.form])
  if (before && before.sent !== content) {
    standIn.complaints.push(`another request under key ${idempotencyKey}`)
    return errorAnswer(400, { type: 'idempotency_error', message: 'Keys for idempotent requests' })
  }
  const answer = before?.answer ?? answerTo(standIn, sent)
  if (idempotencyKey !== null) answered.set(key, { sent: content, answer })
  return answer
}

function errorAnswer(status: number, error: object): Answer {
  return { status, body: { error } }
}
