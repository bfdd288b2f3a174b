import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { liveStandings, liveTeams } from '#events/bracket/live-standings.ts'
import { inRankOrder } from '#events/rules/ranks.ts'
import type { StageSettings } from '#events/schema/parts/stage-settings.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { rowsOf } from '#events/view/tournament-rows.ts'
import {
  begin,
  finish,
  m,
  play,
  replay,
  result,
  settings,
  stageId,
  start,
  stateOf,
  tournament,
} from './story.ts'
import type { Story } from './story.ts'
import { shown } from './given-when-then.ts'

// The example of the rules: first to two; A beats B, B beats C, C beats A, and each beats D.
const [A, B, C, D] = [1, 2, 3, 4] as const
type Game = [winner: number, seconds: number]

function matchOf(t: Tournament, team1: number, team2: number): number {
  const rows = [...rowsOf(t).match.values()]
  return rows.find((row) =>
    [team1, team2].every((id) => [row.blueTeam, row.goldTeam].includes(id)),
  )!.id
}

let games = 0
function playMatch(story: Story, team1: number, team2: number, ...wins: Game[]): Story {
  const match = matchOf(stateOf(story), team1, team2)
  const { blueTeam } = shown(match)(stateOf(story))!
  return wins.reduce(
    (sofar, [winner, seconds]) => {
      const id = `g${++games}`
      const colour = winner === blueTeam ? 'blue' : 'gold'
      return play(sofar, begin(id, match), finish(id, colour, { seconds }))
    },
    play(story, start(match)),
  )
}

function example(stage: Partial<StageSettings> = {}): Story {
  const rules = { stageType: 'round_robin', winsPerMatch: 2, ...stage } as const
  const unplayed = tournament({ teams: 4, stage: rules })
  const matches: [number, number, ...Game[]][] = [
    [A, B, [A, 120], [B, 90], [A, 120]],
    [B, C, [B, 90], [C, 120], [B, 90]],
    [C, A, [C, 90], [A, 90], [C, 90]],
    [A, D, [A, 60], [A, 60]],
    [B, D, [B, 60], [B, 60]],
    [C, D, [C, 60], [C, 60]],
  ]
  return matches.reduce(
    (story, [one, two, ...wins]) => playMatch(story, one, two, ...wins),
    unplayed,
  )
}

function table(t: Tournament) {
  return inRankOrder([...rowsOf(t).standing.values()].filter((row) => row.bracket === stageId))
}
function order(story: Story): number[] {
  return table(stateOf(story)).map((row) => row.team)
}
/** The dice order, computed like the script on the public page (R-TB-7). */
function byDice(story: Story, ...teams: number[]): number[] {
  const { dice } = stateOf(story).stages[stageId]!
  const roll = (team: number) =>
    createHmac('sha256', Buffer.from(dice, 'hex')).update(`${team}`).digest('hex')
  return teams.toSorted((a, b) => (roll(a) < roll(b) ? -1 : 1))
}

describe('the example of the rules, played game by game', () => {
  const standard = example()

  test('R-TB-4, R-TB-6, R-TB-7: B is first by its long losses, the dice decide between A and C', () =>
    expect(order(standard)).toEqual([B, ...byDice(standard, A, C), D]))

  test('R-TB-4: with restartOnSplit C is above A, which it beat', () => {
    const restarted = example({ restartOnSplit: true })
    expect(order(restarted)).toEqual([B, C, A, D])
    expect(table(stateOf(restarted))[2]?.decidedBy).toEqual({
      rule: 'h2h_games',
      over: C,
      values: ['33.3 % (1 of 3)', '66.7 % (2 of 3)'],
    })
  })

  test('R-TB-1: another list of tiebreakers gives another order of the teams', () => {
    const seeds = play(standard, {
      type: 'ChangeStage',
      stage: stageId,
      settings: settings({ stageType: 'round_robin', winsPerMatch: 2, stageTiebreakers: [] }),
    })
    expect(order(seeds)).toEqual([A, B, C, D])
  })

  test('R-TB-8: each row names the rule that separated it from the row above, with both values', () => {
    const [, second, third, last] = table(stateOf(standard)).map((row) => row.decidedBy)
    const [upper, lower] = byDice(standard, A, C)
    const longer = { rule: 'game_time_in_losses', over: B, values: ['90.0 s', '120.0 s'] }
    expect(second).toEqual(longer)
    expect(third).toMatchObject({ rule: 'dice_roll', over: upper })
    expect(new Set(third?.values).size).toBe(2)
    expect(last).toEqual({
      rule: 'game_win_pct',
      over: lower,
      values: ['0.0 % (0 of 6)', '62.5 % (5 of 8)'],
    })
  })

  test('R-TB-6: a score set by hand has no duration, so the rule is skipped, and the row says so', () => {
    const list: StageSettings['stageTiebreakers'] = ['match_win_pct', 'game_time_in_losses']
    const timed = example({ stageTiebreakers: [...list, 'dice_roll'] })
    const match = matchOf(stateOf(timed), A, D)
    const isBlue = shown(match)(stateOf(timed))?.blueTeam === A
    const untimed = play(timed, replay(match), ...result(match, isBlue ? 2 : 1, isBlue ? 1 : 2))
    expect(order(timed)[0]).toBe(B)
    expect(order(untimed)).toEqual([...byDice(untimed, A, B, C), D])
    expect(table(stateOf(untimed))[1]?.decidedBy).toMatchObject({
      rule: 'dice_roll',
      skipped: 'game_time_in_losses: a lost game has no duration',
    })
  })
})

