import type { Answer, Sent, StandIn } from './stripe-stand-in.ts'
import type { Account, Dispute, Refund, Session } from './stripe-accounts.ts'

type Route = [
  method: string,
  path: RegExp,
  answer: (state: StandIn, sent: Sent, id: string) => Answer,
]

const routes: Route[] = [
  ['POST', /^\/v1\/accounts$/, makeAccount],
  ['GET', /^\/v1\/accounts\/(\w+)$/, accountOf],
  ['POST', /^\/v1\/account_links$/, makeLink],
  ['POST', /^\/v1\/checkout\/sessions$/, makeSession],
  ['GET', /^\/v1\/checkout\/sessions$/, sessionsOf],
  [
    'GET',
    /^\/v1\/checkout\/sessions\/(\w+)$/,
    (state, sent, id) => answerOwn(state.sessions, { sent, id }, sessionBody),
  ],
  ['POST', /^\/v1\/checkout\/sessions\/(\w+)\/expire$/, expire],
  ['GET', /^\/v1\/charges\/(\w+)$/, chargeOf],
  ['GET', /^\/v1\/application_fees$/, feesOf],
  ['POST', /^\/v1\/refunds$/, makeRefund],
  ['GET', /^\/v1\/refunds$/, refundsOf],
  [
    'GET',
    /^\/v1\/refunds\/(\w+)$/,
    (state, sent, id) => answerOwn(state.refunds, { sent, id }, refundBody),
  ],
  [
    'GET',
    /^\/v1\/disputes\/(\w+)$/,
    (state, sent, id) => answerOwn(state.disputes, { sent, id }, disputeBody),
  ],
]

export function answerTo(standIn: StandIn, sent: Sent): Answer {
  for (const [method, path, answer] of routes) {
    const found = method === sent.method ? path.exec(sent.path) : null
    if (found) return answer(standIn, sent, found[1] ?? '')
  }
  standIn.complaints.push(`${sent.method} ${sent.path} is not there`)
  return notFound()
}

function makeAccount(state: StandIn, { form, idempotencyKey }: Sent): Answer {
  if (!idempotencyKey?.startsWith('scene-')) state.complaints.push('an account without its key')
  if (form['controller[fees][payer]'] !== 'account') state.complaints.push('who pays the fees?')
  const account = {
    id: `acct_${state.accounts.length + 1}`,
    details: false,
    charges: false,
    why: null,
    gone: false,
  }
  state.accounts.push(account)
  return success(accountBody(account))
}

function makeLink(state: StandIn, { form }: Sent): Answer {
  if (!connectedAccount(state, form['account'])) return refusal('account_invalid', 403)
  for (const name of ['refresh_url', 'return_url']) {
    if (!form[name]?.startsWith(state.keys.publicUrl))
      state.complaints.push(`${name} ${form[name]}`)
  }
  const url = `https://connect.stripe.example/setup/secret-${state.links.length + 1}`
  state.links.push(url)
  return success({ object: 'account_link', url, created: 1, expires_at: 301 })
}

function makeSession(state: StandIn, { form, account, idempotencyKey }: Sent): Answer {
  if (!connectedAccount(state, account)?.charges) return refusal('account_invalid', 403)
  if (!/^player-\d+-attempt-\d+-at-\d+$/.test(idempotencyKey ?? '')) {
    state.complaints.push(`a checkout under the key ${idempotencyKey}`)
  }
  const knownFields =
    /^(mode|client_reference_id|success_url|cancel_url|metadata\[\w+\]|line_items\[\d+\]\[(quantity|price_data\]\[(currency|unit_amount|product_data\]\[name))\]|payment_intent_data\[(application_fee_amount|metadata\]\[\w+)\])$/
  for (const name of Object.keys(form))
    if (!knownFields.test(name)) state.complaints.push(`unknown ${name}`)
  let cents = 0
  for (let n = 0; form[`line_items[${n}][quantity]`]; n++) {
    const line = `line_items[${n}]`
    if (form[`${line}[price_data][currency]`] !== 'usd') state.complaints.push('which currency?')
    cents += Number(form[`${line}[price_data][unit_amount]`]) * Number(form[`${line}[quantity]`])
  }
  if (cents < 30) return refusal('amount_too_small', 400)
  const fee = form['payment_intent_data[application_fee_amount]']
  if (fee === '0') return refusal('parameter_invalid_integer', 400)
  const id = `cs_${state.sessions.length + 1}`
  const metadata = fieldsUnder(form, 'metadata')
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
  state.sessions.push(session)
  return success(sessionBody(session, { form: {} }))
}

