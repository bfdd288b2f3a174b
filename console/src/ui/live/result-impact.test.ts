import { expect, test } from 'vitest'
import type { BracketRow, MatchRow } from '../../../../events/schema/rows.ts'
import { matchRow } from '../../../../test/support/console-session.ts'
import { keyed } from '../../core/live/rows.ts'
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

/** M1 and M2 into the final M3, their losers into M4. */
function bracket() {
  const ways = { winnerToMatch: 3, loserToMatch: 4 } as const
  const on = (colour: 'blue' | 'gold') => ({ winnerToTeam: colour, loserToTeam: colour })
  const first = { blueTeam: bees, goldTeam: wasps, blueScore: 2, goldScore: 1, winner: bees }
  const second = { blueTeam: snails, goldTeam: moths, blueScore: 2, goldScore: 0, winner: snails }
  const rows = keyed({
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
const said = (blueScore: number, goldScore: number, foreseen: ChangePreview | null) => {
  const { rows, first } = bracket()
  return impactOf(rows, first, { score: { blueScore, goldScore }, foreseen })
}
type Seen = ChangePreview['changes'][number]['before']
const seen = (id: number, part: Partial<Seen>): Seen => ({
  id,
  matchNum: id,
  blueTeam: null,
  goldTeam: null,
  score: [0, 0],
  activeCabinet: null,
  isComplete: false,
  ...part,
})
const preview = (part: Partial<ChangePreview>): ChangePreview => ({
  refusal: null,
  changes: [],
  cascades: false,
  places: [],
  ...part,
})
const change = (before: Seen, after: Partial<Seen> | null) => ({
  name: `M${before.id}`,
  before,
  after: after && { ...before, ...after },
})
const own = change(seen(1, { score: [2, 1], isComplete: true }), { score: [1, 2] })

test('R-ED-3: another score for the same winner changes nothing else', () => {
  expect(said(2, 0, preview({ changes: [own] }))).toEqual(['Bees still win.'])
})

test('R-ED-3: who wins is said before the server has answered', () => {
  expect(said(1, 2, null)).toEqual(['Wasps win.'])
})

test('R-ED-3: another winner is said with the matches that get another team', () => {
  const changes = [
    own,
    change(seen(3, { blueTeam: bees, goldTeam: snails }), { blueTeam: wasps }),
    change(seen(4, { blueTeam: wasps }), { blueTeam: null }),
  ]
  expect(said(1, 2, preview({ changes }))).toEqual([
    'Wasps win.',
    'M3 gets Wasps in place of Bees.',
    'M4 gets nobody yet in place of Wasps.',
  ])
})

test('R-ED-3: a match that was played on it is said to be archived, one that is gone as well', () => {
  const final = seen(3, { score: [1, 3], isComplete: true })
  const changes = [
    own,
    change(final, { score: [0, 0], isComplete: false }),
    change(seen(4, {}), null),
  ]
  expect(said(1, 2, preview({ changes, cascades: true }))).toEqual([
    'Wasps win.',
    'M3 was played (1-3): it is archived, and played again.',
    'M4 is not played.',
  ])
})

test('R-ED-3: what cannot be saved is said with its reason', () => {
  const refusal = { code: 'RULING_SIGNED', detail: 'Two officials have signed the ruling on M1.' }
  expect(said(1, 2, preview({ refusal }))).toEqual(['Wasps win.', refusal.detail])
})

test('R-ED-3: in a group the table and the places of later stages change, and a score may decide a match', () => {
  const rows = keyed({
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
  expect(impactOf(rows, done, { score, foreseen: preview({ places }) })).toEqual([
    'Wasps win.',
    'The table of Groups is counted anew.',
    'Place 1 of Finals: Bees → Wasps',
  ])
  const running = of(6, { ...group, blueScore: 1 })
  const of1 = { score: { blueScore: 1, goldScore: 0 }, foreseen: null }
  expect(impactOf(rows, running, of1)).toEqual([])
  const of2 = { score: { blueScore: 2, goldScore: 0 }, foreseen: null }
  expect(impactOf(rows, running, of2)).toEqual([
    'It decides the match. It is complete once you set it complete.',
  ])
})
