import { expect, test } from 'vitest'
import type { CommandOf } from '#events/schema/command.ts'
import { Event } from '#events/schema/event.ts'
import { standingRows } from '#events/view/standing-rows.ts'
import { emptyTournament, fold } from '#events/state/tournament.ts'
import { score } from '#events/state/match.ts'
import { settings } from '#test/desk/story.ts'
import { decide } from '../decide.ts'
import { isRefusal } from './decision.ts'

type Import = CommandOf<'ImportTournament'>
type Match = Import['matches'][number]

const match = (id: number, change: Partial<Match> = {}): Match => ({
  match: id,
  stage: 1,
  num: id,
  type: null,
  roundNum: 1,
  roundName: 'Round 1',
  slots: [{ team: 1 }, { team: 2 }],
  winnerTo: null,
  loserTo: null,
  winnerPlace: null,
  loserPlace: null,
  ifNeeded: false,
  isFlipped: false,
  adjusted: [0, 0],
  result: null,
  note: null,
  ...change,
})
const stage = (id: number, change: Partial<Import['stages'][number]> = {}) => ({
  stage: id,
  settings: settings(),
  dice: '0'.repeat(64),
  seeds: [{ team: 1 }, { team: 2 }],
  groupSet: null,
  decides: null,
  withdrawn: [],
  ...change,
})
const result = {
  winner: 1 as const,
  score: [1, 2] as [number, number],
  at: '2026-01-02T20:00:00.000Z',
}
const won = { ...result, forfeit: false }
const whole: Import = {
  type: 'ImportTournament',
  scene: 1,
  name: 'Cup',
  slug: 'cup',
  date: '2026-01-02',
  linkType: 'hivemind',
  cabinets: [{ id: 1, name: 'North' }],
  teams: [1, 2].map((team) => ({ team, name: `Team ${team}` })),
  stages: [stage(1)],
  matches: [
    match(1, { adjusted: [1, 1], result: won, note: 'Typed.' }),
    match(2, { result: { ...result, score: [0, 0], forfeit: true } }),
  ],
  games: [
    {
      match: 1,
      game: 'g1',
      winner: 1,
      winCondition: 'snail',
      mapName: 'Day',
      seconds: 90,
      cabinet: 1,
      blue: 0,
    },
  ],
}

function decided(change: Partial<Import> = {}, before = emptyTournament(1)) {
  const command = { ...whole, ...change }
  return decide(before, command, {
    now: '2026-01-03T20:00:00.000Z',
    ids: [],
    secret: '1'.repeat(64),
    offline: [],
  })
}

test('an import is one commit of existing event types', () => {
  const decision = decided()
  if (isRefusal(decision)) throw new Error(decision.detail)
  expect(decision.events.map((event) => Event.parse(event))).toEqual(decision.events)
  const t = fold(emptyTournament(1), { version: 1, events: decision.events })
  expect([t.name, t.isActive, Object.keys(t.games)]).toEqual(['Cup', false, ['g1']])
  expect(score(t.matches[1]!)).toEqual([1, 2])
  expect(t.matches[1]).toMatchObject({ note: 'Typed.', cabinet: null, result: { winner: 1 } })
  expect(t.matches[2]?.result?.forfeit).toBe(true)
  expect(standingRows(t, t.stages[1]!).map((row) => row.team)).toEqual([2, 1])
  expect(decided({}, t)).toMatchObject({ refused: 'TOURNAMENT_EXISTS' })
})

test.each<[string, Partial<Import>, string]>([
  ['a team twice', { teams: [...whole.teams, ...whole.teams] }, 'A team appears twice.'],
  ['a team that is not there', { teams: [{ team: 1, name: 'A' }] }, 'There is no team 2.'],
  ['a stage that is not there', { stages: [] }, 'There is no stage 1.'],
  ['a cabinet that is not there', { cabinets: [] }, 'There is no cabinet 1.'],
  [
    'a match that is not there',
    { matches: [match(1, { winnerTo: { match: 7, slot: 0 } })] },
    'There is no match 7.',
  ],
  [
    'matches that wait for each other',
    {
      matches: [
        match(1, { slots: [{ team: 1 }, { loserOf: 2 }] }),
        match(2, { slots: [{ winnerOf: 1 }, { team: 2 }] }),
      ],
    },
    'stage 1 waits for itself, in a circle.',
  ],
  [
    'stages that wait for each other',
    {
      stages: [
        stage(1, { seeds: [{ placeOf: { stage: 2, place: 1 } }] }),
        stage(2, { seeds: [{ placeOf: { stage: 1, place: 1 } }] }),
      ],
    },
    'stage 1 waits for itself, in a circle.',
  ],
  [
    'a score below 0',
    { matches: [match(1, { result: { ...won, score: [-1, 0] } })] },
    'M1 of Main: a score is a number from 0 to 999.',
  ],
  [
    'a score that nobody can reach',
    { matches: [match(1, { adjusted: [0, -1_000] })] },
    'M1 of Main: a score is a number from 0 to 999.',
  ],
  [
    'a winner who lost',
    { matches: [match(1, { result: { ...won, score: [2, 0] } })] },
    'M1 of Main: the winner does not fit the score 2-0.',
  ],
  [
    'no winner of a match that one team leads',
    { matches: [match(1, { result: { ...won, winner: null } })] },
    'M1 of Main: the winner does not fit the score 1-2.',
  ],
  [
    'a team against itself',
    { matches: [match(1, { slots: [{ team: 1 }, { team: 1 }] })] },
    'M1 of Main: a team cannot play against itself.',
  ],
  [
    'the winner of a match against itself',
    { matches: [match(1), match(2, { slots: [{ winnerOf: 1 }, { winnerOf: 1 }] })] },
    'M2 of Main: a team cannot play against itself.',
  ],
  [
    'a played match to which results bring one team twice',
    {
      matches: [
        match(1, { result: won }),
        match(2, { slots: [{ team: 2 }, { winnerOf: 1 }], result: won }),
      ],
    },
    'M2 of Main: a team cannot play against itself.',
  ],
])('%s: refused whole', (_, change, detail) => {
  expect(decided(change)).toMatchObject({ refused: 'IMPORT_BROKEN', detail })
})