function sessionsOf(state: StandIn, { form, account }: Sent): Answer {
  const found = state.sessions.filter(
    (each) => each.account === account && each.payment === form['payment_intent'],
  )
  return listAnswer(found.map((each) => sessionBody(each, { form: {} })))
}

function expire(state: StandIn, { account }: Sent, id: string): Answer {
  const session = state.sessions.find((each) => each.id === id && each.account === account)
  if (!session) return notFound()
  if (session.status !== 'open') return refusal('resource_not_open', 400)
  session.status = 'expired'
  return success(sessionBody(session, { form: {} }))
}

function chargeOf(state: StandIn, { account }: Sent, id: string): Answer {
  const session = state.sessions.find((each) => each.charge === id && each.account === account)
  return session ? success({ id, object: 'charge', payment_intent: session.payment }) : notFound()
}

function makeRefund(state: StandIn, { form, account, idempotencyKey }: Sent): Answer {
  const session = state.sessions.find(
    (each) => each.payment === form['payment_intent'] && each.account === account,
  )
  if (!session) return notFound()
  if (!/^(entry|checkout)-\d+-\w{64}$/.test(idempotencyKey ?? ''))
    state.complaints.push('a refund without key')
  const back = state.refunds.filter(({ charge }) => charge === session.charge)
  const remaining = session.cents - back.reduce((sum, { cents }) => sum + cents, 0)
  const cents = Number(form['amount'])
  if (cents > remaining) return refusal('charge_already_refunded', 400)
  const withFee = form['refund_application_fee'] === 'true'
  if (withFee && session.fee === 0) return refusal('no_application_fee', 400)
  const refund = Object.assign(state.refund(session, cents), {
    withFee,
    metadata: fieldsUnder(form, 'metadata'),
  })
  return success(refundBody(refund))
}

/** The platform's fees: a request in the name of a connected account does not find them. */
function feesOf(state: StandIn, { form, account }: Sent): Answer {
  if (state.hidesFees) return refusal('insufficient_permissions', 403)
  const session = state.sessions.find((each) => each.charge === form['charge'])
  if (account || !session || session.fee === 0) return listAnswer([])
  const back = state.refunds.filter((each) => each.charge === session.charge)
  // All that is left of the fee goes back with the last part of the charge.
  const isWhole = back.reduce((sum, { cents }) => sum + cents, 0) === session.cents
  const parts = back.filter(({ withFee }) => withFee)
  const returned =
    isWhole && back.at(-1)?.withFee
      ? session.fee
      : parts.reduce((sum, { cents }) => sum + Math.round((session.fee * cents) / session.cents), 0)
  const fee = { id: `fee_${session.id}`, object: 'application_fee', charge: session.charge }
  return listAnswer([{ ...fee, amount: session.fee, amount_refunded: returned }])
}

function refundsOf(state: StandIn, { form, account }: Sent): Answer {
  const found = state.refunds.filter(
    (each) =>
      each.account === account &&
      (each.charge === form['charge'] || each.payment === form['payment_intent']),
  )
  return listAnswer(found.map(refundBody))
}

function fieldsUnder(form: Sent['form'], name: string): Record<string, string> {
  const answerOwn = Object.entries(form).filter(([key]) => key.startsWith(`${name}[`))
  return Object.fromEntries(
    answerOwn.map(([key, value]) => [key.slice(name.length + 1, -1), value]),
  )
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
  const fields = { charge, payment_intent: payment, amount: cents, currency: 'usd' }
  return { id, object: 'refund', ...fields, status, metadata }
}

function disputeBody({ id, payment, cents, status }: Dispute) {
  return { id, object: 'dispute', payment_intent: payment, amount: cents, currency: 'usd', status }
}

function accountOf(state: StandIn, _: Sent, id: string): Answer {
  const found = connectedAccount(state, id)
  return found ? success(accountBody(found)) : refusal('account_invalid', 403)
}

function connectedAccount(
  { accounts }: StandIn,
  id: string | null | undefined,
): Account | undefined {
  return accounts.find((each) => each.id === id && !each.gone)
}

function answerOwn<T extends { id: string; account: string }>(
  all: T[],
  { sent, id }: { sent: Sent; id: string },
  body: (found: T, sent: Sent) => object,
): Answer {
  const found = all.find((each) => each.id === id && each.account === sent.account)
  return found ? success(body(found, sent)) : notFound()
}

function success(body: object): Answer {
  return { status: 200, body }
}

function listAnswer(data: object[]): Answer {
  return success({ object: 'list', data, has_more: false, url: '/v1/list' })
}

function notFound(): Answer {
  return refusal('resource_missing', 404)
}

function refusal(code: string, status: number): Answer {
  const message = 'No such thing of payer-canary@example.org'
  return { status, body: { error: { type: 'invalid_request_error', code, message } } }
}
