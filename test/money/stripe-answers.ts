import type { Answer, Sent, StandIn } from './stripe-stand-in.ts'
import type { Account, Dispute, Refund, Session } from './stripe-accounts.ts'

type Route = [method: string, path: RegExp, answer: (s: StandIn, sent: Sent, id: string) => Answer]

const routes: Route[] = [
  ['POST', /^\/v1\/accounts$/, makeAccount],
  ['GET', /^\/v1\/accounts\/(\w+)$/, accountOf],
  ['POST', /^\/v1\/account_links$/, makeLink],
  ['POST', /^\/v1\/checkout\/sessions$/, makeSession],
  ['GET', /^\/v1\/checkout\/sessions$/, sessionsOf],
  [
    'GET',
    /^\/v1\/checkout\/sessions\/(\w+)$/,
    (s, sent, id) => own(s.sessions, { sent, id }, sessionBody),
  ],
  ['POST', /^\/v1\/checkout\/sessions\/(\w+)\/expire$/, expire],
  ['GET', /^\/v1\/charges\/(\w+)$/, chargeOf],
  ['POST', /^\/v1\/refunds$/, makeRefund],
  ['GET', /^\/v1\/refunds$/, refundsOf],
  ['GET', /^\/v1\/refunds\/(\w+)$/, (s, sent, id) => own(s.refunds, { sent, id }, refundBody)],
  ['GET', /^\/v1\/disputes\/(\w+)$/, (s, sent, id) => own(s.disputes, { sent, id }, disputeBody)],
]

export function answerTo(standIn: StandIn, sent: Sent): Answer {
  for (const [method, path, answer] of routes) {
    const found = method === sent.method ? path.exec(sent.path) : null
    if (found) return answer(standIn, sent, found[1] ?? '')
  }
  standIn.complaints.push(`${sent.method} ${sent.path} is not there`)
  return missing()
}

function makeAccount(s: StandIn, { form, idempotencyKey }: Sent): Answer {
  if (!idempotencyKey?.startsWith('scene-')) s.complaints.push('an account without its key')
  if (form['controller[fees][payer]'] !== 'account') s.complaints.push('who pays the fees?')
  const account = {
    id: `acct_${s.accounts.length + 1}`,
    details: false,
    charges: false,
    why: null,
    gone: false,
  }
  s.accounts.push(account)
  return good(accountBody(account))
}

function makeLink(s: StandIn, { form }: Sent): Answer {
  if (!ours(s, form['account'])) return refused('account_invalid', 403)
  for (const name of ['refresh_url', 'return_url']) {
    if (!form[name]?.startsWith(s.keys.publicUrl)) s.complaints.push(`${name} ${form[name]}`)
  }
  const url = `https://connect.stripe.example/setup/secret-${s.links.length + 1}`
  s.links.push(url)
  return good({ object: 'account_link', url, created: 1, expires_at: 301 })
}

function makeSession(s: StandIn, { form, account, idempotencyKey }: Sent): Answer {
  if (!ours(s, account)?.charges) return refused('account_invalid', 403)
  if (!/^player-\d+-attempt-\d+-at-\d+$/.test(idempotencyKey ?? '')) {
    s.complaints.push(`a checkout under the key ${idempotencyKey}`)
  }
  const known =
    /^(mode|client_reference_id|success_url|cancel_url|metadata\[\w+\]|line_items\[\d+\]\[(quantity|price_data\]\[(currency|unit_amount|product_data\]\[name))\]|payment_intent_data\[(application_fee_amount|metadata\]\[\w+)\])$/
  for (const name of Object.keys(form)) if (!known.test(name)) s.complaints.push(`unknown ${name}`)
  let cents = 0
  for (let n = 0; form[`line_items[${n}][quantity]`]; n++) {
    const line = `line_items[${n}]`
    if (form[`${line}[price_data][currency]`] !== 'usd') s.complaints.push('which currency?')
    cents += Number(form[`${line}[price_data][unit_amount]`]) * Number(form[`${line}[quantity]`])
  }
  if (cents < 30) return refused('amount_too_small', 400)
  const fee = form['payment_intent_data[application_fee_amount]']
  if (fee === '0') return refused('parameter_invalid_integer', 400)
  const id = `cs_${s.sessions.length + 1}`
  const metadata = part(form, 'metadata')
  const session: Session = {
    id,
    account: account!,
    url: `https://checkout.stripe.example/pay/${id}`,
    cents,
    fee: Number(fee ?? 0),
    status: 'open',
    paid: false,
    metadata,
    payment: null,
    charge: null,
    payable: 'requires_payment_method',
  }
  s.sessions.push(session)
  return good(sessionBody(session, { form: {} }))
}

