import { expect, test } from 'vitest'
import type { BracketRow, MatchRow } from '#events/schema/rows.ts'
import { matchRow } from '#test/support/console-session.ts'
import { tablesFrom } from '../../core/live/rows.ts'
import { impactOf } from './result-impact.ts'
import type { ChangePreview } from './result-impact.ts'

const [bees, wasps, snails, moths] = [1, 2, 3, 4]
const names = ['Bees', 'Wasps', 'Snails', 'Moths']
const open = { isComplete: false, winner: null, startedAt: null, matchNum: 0, stageName: 'Finals' }

function of(id: number, part: Partial<MatchRow>): MatchRow {
  const played = part.winner !== undefined
  return matchRow({
    ...open,
    id,
    matchNum: id,
    ...(played && { isComplete: true, startedAt: '2026-01-02T20:00:00Z' }),
    ...part,
  })
}

/** The winners of M1 and M2 meet in the final M3, their losers in M4. */
function bracket() {
  const ways = { winnerToMatch: 3, loserToMatch: 4 } as const
  const on = (colour: 'blue' | 'gold') => ({ winnerToTeam: colour, loserToTeam: colour })
  const first = { blueTeam: bees, goldTeam: wasps, blueScore: 2, goldScore: 1, winner: bees }
  const second = { blueTeam: snails, goldTeam: moths, blueScore: 2, goldScore: 0, winner: snails }
  const rows = tablesFrom({
    team: names.map((name, i) => ({ id: i + 1, tournament: 1, name, image: null })),
    match: [
      of(1, { ...first, ...ways, ...on('blue') }),
      of(2, { ...second, ...ways, ...on('gold') }),
      of(3, { blueTeam: bees, goldTeam: snails }),
      of(4, { blueTeam: wasps, goldTeam: moths }),
    ],
  })
  return { rows, first: rows.match[1]! }
}
const impactOnBracket = (blueScore: number, goldScore: number, preview: ChangePreview | null) => {
  const { rows, first } = bracket()
  return impactOf(rows, first, { score: { blueScore, goldScore }, preview })
}
type MatchState = ChangePreview['changes'][number]['before']
const stateOf = (id: number, part: Partial<MatchState>): MatchState => ({
  id,
  matchNum: id,
  blueTeam: null,
  goldTeam: null,
  score: [0, 0],
  activeCabinet: null,
  isComplete: false,
  ...part,
})
const previewOf = (part: Partial<ChangePreview>): ChangePreview => ({
  refusal: null,
  changes: [],
  cascades: false,
  places: [],
  ...part,
})
const change = (before: MatchState, after: Partial<MatchState> | null) => ({
  name: `M${before.id}`,
  before,
  after: after && { ...before, ...after },
})
const own = change(stateOf(1, { score: [2, 1], isComplete: true }), { score: [1, 2] })

test('R-ED-3: another score for the same winner changes nothing else', () => {
  expect(impactOnBracket(2, 0, previewOf({ changes: [own] }))).toEqual(['Bees still win.'])
})

test('R-ED-3: the winner is shown before the server has answered', () => {
  expect(impactOnBracket(1, 2, null)).toEqual(['Wasps win.'])
})

test('R-ED-3: for another winner, the matches that get another team are listed', () => {
  const changes = [
    own,
    change(stateOf(3, { blueTeam: bees, goldTeam: snails }), { blueTeam: wasps }),
    change(stateOf(4, { blueTeam: wasps }), { blueTeam: null }),
  ]
  expect(impactOnBracket(1, 2, previewOf({ changes }))).toEqual([
    'Wasps win.',
    'M3 gets Wasps in place of Bees.',
    'M4 gets nobody yet in place of Wasps.',
  ])
})

test('R-ED-3: later matches that are archived or no longer played are listed', () => {
  const final = stateOf(3, { score: [1, 3], isComplete: true })
  const changes = [
    own,
    change(final, { score: [0, 0], isComplete: false }),
    change(stateOf(4, {}), null),
  ]
  expect(impactOnBracket(1, 2, previewOf({ changes, cascades: true }))).toEqual([
    'Wasps win.',
    'M3 was played (1-3): it is archived, and played again.',
    'M4 is not played.',
  ])
})

test('R-ED-3: a running match that the correction stops is listed', () => {
  const running = stateOf(3, { blueTeam: bees, goldTeam: snails, activeCabinet: 7 })
  const begun = stateOf(4, { score: [0, 1], activeCabinet: 8 })
  const changes = [
    own,
    change(running, { blueTeam: wasps, activeCabinet: null }),
    change(begun, { score: [0, 0], activeCabinet: null }),
  ]
  expect(impactOnBracket(1, 2, previewOf({ changes, cascades: true }))).toEqual([
    'Wasps win.',
    'M3 is being played: it is stopped.',
    'M3 gets Wasps in place of Bees.',
    'M4 is being played: it is stopped.',
    'M4 was played (0-1): it is archived, and played again.',
  ])
})

test('R-ED-3: the reason is shown if the score cannot be saved', () => {
  const refusal = {
    code: 'RULING_SIGNED',
    detail: 'Two officials have signed the ruling on M1.',
    message: { key: 'RULING_SIGNED' },
  } as const
  expect(impactOnBracket(1, 2, previewOf({ refusal }))).toEqual(['Wasps win.', refusal.detail])
})

test('R-ED-3: for a group, changes of standings and later places are listed, and a decided match', () => {
  const rows = tablesFrom({
    bracket: [
      { id: 1, stageType: 'round_robin', winsPerMatch: 2, roundsPerMatch: 0 } as BracketRow,
      { id: 2, name: 'Finals' } as BracketRow,
    ],
    team: bracket().rows.team[1] ? Object.values(bracket().rows.team) : [],
  })
  const group = { bracket: 1, blueTeam: bees, goldTeam: wasps }
  const done = of(5, { ...group, blueScore: 2, goldScore: 0, winner: bees, stageName: 'Groups' })
  const places = [{ destBracket: 2, destPlace: 1, was: bees, is: wasps }]
  const score = { blueScore: 0, goldScore: 2 }
  expect(impactOf(rows, done, { score, preview: previewOf({ places }) })).toEqual([
    'Wasps win.',
    'The table of Groups is recalculated.',
    'Place 1 of Finals: Bees → Wasps',
  ])
  const running = of(6, { ...group, blueScore: 1 })
  const undecided = { score: { blueScore: 1, goldScore: 0 }, preview: null }
  expect(impactOf(rows, running, undecided)).toEqual([])
  const decided = { score: { blueScore: 2, goldScore: 0 }, preview: null }
  expect(impactOf(rows, running, decided)).toEqual([
    'It decides the match. It is complete once you set it complete.',
  ])
})
