import { expect, test } from 'vitest'
import type { BracketRow, MatchRow } from '../../../../events/schema/rows.ts'
import { matchRow } from '../../../../test/support/console-session.ts'
import { keyed } from '../../core/live/rows.ts'
import { impactOf } from './result-impact.ts'

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
function bracket(final: Partial<MatchRow> = {}) {
  const ways = { winnerToMatch: 3, loserToMatch: 4 } as const
  const on = (colour: 'blue' | 'gold') => ({ winnerToTeam: colour, loserToTeam: colour })
  const first = { blueTeam: bees, goldTeam: wasps, blueScore: 2, goldScore: 1, winner: bees }
  const second = { blueTeam: snails, goldTeam: moths, blueScore: 2, goldScore: 0, winner: snails }
  const rows = keyed({
    team: names.map((name, i) => ({ id: i + 1, tournament: 1, name, image: null })),
    match: [
      of(1, { ...first, ...ways, ...on('blue') }),
      of(2, { ...second, ...ways, ...on('gold') }),
      of(3, { blueTeam: bees, goldTeam: snails, ...final }),
      of(4, { blueTeam: wasps, goldTeam: moths }),
    ],
  })
  return { rows, first: rows.match[1]! }
}
const said = (final: Partial<MatchRow>, blueScore: number, goldScore: number) => {
  const { rows, first } = bracket(final)
  return impactOf(rows, first, { blueScore, goldScore })
}

test('R-ED-3: another score for the same winner changes nothing else', () => {
  expect(said({}, 2, 0)).toEqual(['Bees still win.'])
})

test('R-ED-3: another winner is said with the matches that get another team', () => {
  expect(said({}, 1, 2)).toEqual([
    'Wasps win.',
    'M3 gets Wasps in place of Bees.',
    'M4 gets Bees in place of Wasps.',
  ])
})

test('R-ED-3: a match that was played on it is said to be archived', () => {
  expect(said({ winner: snails, blueScore: 1, goldScore: 3 }, 1, 2)).toEqual([
    'Wasps win.',
    'M4 gets Bees in place of Wasps.',
    'M3 was played (1-3): it is archived, and played again.',
  ])
})

test('R-ED-3: in a group the table is counted anew, and a score may decide a match', () => {
  const rows = keyed({
    bracket: [
      { id: 1, stageType: 'round_robin', winsPerMatch: 2, roundsPerMatch: 0 } as BracketRow,
    ],
    team: bracket().rows.team[1] ? Object.values(bracket().rows.team) : [],
  })
  const group = { bracket: 1, blueTeam: bees, goldTeam: wasps }
  const done = of(5, { ...group, blueScore: 2, goldScore: 0, winner: bees, stageName: 'Groups' })
  expect(impactOf(rows, done, { blueScore: 0, goldScore: 2 })).toEqual([
    'Wasps win.',
    'The table of Groups is counted anew.',
  ])
  const running = of(6, { ...group, blueScore: 1 })
  expect(impactOf(rows, running, { blueScore: 1, goldScore: 0 })).toEqual([])
  expect(impactOf(rows, running, { blueScore: 2, goldScore: 0 })).toEqual([
    'It decides the match. It is complete once you set it complete.',
  ])
})
