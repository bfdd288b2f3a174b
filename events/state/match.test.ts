import { describe, expect, test } from 'vitest'
import type { Event } from '../schema/event.ts'
import type { MatchPlan } from '../schema/parts/shapes.ts'
import { matchFromPlan, score } from './match.ts'
import type { Match } from './match.ts'
import { emptyTournament, evolve } from './tournament.ts'

const plan: MatchPlan = {
  match: 7,
  num: 1,
  type: null,
  roundNum: 1,
  roundName: 'Finals',
  slots: [{ team: 1 }, { team: 2 }],
  winnerTo: null,
  loserTo: null,
  winnerPlace: 1,
  loserPlace: 2,
  ifNeeded: false,
  isFlipped: false,
}
const fresh = matchFromPlan(3, plan)
type MatchEvent = Extract<Event, { match: number }>
type MatchEventFields = MatchEvent extends infer E
  ? E extends MatchEvent
    ? Omit<E, 'v' | 'match'>
    : never
  : never

function after(...events: MatchEventFields[]): Match {
  const planned = { ...emptyTournament(1), matches: { 7: fresh } }
  const all = events.map((event): Event => ({ v: 1, match: 7, ...event }))
  return all.reduce(evolve, planned).matches[7]!
}

const at = '2026-05-02T18:00:00.000Z'
const later = '2026-05-02T19:00:00.000Z'
const started = (cabinet: number, when = at): MatchEventFields => {
  return { type: 'MatchStarted', cabinet, isWarmup: false, isFlipped: false, at: when }
}
const won = (game: string, winner: 0 | 1, counted = true): MatchEventFields => {
  const how = { winCondition: 'snail', mapName: 'Day', seconds: 80 }
  return { type: 'GameCounted', game, winner, ...how, cabinet: 4, counted }
}

describe('a match', () => {
  test('has no cabinet, result or score when it is planned', () =>
    expect([fresh.cabinet, fresh.result, score(fresh)]).toEqual([null, null, [0, 0]]))

  test('keeps the time of its first start', () =>
    expect(
      after(started(4), { type: 'MatchStopped', reason: 'stopped' }, started(5, later)),
    ).toMatchObject({
      cabinet: 5,
      startedAt: at,
    }))

  test('remembers each cabinet it was started on once, the last one last', () =>
    expect(after(started(4), started(5), started(4)).startedOn).toEqual([5, 4]))

  test('has a score from its games and manual adjustments', () =>
    expect(
      score(after(won('a', 0), won('b', 1), { type: 'ScoreAdjusted', slot: 1, by: 2 })),
    ).toEqual([1, 3]))

  test('R-CMD-3: never has a score below 0', () =>
    expect(score(after({ type: 'ScoreAdjusted', slot: 0, by: -2 }, won('a', 0)))).toEqual([0, 0]))

  test('R-WU-2: does not count a warm-up game, and the warm-up ends with it', () =>
    expect(after({ type: 'WarmupSet', on: true }, won('a', 0, false))).toMatchObject({
      isWarmup: false,
      games: [],
    }))

  test('R-ST-7: changes only its flag when sides are swapped', () =>
    expect(after(won('a', 0), { type: 'SidesSet', isFlipped: true })).toEqual({
      ...after(won('a', 0)),
      isFlipped: true,
    }))

  test('leaves its cabinet when it is complete', () =>
    expect(
      after(started(4), { type: 'MatchCompleted', winner: 0, score: [2, 1], at: later }),
    ).toMatchObject({ cabinet: null, result: { winner: 0, score: [2, 1], at: later } }))

  test('R-ST-8: keeps its games when it is reopened', () =>
    expect(
      after(
        won('a', 0),
        { type: 'MatchCompleted', winner: 0, score: [1, 0], at: later },
        { type: 'MatchReopened' },
      ),
    ).toEqual(after(won('a', 0))))

  test('can lose a team that was set by hand', () =>
    expect(after({ type: 'SlotFilled', slot: 1, team: null }).slots).toEqual([
      { team: 1 },
      { open: true },
    ]))
})