function sessionsOf(s: StandIn, { form, account }: Sent): Answer {
  const found = s.sessions.filter(
    (each) => each.account === account && each.payment === form['payment_intent'],
  )
  return listed(found.map((each) => sessionBody(each, { form: {} })))
}

function expire(s: StandIn, { account }: Sent, id: string): Answer {
  const session = s.sessions.find((each) => each.id === id && each.account === account)
  if (!session) return missing()
  if (session.status !== 'open') return refused('resource_not_open', 400)
  session.status = 'expired'
  return good(sessionBody(session, { form: {} }))
}

function chargeOf(s: StandIn, { account }: Sent, id: string): Answer {
  const session = s.sessions.find((each) => each.charge === id && each.account === account)
  return session ? good({ id, object: 'charge', payment_intent: session.payment }) : missing()
}

function makeRefund(s: StandIn, { form, account, idempotencyKey }: Sent): Answer {
  const of = s.sessions.find(
    (each) => each.payment === form['payment_intent'] && each.account === account,
  )
  if (!of) return missing()
  if (!/^entry-\d+-\w{64}$/.test(idempotencyKey ?? '')) s.complaints.push('a refund without key')
  const back = s.refunds.filter(({ charge }) => charge === of.charge)
  const left = of.cents - back.reduce((sum, { cents }) => sum + cents, 0)
  const cents = Number(form['amount'])
  if (cents > left) return refused('charge_already_refunded', 400)
  const withFee = form['refund_application_fee'] === 'true'
  if (withFee && of.fee === 0) return refused('no_application_fee', 400)
  const refund = Object.assign(s.refund(of, cents), { withFee, metadata: part(form, 'metadata') })
  return good(refundBody(refund))
}

function refundsOf(s: StandIn, { form, account }: Sent): Answer {
  const found = s.refunds.filter(
    (each) => each.account === account && each.charge === form['charge'],
  )
  return listed(found.map(refundBody))
}

function part(form: Sent['form'], name: string): Record<string, string> {
  const own = Object.entries(form).filter(([key]) => key.startsWith(`${name}[`))
  return Object.fromEntries(own.map(([key, value]) => [key.slice(name.length + 1, -1), value]))
}

function accountBody({ id, details, charges, why }: Account) {
  const requirements = { disabled_reason: why }
  return {
    id,
    object: 'account',
    details_submitted: details,
    charges_enabled: charges,
    requirements,
    email: null,
  }
}

function sessionBody(session: Session, { form }: Pick<Sent, 'form'>) {
  const { id, url, cents, status, paid, metadata, payment, payable } = session
  const isWhole = form['expand[0]'] === 'payment_intent'
  const intent = payment && isWhole ? { id: payment, status: payable } : payment
  return {
    id,
    object: 'checkout.session',
    url: status === 'open' ? url : null,
    amount_total: cents,
    currency: 'usd',
    status,
    payment_status: paid ? 'paid' : 'unpaid',
    metadata,
    payment_intent: intent,
  }
}

function refundBody({ id, charge, payment, cents, status, metadata }: Refund) {
  const of = { charge, payment_intent: payment, amount: cents, currency: 'usd' }
  return { id, object: 'refund', ...of, status, metadata }
}

function disputeBody({ id, payment, cents, status }: Dispute) {
  return { id, object: 'dispute', payment_intent: payment, amount: cents, currency: 'usd', status }
}

function accountOf(s: StandIn, _: Sent, id: string): Answer {
  const found = ours(s, id)
  return found ? good(accountBody(found)) : refused('account_invalid', 403)
}

function ours({ accounts }: StandIn, id: string | null | undefined): Account | undefined {
  return accounts.find((each) => each.id === id && !each.gone)
}

function own<T extends { id: string; account: string }>(
  all: T[],
  { sent, id }: { sent: Sent; id: string },
  body: (found: T, sent: Sent) => object,
): Answer {
  const found = all.find((each) => each.id === id && each.account === sent.account)
  return found ? good(body(found, sent)) : missing()
}

function good(body: object): Answer {
  return { status: 200, body }
}

function listed(data: object[]): Answer {
  return good({ object: 'list', data, has_more: false, url: '/v1/list' })
}

function missing(): Answer {
  return refused('resource_missing', 404)
}

function refused(code: string, status: number): Answer {
  const message = 'No such thing of payer-canary@example.org'
  return { status, body: { error: { type: 'invalid_request_error', code, message } } }
}
