import { describe, expect, test } from 'vitest'
import { callsOf } from './calls.ts'
import type { CallInput } from './calls.ts'

type Match = CallInput['matches'][number]
/** Match 1 of teams 11 and 12, match 2 of teams 21 and 22, and so on, on no cabinet. */
function match(id: number, more: Partial<Match> = {}): Match {
  const plain = { blueTeam: id * 10 + 1, goldTeam: id * 10 + 2, activeCabinet: null }
  return { id, ...plain, isComplete: false, ...more }
}
const queue = (id: number, cabinets: number[], matches: number[], enabled = true) => {
  return { id, enabled, cabinets, matches }
}
const timer = (cabinet: number, second: number, waits: string | null = null) => {
  return { cabinet, dueAt: `2026-05-02T18:00:${second}.000Z`, waits }
}
const calls = (input: Partial<CallInput>) =>
  Object.fromEntries(callsOf({ queues: [], timers: [], matches: [], ...input }))
const six = [1, 2, 3, 4, 5, 6].map((id) => match(id))
const line = queue(1, [1], [2, 3, 4, 5, 6])
const on = match(1, { activeCabinet: 1 })

describe('R-QU-4: the call of a match', () => {
  test('follows from its position: on, next, and soon up to three matches away', () =>
    expect(calls({ queues: [line], matches: [on, ...six.slice(1)] })).toEqual({
      1: 'on',
      2: 'now',
      3: 'soon',
      4: 'soon',
      5: 'soon',
    }))

  test('is on deck while the timer that will start it runs', () =>
    expect(calls({ queues: [line], timers: [timer(1, 30)], matches: six })).toEqual({
      2: 'on_deck',
      3: 'soon',
      4: 'soon',
      5: 'soon',
    }))

  test('does not count matches that wait for their teams, which come after the others', () => {
    const waiting = [match(2, { goldTeam: null }), match(3, { blueTeam: null })]
    const matches = [on, ...waiting, ...six.slice(3)]
    const near = { 1: 'on', 4: 'now', 5: 'soon', 6: 'soon' }
    expect(calls({ queues: [line], matches })).toEqual({ ...near, 2: 'soon' })
    const longer = queue(1, [1], [2, 3, 4, 5, 6, 7])
    expect(calls({ queues: [longer], matches: [...matches, match(7)] })).toEqual({
      ...near,
      7: 'soon',
    })
  })

  test('skips a match whose team plays on another cabinet, but not on this one', () => {
    const elsewhere = match(9, { activeCabinet: 2, blueTeam: 21 })
    const here = match(1, { activeCabinet: 1, goldTeam: 31 })
    const matches = [here, elsewhere, ...six.slice(1)]
    expect(calls({ queues: [line], matches })).toMatchObject({ 2: 'soon', 3: 'now' })
  })

  test('is the same for two cabinets that share a queue, but each timer has its own match', () => {
    const shared = queue(1, [1, 2], [2, 3, 4, 5, 6])
    expect(calls({ queues: [shared], matches: six })).toMatchObject({ 2: 'now', 3: 'soon' })
    const timers = [timer(1, 40), timer(2, 30)]
    const both = calls({ queues: [shared], timers, matches: six })
    expect(both).toMatchObject({ 2: 'on_deck', 3: 'on_deck', 4: 'soon' })
    const one = calls({ queues: [shared], timers: [timer(2, 30)], matches: six })
    expect(one).toMatchObject({ 2: 'on_deck', 3: 'now', 4: 'soon' })
  })

  test('counts through the queues of a cabinet one after the other, as SelectNext does', () => {
    const queues = [queue(2, [1], [4, 5, 6]), queue(1, [1], [2, 3])]
    expect(calls({ queues, matches: six })).toEqual({ 2: 'now', 3: 'soon', 4: 'soon', 5: 'soon' })
  })

  test('does not exist in a disabled queue, and is not on deck by a timer that waits', () => {
    expect(calls({ queues: [queue(1, [1], [2, 3], false)], matches: six })).toEqual({})
    const timers = [timer(1, 30, 'M2 waits')]
    expect(calls({ queues: [line], timers, matches: six })).toMatchObject({ 2: 'now' })
  })
})
