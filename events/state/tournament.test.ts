import { describe, expect, test } from 'vitest'
import type { Event } from '../schema/event.ts'
import { emptyTournament, evolve, fold } from './tournament.ts'
import type { Tournament } from './tournament.ts'

const planOf = (id: number) => ({
  match: id,
  num: id,
  type: null,
  roundNum: 1,
  roundName: 'Round 1',
  slots: [{ team: 1 }, { team: 2 }] as [{ team: number }, { team: number }],
  winnerTo: null,
  loserTo: null,
  winnerPlace: null,
  loserPlace: null,
  ifNeeded: false,
  isFlipped: false,
})
const queue = (id: number, ...matches: number[]): Event[] => [
  { type: 'QueueCreated', v: 1, queue: id, name: `Q${id}`, cabinets: [id], autoCreated: true },
  { type: 'QueueOrdered', v: 1, queue: id, matches },
]
const stage: Event = {
  type: 'StageCreated',
  v: 1,
  stage: 3,
  settings: {
    name: 'Main',
    stageType: 'round_robin',
    roundsPerMatch: 0,
    winsPerMatch: 0,
    matchesPerOpponent: 1,
    addTiebreaker: false,
    thirdPlaceMatch: false,
    queueTimer: 30,
    autoWarmup: 'never',
    randomizeSides: false,
    stageTiebreakers: ['dice_roll'],
  },
  dice: 'ab',
}
const matchesCreated: Event = {
  type: 'MatchesCreated',
  v: 1,
  stage: 3,
  matches: [1, 2].map(planOf),
}
const at = '2026-05-02T18:00:00.000Z'
const timer: Event = { type: 'TimerArmed', v: 1, cabinet: 5, after: 1, dueAt: at }
const startOn = (match: number, cabinet: number): Event => {
  return { type: 'MatchStarted', v: 1, match, cabinet, isWarmup: false, isFlipped: false, at }
}
const began = (game: string, match = 1): Event => {
  return { type: 'GameBegan', v: 1, game, match, cabinet: 5, blue: 1 }
}

function after(...events: Event[]): Tournament {
  return events.reduce(evolve, emptyTournament(1))
}

describe('a tournament', () => {
  test('P5: has the version of its last commit', () =>
    expect(fold(emptyTournament(1), { version: 4, events: [] }).version).toBe(4))

  test('keeps its cabinets in the order they were assigned', () => {
    const cabinets = [9, 2].map((id) => ({ id, name: `Cabinet ${id}` }))
    const places = Object.values(after({ type: 'CabinetsAssigned', v: 1, cabinets }).cabinets)
    expect(places.toSorted((a, b) => a.place - b.place).map(({ id }) => id)).toEqual([9, 2])
  })

  test('ends its timers when it is deleted', () =>
    expect(after(timer, { type: 'TournamentDeleted', v: 1 })).toMatchObject({
      deleted: true,
      timers: {},
    }))

  test('P6: parts that did not change stay the same objects', () => {
    const before = after(stage, matchesCreated, ...queue(5, 1, 2))
    const changed = evolve(before, { type: 'ScoreAdjusted', v: 1, match: 1, slot: 0, by: 1 })
    expect([changed.queues === before.queues, changed.matches[2] === before.matches[2]]).toEqual([
      true,
      true,
    ])
  })

  test('P7: ignores an event of a match that does not exist', () => {
    const before = after(stage, matchesCreated)
    expect(evolve(before, startOn(9, 5))).toBe(before)
  })
})

describe('a stage', () => {
  test('loses its matches when they are dropped, with their games and places in queues', () =>
    expect(
      after(stage, matchesCreated, ...queue(5, 1), began('g'), {
        type: 'MatchesDropped',
        v: 1,
        stage: 3,
      }),
    ).toMatchObject({
      matches: {},
      games: {},
      queues: { 5: { matches: [] } },
      stages: { 3: { created: false } },
    }))

  test('is removed with all of that when it is deleted', () =>
    expect(
      after(stage, matchesCreated, ...queue(5, 1), { type: 'StageDeleted', v: 1, stage: 3 }),
    ).toMatchObject({ stages: {}, matches: {}, queues: { 5: { matches: [] } } }))
})

describe('queues', () => {
  test('R-QU-1: have a match in at most one queue', () =>
    expect(after(...queue(5, 1, 2), ...queue(6, 2)).queues).toMatchObject({
      5: { matches: [1] },
      6: { matches: [2] },
    }))

  test('R-ST-1: lose a match that starts, and its cabinet loses its timer', () => {
    const t = after(stage, matchesCreated, ...queue(6, 1, 2), timer, startOn(1, 5))
    expect([t.queues[6]?.matches, t.timers]).toEqual([[2], {}])
  })

  test('R-ST-4: lose a match that is complete', () => {
    const won = { winner: 0, score: [1, 0] as [number, number], at } as const
    const complete: Event = { type: 'MatchCompleted', v: 1, match: 1, ...won }
    expect(after(stage, matchesCreated, ...queue(6, 1, 2), complete).queues[6]?.matches).toEqual([
      2,
    ])
  })
})

describe('games', () => {
  test('R-GE-4: keep the side they began on', () =>
    expect(after(stage, matchesCreated, began('g')).games['g']).toMatchObject({
      blue: 1,
      status: 'running',
    }))

  test('run one at a time on a cabinet', () =>
    expect(after(stage, matchesCreated, began('g'), began('h')).games).toMatchObject({
      g: { status: 'unfinished' },
      h: { status: 'running' },
    }))
})

describe('R-UN-1: a restored record', () => {
  test('equals the earlier record', () => {
    const before = after(stage, matchesCreated)
    const started = evolve(before, startOn(1, 5))
    const record = before.matches[1] as never
    expect(evolve(started, { type: 'Restored', v: 1, kind: 'matches', id: '1', record })).toEqual(
      before,
    )
  })

  test('is removed if there was none', () =>
    expect(
      after(timer, { type: 'Restored', v: 1, kind: 'timers', id: '5', record: null }).timers,
    ).toEqual({}))
})
