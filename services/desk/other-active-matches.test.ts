import { expect, test } from 'vitest'
import type { Event } from '#events/schema/event.ts'
import { openActiveMatchIndex } from './other-active-matches.ts'

const on = (match: number, cabinet: number) =>
  ({ type: 'MatchStarted', v: 1, match, cabinet }) as unknown as Event
const off = (match: number) => ({ type: 'MatchStopped', v: 1, match }) as unknown as Event
const deleted = { type: 'TournamentDeleted', v: 1 } as unknown as Event

test('a cabinet has the matches, of all tournaments, that were put on it and not taken off', () => {
  const matches = openActiveMatchIndex()
  matches.take({ tournament: 1, events: [on(11, 7), on(12, 8)] })
  matches.take({ tournament: 2, events: [on(21, 7)] })
  const matchesOn = (...cabinets: number[]) => matches.on(cabinets).map(({ match }) => match)
  expect(matchesOn(7)).toEqual([11, 21])
  matches.take({ tournament: 1, events: [on(11, 9)] }) // moved
  expect([matchesOn(7), matchesOn(8, 9)]).toEqual([[21], [12, 11]])
  matches.take({ tournament: 2, events: [off(21)] })
  matches.take({ tournament: 1, events: [deleted] })
  expect([matchesOn(7, 8, 9), matches.all()]).toEqual([[], []])
})

test('continues from saved matches as if it had read their commits', () => {
  const matches = openActiveMatchIndex()
  matches.take({ tournament: 1, events: [on(11, 7), on(12, 8)] })
  const again = openActiveMatchIndex(JSON.parse(JSON.stringify(matches.all())))
  again.take({ tournament: 1, events: [off(11)] })
  expect(again.all()).toEqual([{ tournament: 1, match: 12, cabinet: 8 }])
  expect(again.on([7])).toEqual([])
})
