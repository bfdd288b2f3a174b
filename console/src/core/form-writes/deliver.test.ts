import { expect, test } from 'vitest'
import { mulberry32 } from '../../../../events/simulation/random.ts'
import { fakeClock } from '../../../../test/support/console-session.ts'
import { rest } from '../rest.ts'
import { attemptBy } from '../outbox/attempt.ts'
import { deliver } from './deliver.ts'
import type { ServerAnswer } from './deliver.ts'

type NetworkState = 'up' | 'down' | 'silent' | 'busy'

/** A server that executes each id once, behind a network that can lose requests and answers. */
function setup() {
  const clock = fakeClock(1_000_000)
  const network: { state: NetworkState; losesAnswers: boolean } = {
    state: 'up',
    losesAnswers: false,
  }
  const [requests, done, states]: [string[], Set<string>, string[]] = [[], new Set(), []]
  const fetch = (async (_: string, init: RequestInit) => {
    const id = (init.headers as Record<string, string>)['Idempotency-Key']!
    requests.push(id)
    await new Promise<void>((resolve) => clock.after(20, resolve))
    if (network.state === 'silent') await new Promise(() => {})
    if (network.state === 'down') throw new TypeError('Failed to fetch')
    if (network.state === 'busy')
      return Response.json({}, { status: 503, headers: { 'Retry-After': '2' } })
    done.add(id)
    if (network.losesAnswers) throw new TypeError('Failed to fetch')
    return Response.json({ id: 7 })
  }) as typeof globalThis.fetch
  const write = rest.patch('/api/tournament/team/:id/', { id: 7 }, { name: 'Bees' })
  const ended: (ServerAnswer | null)[] = []
  const begin = () => {
    const delivery = deliver(write, 'one', {
      attempt: attemptBy(fetch, 'Desk'),
      clock,
      random: mulberry32(1),
      changed: (state) => states.push(state),
    })
    void delivery.answered.then((answered) => ended.push(answered))
    return delivery
  }
  return { clock, network, requests, done, states, ended, begin }
}

test('P2: a form saved while the network is down is retried under one id until it is back', async () => {
  const { clock, network, requests, done, states, ended, begin } = setup()
  network.state = 'down'
  begin()
  await clock.turn(20_000)
  expect(states).toEqual(['offline'])
  expect(requests.length).toBeGreaterThan(3)
  network.state = 'up'
  await clock.turn(15_000)
  expect(new Set(requests)).toEqual(new Set(['one']))
  expect([...done]).toEqual(['one'])
  expect(ended[0]?.answer).toEqual({ id: 7 })
  const times = requests.length
  await clock.turn(120_000)
  expect(requests.length).toBe(times)
})

test('P2: a form whose answer was lost takes effect once', async () => {
  const { clock, network, done, ended, begin } = setup()
  network.losesAnswers = true
  begin()
  await clock.turn(5_000)
  expect(ended).toEqual([])
  network.losesAnswers = false
  await clock.turn(15_000)
  expect([...done]).toEqual(['one'])
  expect(ended.length).toBe(1)
})

test('ux 13: without an answer a form is late after 3 s, and retry sends the same id again', async () => {
  const { clock, network, requests, states, ended, begin } = setup()
  network.state = 'silent'
  const delivery = begin()
  await clock.turn(2_999)
  expect(states).toEqual([])
  await clock.turn(1)
  expect(states).toEqual(['late'])
  network.state = 'up'
  delivery.retry()
  await clock.turn(100)
  expect([requests, ended.length]).toEqual([['one', 'one'], 1])
})

test('ux 20: after a minute nothing is retried automatically', async () => {
  const { clock, network, requests, states, ended, begin } = setup()
  network.state = 'down'
  const delivery = begin()
  await clock.turn(90_000)
  expect(states.at(-1)).toBe('asking')
  network.state = 'up'
  const times = requests.length
  delivery.retryNow()
  await clock.turn(600_000)
  expect(requests.length).toBe(times)
  delivery.retry()
  await clock.turn(100)
  expect(ended[0]?.answer).toEqual({ id: 7 })
})

test('a busy server is retried after its Retry-After, and a dropped form is not sent again', async () => {
  const { clock, network, requests, ended, begin } = setup()
  network.state = 'busy'
  const delivery = begin()
  await clock.turn(1_990)
  expect(requests.length).toBe(1)
  await clock.turn(40)
  expect(requests.length).toBe(2)
  delivery.drop()
  await clock.turn(60_000)
  expect([requests.length, ended]).toEqual([2, [null]])
})
