import { expect, test } from 'vitest'
import { fakeClock, seeded } from '../../../../test/support/console-session.ts'
import { rest } from '../rest.ts'
import { attemptBy } from './attempt.ts'
import { deliver } from './deliver.ts'
import type { Answered } from './deliver.ts'

type Line = 'up' | 'down' | 'silent' | 'busy'

/** A desk that does a thing once an id, behind a line that can be lost on the way there or back. */
function form() {
  const clock = fakeClock(1_000_000)
  const line: { is: Line; losesAnswers: boolean } = { is: 'up', losesAnswers: false }
  const [asked, done, states]: [string[], Set<string>, string[]] = [[], new Set(), []]
  const fetch = (async (_: string, init: RequestInit) => {
    const id = (init.headers as Record<string, string>)['Idempotency-Key']!
    asked.push(id)
    await new Promise<void>((resolve) => clock.after(20, resolve))
    if (line.is === 'silent') await new Promise(() => {})
    if (line.is === 'down') throw new TypeError('Failed to fetch')
    if (line.is === 'busy')
      return Response.json({}, { status: 503, headers: { 'Retry-After': '2' } })
    done.add(id)
    if (line.losesAnswers) throw new TypeError('Failed to fetch')
    return Response.json({ id: 7 })
  }) as typeof globalThis.fetch
  const write = rest.patch('/api/tournament/team/:id/', { id: 7 }, { name: 'Bees' })
  const ended: (Answered | null)[] = []
  const begin = () => {
    const delivery = deliver(write, 'one', {
      attempt: attemptBy(fetch, 'Desk'),
      clock,
      random: seeded(1),
      changed: (state) => states.push(state),
    })
    void delivery.answered.then((answered) => ended.push(answered))
    return delivery
  }
  return { clock, line, asked, done, states, ended, begin }
}

test('P2: a form saved while the line is down is sent under one id until it is back', async () => {
  const { clock, line, asked, done, states, ended, begin } = form()
  line.is = 'down'
  begin()
  await clock.turn(20_000)
  expect(states).toEqual(['offline'])
  expect(asked.length).toBeGreaterThan(3)
  line.is = 'up'
  await clock.turn(15_000)
  expect(new Set(asked)).toEqual(new Set(['one']))
  expect([...done]).toEqual(['one'])
  expect(ended[0]?.answer).toEqual({ id: 7 })
  const times = asked.length
  await clock.turn(120_000)
  expect(asked.length).toBe(times)
})

test('P2: one whose answer was lost is done once', async () => {
  const { clock, line, done, ended, begin } = form()
  line.losesAnswers = true
  begin()
  await clock.turn(5_000)
  expect(ended).toEqual([])
  line.losesAnswers = false
  await clock.turn(15_000)
  expect([...done]).toEqual(['one'])
  expect(ended.length).toBe(1)
})

test('ux 13: without an answer it is not saved yet after 3 s; Retry sends the same again', async () => {
  const { clock, line, asked, states, ended, begin } = form()
  line.is = 'silent'
  const delivery = begin()
  await clock.turn(2_999)
  expect(states).toEqual([])
  await clock.turn(1)
  expect(states).toEqual(['late'])
  line.is = 'up'
  delivery.retry()
  await clock.turn(100)
  expect([asked, ended.length]).toEqual([['one', 'one'], 1])
})

test('ux 20: after a minute nothing is sent unasked', async () => {
  const { clock, line, asked, states, ended, begin } = form()
  line.is = 'down'
  const delivery = begin()
  await clock.turn(90_000)
  expect(states.at(-1)).toBe('asking')
  line.is = 'up'
  const times = asked.length
  delivery.wake()
  await clock.turn(600_000)
  expect(asked.length).toBe(times)
  delivery.retry()
  await clock.turn(100)
  expect(ended[0]?.answer).toEqual({ id: 7 })
})

test('a busy server is asked again when it said; what is dropped is sent no more', async () => {
  const { clock, line, asked, ended, begin } = form()
  line.is = 'busy'
  const delivery = begin()
  await clock.turn(1_990)
  expect(asked.length).toBe(1)
  await clock.turn(40)
  expect(asked.length).toBe(2)
  delivery.drop()
  await clock.turn(60_000)
  expect([asked.length, ended]).toEqual([2, [null]])
})
