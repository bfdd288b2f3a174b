import { describe, expect, test } from 'vitest'
import { seedTeams, stageComplete } from '#events/bracket/bracket.ts'
import { teamsOfSeeds } from '#events/bracket/seed-teams.ts'
import { stageProblems } from '#events/bracket/stage-problems.ts'
import type { Command } from '#events/schema/command.ts'
import type { Seed } from '#events/schema/parts/stage-settings.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { given, shown } from '#test/desk/given-when-then.ts'
import { play, result, settings, stageId, stateOf, tournament } from '#test/desk/story.ts'
import type { Story } from '#test/desk/story.ts'

const [sat, sun, last] = [stageId, stageId + 1, stageId + 2]
const robin = settings({ name: 'Sunday', stageType: 'round_robin' })
const days = play(
  tournament({ teams: 4, stage: { name: 'Saturday', stageType: 'round_robin' } }),
  { type: 'CreateStage', settings: robin, numGroups: 1 },
  { type: 'SeedStage', stage: sun, teams: [1, 2, 3, 4] },
  { type: 'CreateMatches', stage: sun },
)
const bests = (count: number, ...of: number[]) =>
  Array.from({ length: count }, (_, nth) => of.map((stage) => ({ stage, place: nth + 1 }))).flat()

function withFinals(stageType: 'single_elim' | 'double_elim' | 'round_robin', count = 1): Story {
  const placements = bests(count, sat, sun).map((placeOf, index) => ({ place: index + 1, placeOf }))
  return play(
    days,
    { type: 'CreateStage', settings: settings({ name: 'Final', stageType }), numGroups: 1 },
    { type: 'PlaceStage', stage: last, placements },
    { type: 'CreateMatches', stage: last },
  )
}

/** The team that comes first in `order` wins each match of the stage. */
function played(story: Story, stage: number, ...order: number[]): Story {
  let now = story
  for (const match of Object.values(stateOf(story).matches)) {
    if (match.stage !== stage) continue
    const { blueTeam, goldTeam } = shown(match.id)(stateOf(now))!
    const blueWins = order.indexOf(blueTeam!) < order.indexOf(goldTeam!)
    now = play(now, ...(blueWins ? result(match.id, 2, 0) : result(match.id, 0, 2)))
  }
  return now
}
const seeds = (t: Tournament) => seedTeams(t, t.stages[last]!)
const finals = (t: Tournament) =>
  Object.values(t.matches).flatMap((match) =>
    match.stage === last ? [[shown(match.id)(t)?.blueTeam, shown(match.id)(t)?.goldTeam]] : [],
  )

describe('R-PL-5: a team that wins two stages', () => {
  test('has one seed, and the next team of the other table moves up', () => {
    const t = stateOf(played(played(withFinals('single_elim'), sat, 1, 2, 3, 4), sun, 1, 3, 2, 4))
    expect(finals(t)).toEqual([[1, 3]])
  })

  test.each(['single_elim', 'double_elim', 'round_robin'] as const)(
    'and a %s of two places each has four teams and can end',
    (stageType) => {
      const known = played(played(withFinals(stageType, 2), sat, 1, 2, 3, 4), sun, 1, 3, 2, 4)
      expect(seeds(stateOf(known))).toEqual([1, 3, 2, 4])
      let now = known
      for (let left = 10; left > 0 && !stageComplete(stateOf(now), last); left--) {
        const t = stateOf(now)
        const next = Object.values(t.matches).find(({ id, stage, result }) => {
          const row = shown(id)(t)
          return stage === last && !result && row?.blueTeam && row.goldTeam
        })!
        const row = shown(next.id)(t)!
        expect(row.blueTeam).not.toBe(row.goldTeam)
        now = play(now, ...result(next.id, 2, 0))
      }
      expect(stageComplete(stateOf(now), last)).toBe(true)
    },
  )

  test('and no seed is known while its team may still get a better one', () => {
    const waiting = played(withFinals('single_elim'), sun, 1, 3, 2, 4)
    expect(seeds(stateOf(waiting))).toEqual([null, null])
    expect(seeds(stateOf(played(waiting, sat, 1, 2, 3, 4)))).toEqual([1, 3])
    expect(seeds(stateOf(played(waiting, sat, 2, 1, 3, 4)))).toEqual([2, 1])
  })

  test('and a seed that gets no team is a problem of the stage', () => {
    const t = stateOf(
      played(played(withFinals('single_elim', 3), sat, 1, 2, 3, 4), sun, 1, 3, 2, 4),
    )
    expect(seeds(t)).toEqual([1, 3, 2, 4, null, null])
    expect(stageProblems(t, t.stages[last]!)).toEqual([
      'Place 5: all teams of Saturday already have a place.',
      'Place 6: all teams of Sunday already have a place.',
    ])
  })

  test('and the better seed is known at once', () => {
    const waiting = played(withFinals('single_elim'), sat, 1, 2, 3, 4)
    expect(seeds(stateOf(waiting))).toEqual([1, null])
  })

  const of = (stage: number, place: number): Seed => ({ placeOf: { stage, place } })
  const sources = (rankings: Record<number, (number | null)[]>, teams = [1, 2, 3, 4]) => ({
    ranking: (id: number) => rankings[id] ?? [],
    teams: () => teams,
  })

  test('or is seeded directly, has that seed only', () =>
    expect(teamsOfSeeds([of(7, 1), of(7, 2), { team: 1 }], sources({ 7: [1, 2, 3] }))).toEqual([
      2, 3, 1,
    ]))

  test('leaves other seeds of its table open while a place above is open', () =>
    expect(
      teamsOfSeeds(
        [of(7, 1), of(8, 1), of(8, 2), of(7, 3)],
        sources({ 7: [null, null, 3], 8: [1, 4] }),
      ),
    ).toEqual([null, null, null, null]))

  test('leaves a seed without a team if no other team is left', () =>
    expect(teamsOfSeeds([of(7, 1), of(8, 1), of(7, 2)], sources({ 7: [1, 2], 8: [1] }))).toEqual([
      1,
      null,
      2,
    ]))
})

describe('R-CU-1: in an elimination a team', () => {
  const four = tournament({ teams: 4 })
  const put = (match: number, goldTeam: number): Command => ({ type: 'SetTeams', match, goldTeam })

  test('of another open match cannot be set', () => {
    given(four).when(put(101, 2)).refused('TEAM_TWICE', 'Wasps already play M2.')
    given(four, ...result(102, 2, 0))
      .when(put(101, 2))
      .refused('TEAM_TWICE', 'Wasps already play M3.')
  })

  test('that was eliminated may replace another one', () =>
    given(four, ...result(102, 2, 0))
      .when(put(101, 3))
      .leaves((t) => shown(101)(t)?.goldTeam, 3))

  test('may be set in a round robin', () =>
    given(tournament({ teams: 4, stage: { stageType: 'round_robin' } }))
      .when({ type: 'SetTeams', match: 101, blueTeam: 2, goldTeam: 3 })
      .leaves((t) => [shown(101)(t)?.blueTeam, shown(101)(t)?.goldTeam], [2, 3]))
})
