// Fixture for tests of payments: two scenes with the Stripe stand-in.
import { randomUUID } from 'node:crypto'
import { expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, TwoScenes, Reply, Caller } from '../support/two-scenes.ts'
import { until } from '../support/desk-client.ts'
import { startStripe } from './stripe-stand-in.ts'
import type { Posted, StandIn } from './stripe-stand-in.ts'
import type { Session } from './stripe-accounts.ts'

export type PaymentsFixture = {
  fixture: TwoScenes
  stripe: StandIn
  /** a tournament that accepts payments to the scene's account */
  tournament(): Promise<number>
  option(tournament: number, more?: object): Promise<number>
  player(tournament: number, more?: object): Promise<number>
  read(who: Caller, path: string): Promise<Body>
  send(method: string, path: string, body?: object): Promise<Body>
  attempt(who: Caller, method: string, path: string, body?: object): Promise<Reply>
  /** starts a checkout for what the player owes; its session at the stand-in */
  checkout(player: number, body?: object): Promise<Session>
  /** a new player who has paid this amount by card */
  paidByCard(tournament: number, cents: number): Promise<{ player: number; session: Session }>
  /** log lines */
  lines: string[]
  /** posts an event to the webhook over HTTP; the status */
  post(event: Posted): Promise<number>
  /** waits until all stored events are handled */
  allEventsHandled(): Promise<void>
  /** posts an event and waits until it is handled */
  deliver(type: string, object: string): Promise<void>
  /** entries of the ledger, in order */
  ledger(tournament: number, player?: number): Promise<Body[]>
  isPaid(player: number): Promise<boolean>
  stop(): Promise<void>
}

const t = '/api/tournament'

export async function startPayments(): Promise<PaymentsFixture> {
  const stripe = await startStripe()
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const fixture = await startTwoScenes({ stripe: stripe.keys, logTo })
  const send: PaymentsFixture['send'] = async (method, path, body = {}) => {
    const headers = { 'idempotency-key': randomUUID() }
    return (await expectOk(fixture.call('admin', method, `${t}/${path}`, { body, headers }))).body
  }
  const read: PaymentsFixture['read'] = async (who, path) =>
    (await expectOk(fixture.call(who, 'GET', `${t}/${path}`))).body
  const post: PaymentsFixture['post'] = async ({ text, headers }) => {
    const response = await fetch(`${fixture.app.url}/api/stripe/webhook/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
      body: text,
    })
    await response.text()
    return response.status
  }
  const allEventsHandled = () =>
    until('every event to be dealt with', async () => {
      const { rows } = await fixture.app.store.pool.query(
        'select id from kept.stripe_event where due_at is not null',
      )
      return rows.length === 0
    })

  const payments: PaymentsFixture = {
    fixture,
    lines,
    stripe,
    send,
    read,
    attempt: (who, method, path, body) =>
      fixture.call(who, method, `${t}/${path}`, method === 'GET' ? {} : { body: body ?? {} }),
    async tournament() {
      const name = `Friday ${randomUUID().slice(0, 8)}`
      const body = { scene: fixture.scene, name, date: '2026-01-02', allowRegistration: true }
      const { id } = await send('POST', 'tournament/', body)
      await send('PUT', `tournament/${id}/stripe/`)
      Object.assign(stripe.accounts[0]!, { details: true, charges: true })
      await read('admin', `tournament/${id}/payment-account/`)
      await send('PATCH', `tournament/${id}/`, { acceptPayments: true })
      return id
    },
    option: async (tournament, more = {}) =>
      (
        await send('POST', 'payment-option/', {
          tournament,
          name: 'Entry',
          price: '12.50',
          ...more,
        })
      ).id,
    player: async (tournament, more = {}) =>
      (await send('POST', 'player/', { tournament, name: 'Dee', ...more })).id,
    async checkout(player, body = {}) {
      const { url } = await send('POST', `player/${player}/checkout/`, body)
      return stripe.sessions.find((session) => session.url === url)!
    },
    async paidByCard(tournament, cents) {
      const player = await payments.player(tournament, { price: cents })
      const session = stripe.pay((await payments.checkout(player)).id)
      await payments.deliver('checkout.session.completed', session.id)
      return { player, session }
    },
    post,
    allEventsHandled,
    async deliver(type, object) {
      const status = await post(stripe.event(type, object))
      if (status !== 200) throw new Error(`${type}: ${status}`)
      await allEventsHandled()
    },
    async ledger(tournament, player) {
      const filter = player === undefined ? '' : `&playerId=${player}`
      const path = `ledger/?tournamentId=${tournament}&rowsPerPage=1000${filter}`
      return (await read('admin', path)).results
    },
    isPaid: async (player) => (await read('admin', `player/${player}/`)).paid,
    async stop() {
      await fixture.app.stop()
      await stripe.down()
    },
  }
  return payments
}
