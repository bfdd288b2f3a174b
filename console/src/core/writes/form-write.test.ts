import { expect, onTestFinished, test } from 'vitest'
import { mulberry32 } from '#events/simulation/random.ts'
import { fakeClock } from '#test/support/console-session.ts'
import { rest } from '../rest.ts'
import { attemptBy } from './attempt.ts'
import type { ServerAnswer } from './attempt.ts'
import { send } from './form-write.ts'
import { useUnsent } from './unsent.ts'

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
    const attempt = attemptBy(fetch, 'Desk')
    void send(write, 'one', { attempt, clock, random: mulberry32(1) }).then((answered) =>
      ended.push(answered),
    )
  }
  const form = () => useUnsent.getState()[0]!
  onTestFinished(
    useUnsent.subscribe(([now], [before]) => {
      if (now && before && now.state !== before.state) states.push(now.state)
    }),
  )
  return { clock, network, requests, done, states, ended, begin, form }
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
  const { clock, network, requests, states, ended, begin, form } = setup()
  network.state = 'silent'
  begin()
  await clock.turn(2_999)
  expect([states, form().isOverdue]).toEqual([[], undefined])
  await clock.turn(1)
  expect([states, form().isOverdue]).toEqual([['late'], true])
  network.state = 'up'
  form().retry()
  await clock.turn(100)
  expect([requests, ended.length]).toEqual([['one', 'one'], 1])
})

test('ux 20: after a minute nothing is retried automatically', async () => {
  const { clock, network, requests, states, ended, begin, form } = setup()
  network.state = 'down'
  begin()
  await clock.turn(60_000)
  const times = requests.length
  await clock.turn(30_000)
  expect(states.at(-1)).toBe('asking')
  network.state = 'up'
  form().sendNow()
  await clock.turn(600_000)
  expect(requests.length).toBe(times)
  form().retry()
  await clock.turn(100)
  expect(ended[0]?.answer).toEqual({ id: 7 })
})

test('a busy server is retried after its Retry-After, and a dropped form is not sent again', async () => {
  const { clock, network, requests, states, ended, begin, form } = setup()
  network.state = 'busy'
  begin()
  await clock.turn(1_000)
  form().sendNow()
  await clock.turn(990)
  expect(requests.length, 'the server has asked to wait').toBe(1)
  await clock.turn(40)
  expect(requests.length).toBe(2)
  expect([states, form().isOverdue], 'it is shown as not saved yet').toEqual([[], true])
  form().drop()
  await clock.turn(60_000)
  expect([requests.length, ended]).toEqual([2, [null]])
})
