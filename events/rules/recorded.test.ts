import { describe, expect, test } from 'vitest'
import { evening, haveRecordings } from '#test/support/recordings.ts'
import type { RecordedMatch } from '#test/support/recordings.ts'
import { matchesOf, played } from '#test/support/layouts.ts'
import type { LayoutMatch, LayoutTarget } from './layout/layout-match.ts'
import { matchEndOf } from './match-length.ts'
import { standings } from './standings.ts'
import type { Result } from './tally.ts'
import type { Tiebreaker } from './tiebreakers.ts'

type MatchFields = Pick<
  LayoutMatch,
  'num' | 'roundNum' | 'roundName' | 'winnerPlace' | 'loserPlace'
> & {
  type: string | null
  winnerTo: string | null
  loserTo: string | null
}

const colours = ['blue', 'gold'] as const

describe.skipIf(!haveRecordings())('recorded evenings', () => {
  test('R-BR-6 818: the layout equals the double elimination of nine teams', () => {
    const { matches } = evening('818').tournament
    const ours = matchesOf(9, { stageType: 'double_elim' })
    expect(ours.map(layoutFields)).toEqual(matches.map((match) => recordedFields(match, matches)))
    expect(teamsByMatch(matches, ours)).toEqual(matches.map(teamsOf))
  })

  test('R-RR-1 772: the layout equals the round robin of five teams', () => {
    const { matches, teams } = evening('772').tournament
    const robin = matches.filter(({ roundName }) => roundName.startsWith('Round'))
    const ours = matchesOf(5, { stageType: 'round_robin' })
    expect(ours.map(layoutFields)).toEqual(robin.map((match) => recordedFields(match, robin)))
    const seeded = ours.map(({ slots }) =>
      slots.map((slot) => 'seed' in slot && teams[slot.seed - 1]),
    )
    expect(seeded).toEqual(robin.map(teamsOf))
  })

  test('R-TB-1 772: the standings give the seeds of the playoffs', () => {
    const { matches, stages, teams } = evening('772').tournament
    const [robin, playoffs] = stages.map((stage) => matches.filter((m) => m.stage === stage.id))
    const ids = teams.map((_, index) => index + 1)
    const rows = standings({
      teams: ids,
      results: robin!.map((match) => resultOf(match, teams)),
      order: stages[0]!.stageTiebreakers as Tiebreaker[],
      dice: '00',
    })
    const seeds = rows.map(({ team }) => teams[team - 1]!)
    expect(seeds).toEqual(['Team 04', 'Team 03', 'Team 02', 'Team 01', 'Team 05'])
    const ours = matchesOf(5, {})
    expect(ours.map(layoutFields)).toEqual(
      playoffs!.map((match) => recordedFields(match, playoffs!)),
    )
    expect(teamsByMatch(playoffs!, ours, seeds)).toEqual(playoffs!.map(teamsOf))
    expect(rows[1]!.decidedBy).toMatchObject({ rule: 'match_win_pct' })
    expect(rows[2]!.decidedBy).toMatchObject({ rule: 'game_win_pct' })
  })

  test.each(['772', '818'])('R-GM-1, R-GM-2 %s: matches ended when the rules end them', (id) => {
    const { matches, stages } = evening(id).tournament
    for (const { stage, blueScore, goldScore, games } of matches) {
      const { winsPerMatch, roundsPerMatch, addTiebreaker } = stages.find((s) => s.id === stage)!
      const rules = { winsPerMatch, roundsPerMatch, addTiebreaker, drawAllowed: false }
      const winner = blueScore > goldScore ? 0 : 1
      expect(matchEndOf(rules, [blueScore, goldScore])).toEqual({ done: true, winner })
      const before: [number, number] = [blueScore, goldScore]
      before[games.at(-1)?.winningTeam === 'blue' ? 0 : 1] -= 1
      expect(matchEndOf(rules, before)).toEqual({ done: false })
    }
  })
})

/** A match of a layout in the form of the record. */
function layoutFields(match: LayoutMatch): MatchFields {
  const { type, num, roundNum, roundName, winnerTo, loserTo, winnerPlace, loserPlace } = match
  // The record has no colour there, because it depends on the winner of the first final.
  const colour = ({ slot }: LayoutTarget) => (type === 'first_final' ? null : colours[slot])
  const targetText = (to: LayoutTarget | null) => (to ? `${to.match + 1} ${colour(to)}` : null)
  const targets = { winnerTo: targetText(winnerTo), loserTo: targetText(loserTo) }
  return { type, num, roundNum, roundName, winnerPlace, loserPlace, ...targets }
}

function recordedFields(match: RecordedMatch, all: RecordedMatch[]): MatchFields {
  const { winnerToMatch, winnerToTeam, loserToMatch, loserToTeam } = match
  const { matchType: type, matchNum: num, roundNum, roundName, winnerPlace, loserPlace } = match
  const numOf = (id: number) => all.find((other) => other.id === id)?.matchNum
  const targetText = (id: number | null, team: string | null) =>
    id ? `${numOf(id)} ${team}` : null
  const targets = {
    winnerTo: targetText(winnerToMatch, winnerToTeam),
    loserTo: targetText(loserToMatch, loserToTeam),
  }
  return { type, num, roundNum, roundName, winnerPlace, loserPlace, ...targets }
}

/** The teams of each match of our layout if the recorded sides win. */
function teamsByMatch(record: RecordedMatch[], ours: LayoutMatch[], seeds?: string[]) {
  let next = 0
  const winners = record.map(({ blueScore, goldScore }) => (blueScore > goldScore ? 0 : 1))
  const games = played(ours, () => winners[next++]!)
  const names = new Map((seeds ?? []).map((team, index) => [index + 1, team]))
  if (!seeds) {
    for (const [index, { match }] of games.entries()) {
      for (const [side, slot] of match.slots.entries()) {
        if ('seed' in slot) names.set(slot.seed, teamsOf(record[index]!)[side]!)
      }
    }
  }
  return games.map((game) => game.seeds.map((seed) => names.get(seed)))
}

function teamsOf({ blueTeam, goldTeam }: RecordedMatch): (string | null)[] {
  return [blueTeam, goldTeam]
}

function resultOf(match: RecordedMatch, teams: string[]): Result {
  const [blue, gold] = teamsOf(match).map((team) => teams.indexOf(team ?? '') + 1)
  const { id, blueScore, goldScore } = match
  return {
    match: id,
    teams: [blue!, gold!],
    score: [blueScore, goldScore],
    winner: blueScore > goldScore ? 0 : 1,
    games: match.games.map(({ winningTeam, startTime, endTime }) => ({
      winner: winningTeam === 'blue' ? 0 : 1,
      seconds: (Date.parse(endTime) - Date.parse(startTime)) / 1000,
    })),
  }
}