describe('R-TB-2: the standings', () => {
  const rules = { stageType: 'round_robin', winsPerMatch: 2, stageTiebreakers: ['game_win_pct'] }
  const unplayed = tournament({ teams: 4, stage: rules as Partial<StageSettings> })
  const running = playMatch(playMatch(unplayed, A, B, [A, 60], [A, 60]), C, D, [D, 60])
  const live = (story: Story) => {
    const t = stateOf(story)
    return liveStandings(t, t.stages[stageId]!)
  }

  test('count only complete matches', () => {
    const rows = table(stateOf(running))
    expect(rows.map(({ team, matchesPlayed }) => [team, matchesPlayed])).toEqual([
      [A, 1],
      [B, 1],
      [C, 0],
      [D, 0],
    ])
  })

  test('live: also count matches in progress, as if they ended now', () =>
    expect(
      live(running).map(({ team, gamesWon, matchesWon }) => [team, gamesWon, matchesWon]),
    ).toEqual([
      [A, 2, 1],
      [D, 1, 1],
      [B, 0, 0],
      [C, 0, 0],
    ]))

  test('live: do not count a match that has just started as a draw', () => {
    const [one, two] = [matchOf(stateOf(unplayed), A, B), matchOf(stateOf(unplayed), C, D)]
    const rows = live(play(unplayed, start(one), start(two, 2)))
    expect(rows.map((row) => [row.matchesPlayed, row.matchesTied])).toEqual(
      [1, 2, 3, 4].map(() => [0, 0]),
    )
  })

  test('live: mark the teams that are playing', () => {
    const t = stateOf(running)
    expect([...liveTeams(t, t.stages[stageId]!)].toSorted((a, b) => a - b)).toEqual([C, D])
  })

  test('live: equal the official standings when no match is in progress', () => {
    const over = playMatch(running, C, D, [D, 60])
    const names = (row: { team: number; gamesWon: number }) => [row.team, row.gamesWon]
    expect(live(over).map(names)).toEqual(table(stateOf(over)).map(names))
  })

  test('show a dash without games, ranked below 0 %', () =>
    expect(table(stateOf(running)).at(-2)?.decidedBy).toMatchObject({
      values: ['–', '0.0 % (0 of 2)'],
    }))
})

test('R-BR-8: an elimination is ranked by places, regardless of games', () => {
  const four = tournament({ stage: { winsPerMatch: 3 } })
  const over = play(four, ...result(m(1), 3, 2), ...result(m(2), 3, 0), ...result(m(3), 3, 2))
  const rows = inRankOrder(table(stateOf(over)))
  // 6-4 is ranked above 5-3.
  expect(rows.map((row) => [row.rank, row.team, row.gamesWon, row.gamesLost])).toEqual([
    [1, 1, 6, 4],
    [2, 2, 5, 3],
    [3, 3, 0, 3],
    [3, 4, 2, 3],
  ])
  expect(rows.map((row) => row.decidedBy)).toEqual([
    null,
    { rule: 'place', over: 1, values: ['2nd', '1st'] },
    { rule: 'place', over: 2, values: ['3-4', '2nd'] },
    { rule: 'seed', over: 3, values: ['4', '3'] },
  ])
})

test('R-TB-7: a thousand recalculations give one order', () => {
  const stageTiebreakers: StageSettings['stageTiebreakers'] = ['dice_roll']
  const story = tournament({ teams: 8, stage: { stageType: 'round_robin', stageTiebreakers } })
  const t = stateOf(story)
  const fresh = () => order({ ...story, states: [{ ...t, stages: structuredClone(t.stages) }] })
  const expected = byDice(story, 1, 2, 3, 4, 5, 6, 7, 8)
  for (let run = 0; run < 1000; run++) expect(fresh()).toEqual(expected)
})
