import { describe, expect, test } from 'vitest'
import type { Command } from '#events/schema/command.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { rowsOf } from '#events/view/tournament-rows.ts'
import {
  m,
  play,
  plus,
  queue1,
  replay,
  setQueue,
  setScore,
  result,
  settings,
  stageId,
  start,
  stateOf,
  tournament,
} from '#test/desk/story.ts'
import { given, shown, teams } from '#test/desk/given-when-then.ts'
import { range } from '#test/support/layouts.ts'
import type { Story } from '#test/desk/story.ts'

const eight = tournament({ teams: 8 })
const seed = (list: number[], confirm = true): Command => {
  return { type: 'SeedStage', stage: stageId, teams: list, ...(confirm ? { confirm } : {}) }
}
/** Seeds 7 and 8 change places: 1 plays 7, and 2 plays 8. */
const turned = [1, 2, 3, 4, 5, 6, 8, 7]
const half = play(eight, ...result(m(2), 2, 1), ...result(m(4), 2, 0))
const results = (t: Tournament) =>
  [...rowsOf(t).match.values()]
    .filter((row) => row.isComplete)
    .map(({ id, blueTeam, goldTeam, blueScore, goldScore }) => {
      return [id, blueTeam, goldTeam, blueScore, goldScore]
    })
    .toSorted(([a = 0], [b = 0]) => (a ?? 0) - (b ?? 0))

describe('R-BR-10: a stage that has started is reseeded', () => {
  const kept = results(stateOf(half))

  test('and keeps the results of teams that still meet', () => {
    expect(kept).toHaveLength(2)
    given(half).when(seed(turned)).leaves(results, kept)
  })

  test('and first shows the matches that would be lost', () =>
    given(half, ...result(m(1), 1, 0))
      .when(seed(turned, false))
      .refused('STAGE_STARTED', 'Main has started: M1 has been played.', {
        matches: [{ id: m(1), blueTeam: 1, goldTeam: 8, score: [1, 0] }],
      }))

  test('without a question if no result would be lost', () => {
    given(half).when(seed(turned, false)).leaves(results, kept)
    given(half).when({ type: 'CreateMatches', stage: stageId }).changesNothing()
  })

  test('and names only matches that would be lost', () =>
    given(half, ...result(m(3), 1, 0))
      .when(seed(turned, false))
      .refused('STAGE_STARTED', 'Main has started: M3 has been played.', {
        matches: [{ id: m(3) }],
      }))

  test('R-RR-5: and first names the teams that left and would be back', () => {
    const left = play(
      tournament({ teams: 4, stage: { stageType: 'round_robin' } }),
      ...result(m(1), 1, 0),
      { type: 'WithdrawTeam', stage: stageId, team: 4, how: 'drop' },
    )
    given(left)
      .when(seed([2, 1, 3, 4], false))
      .refused('STAGE_STARTED', 'Main has started: Moths left it and would be back.')
    given(left)
      .when(seed([2, 1, 3], false))
      .leaves((t) => t.stages[stageId]?.teams, [2, 1, 3])
  })

  test('and loses the results of teams that no longer meet', () =>
    given(half, ...result(m(1), 1, 0))
      .when(seed(turned))
      .leaves((t) => [results(t), shown(m(1))(t)], [kept, undefined]))

  test('and loses matches that were played on such a result', () => {
    const semi = stateOf(eight).matches[m(1)]!.winnerTo!.match
    given(half, ...result(m(1), 1, 0), plus(semi, 1))
      .when(seed(turned, false))
      .refused('STAGE_STARTED', undefined, { matches: [{ id: m(1) }, { id: semi }] })
  })

  test('and unplayed matches keep their places in queues', () =>
    given(half, setQueue(queue1, m(1), m(7)))
      .when(seed(turned))
      .leaves(
        (t) => [teams(m(1))(t), t.queues[queue1]?.matches],
        [
          [1, 7],
          [m(1), m(7)],
        ],
      ))

  test('but not while a match that would be lost is on a cabinet', () =>
    given(half, start(m(1)))
      .when(seed(turned))
      .refused('MATCH_ACTIVE', 'M1 is being played. Stop it first.'))

  test('while a match that stays is on a cabinet', () =>
    given(half, start(m(3)))
      .when(seed([1, 7, 3, 4, 5, 6, 2, 8]))
      .leaves((t) => shown(m(2))(t)?.isComplete, true))

  test('with as many new ids as there are new matches', () =>
    given(half, ...result(m(1), 1, 0))
      .when(seed(turned), { ids: [] })
      .refused('IDS_SHORT', '1 new ids are needed.', { needed: 1 }))

  test('and one undo restores everything', () =>
    given(half, ...result(m(1), 1, 0), seed(turned))
      .whenUndone()
      .leavesAllAsBefore())

  test('to its current seeds, which changes nothing', () =>
    given(half).when({ type: 'CreateMatches', stage: stageId, confirm: true }).changesNothing())

  test('a round robin keeps each pairing, even in another round', () => {
    const robin = tournament({ teams: 4, stage: { stageType: 'round_robin' } })
    const played = play(robin, ...result(m(1), 2, 1), ...result(m(2), 0, 3))
    given(played)
      .when(seed([4, 2, 3, 1]))
      .leaves(results, results(stateOf(played)))
  })

  test('a double elimination with one more team keeps matches with unchanged paths', () => {
    const double = tournament({ teams: 5, stage: { stageType: 'double_elim' } })
    const late = play(double, { type: 'AddTeam', name: 'Mites' }, ...result(m(1), 1, 0))
    given(late)
      .when(seed([1, 2, 3, 4, 5, 6]))
      .leaves((t) => results(t).length, 1)
  })
})

describe('R-BR-11: a stage that has started gets other settings', () => {
  const change = (stage: Parameters<typeof settings>[0], confirm = false): Command => {
    return { type: 'ChangeStage', stage: stageId, settings: settings(stage), confirm }
  }
  const semifinal = play(tournament(), ...result(m(1), 2, 1), setQueue(queue1, m(2), m(3)))
  const withThird = play(semifinal, change({ thirdPlaceMatch: true }))
  const pools = (n: number) => ({ stageType: 'round_robin', matchesPerOpponent: n }) as const
  const twice = play(
    tournament({ teams: 3, stage: pools(1) }),
    ...result(m(1), 1, 0),
    change(pools(2)),
  )
  const again = Object.values(stateOf(twice).matches).find(({ num }) => num === 4)!.id

  test('and a match for third place is added, without a question', () => {
    expect(results(stateOf(withThird))).toEqual(results(stateOf(semifinal)))
    expect(stateOf(withThird).queues[queue1]?.matches).toEqual([m(2), m(4), m(3)])
    const third = Object.values(stateOf(withThird).matches).find(({ num }) => num === 3)!.id
    given(withThird, ...result(m(2), 2, 0))
      .when(setScore(third, 1, 0))
      .leaves(teams(third), [4, 3])
  })

  test('and one undo brings the old ones back', () =>
    given(withThird).whenUndone().leavesAllAsBefore())

  test('and everybody plays everybody once more', () => {
    expect(results(stateOf(twice))).toHaveLength(1)
    expect(Object.keys(stateOf(twice).matches)).toHaveLength(6)
  })

  test('and first shows the matches that would be lost', () => {
    given(twice, ...result(again, 1, 0))
      .when(change(pools(1)))
      .refused('STAGE_STARTED', 'Main has started: M4 has been played.', {
        matches: [{ id: again }],
      })
    given(twice, ...result(again, 1, 0))
      .when(change(pools(1), true))
      .leaves((t) => results(t).length, 1)
  })

  test('but no match for third place without four teams', () =>
    given(tournament({ teams: 3 }), ...result(m(1), 2, 1))
      .when(change({ thirdPlaceMatch: true }))
      .refused('NO_THIRD_PLACE', 'A match for third place needs at least four teams.'))
})

describe('R-ST-9: a stage whose only played match is to be replayed', () => {
  const again = play(eight, ...result(m(1), 2, 0), replay(m(1), 'wrong teams'))
  const archived = (t: Tournament) => Object.values(t.matches).flatMap(({ attempts }) => attempts)

  test.each([
    ['gets other seeds', seed(turned, false)],
    ['creates its matches again', { type: 'CreateMatches', stage: stageId } as const],
    [
      'gets a third-place match',
      {
        type: 'ChangeStage',
        stage: stageId,
        settings: settings({ thirdPlaceMatch: true }),
      } as const,
    ],
    ['takes a late team', { type: 'AddLateTeam', stage: stageId, team: 9 } as const],
  ])('keeps the archived attempt when it %s', (_, command) =>
    given(again, { type: 'AddTeam', name: 'Late' })
      .when(command)
      .leaves(archived, [expect.objectContaining({ score: [2, 0], reason: 'wrong teams' })]),
  )

  test('asks before its attempt is lost with its type', () => {
    const settingsOf = { settings: settings({ stageType: 'ladder' }) }
    const change = { type: 'ChangeStage', stage: stageId, ...settingsOf } as const
    given(again)
      .when(change)
      .refused('STAGE_STARTED', undefined, { matches: [{ id: m(1) }] })
    given(again)
      .when({ ...change, confirm: true })
      .leaves(archived, [])
  })

  test('asks before its attempt is lost with its teams', () => {
    const league = tournament({ teams: 4, stage: { stageType: 'round_robin' } })
    given(league, ...result(m(1), 2, 0), replay(m(1)))
      .when(seed([2, 3], false))
      .refused('STAGE_STARTED', undefined, { matches: [{ id: m(1) }] })
  })
})

describe('R-PL-3: before the start, matches are made anew at their places in the queues', () => {
  const robin = tournament({ teams: 4, stage: { stageType: 'round_robin', matchesPerOpponent: 1 } })
  const cup = tournament()
  const nums = (t: Tournament) => t.queues[queue1]?.matches.map((id) => t.matches[id]?.num)
  const queued = (story: Story, ...order: number[]) =>
    play(story, setQueue(queue1, ...order.map(m)))
  const change = (stage: Parameters<typeof settings>[0], confirm?: boolean): Command => {
    return { type: 'ChangeStage', stage: stageId, settings: settings(stage), confirm }
  }

  test('with a match for third place, which joins them', () =>
    given(queued(cup, 1, 2, 3))
      .when(change({ thirdPlaceMatch: true }))
      .leaves(nums, [1, 2, 3, 4]))

  test('with every opponent twice', () =>
    given(queued(robin, 3, 1, 2, 4, 5, 6))
      .when(change({ stageType: 'round_robin', matchesPerOpponent: 2 }))
      .leaves(nums, [3, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12]))

  test('with another type', () =>
    given(queued(cup, 1, 2, 3))
      .when(change({ stageType: 'double_elim', grandFinal: 'double' }))
      .leaves(nums, [1, 2, 3, 4, 5, 6]))

  test('with fewer matches than before', () =>
    given(queued(robin, 1, 2, 3, 4, 5, 6))
      .when(change({}))
      .leaves(nums, [1, 2, 3]))

  test('with other teams', () =>
    given(queued(robin, 2, 1, 3, 4, 5, 6))
      .when(seed([4, 3, 2, 1]))
      .leaves(
        (t) => [nums(t), teams(m(1))(t)],
        [
          [2, 1, 3, 4, 5, 6],
          [4, 3],
        ],
      ))

  test('with a late team', () =>
    given(play(robin, { type: 'AddTeam', name: 'Mites' }, setQueue(queue1, ...range(1, 6).map(m))))
      .when({ type: 'AddLateTeam', stage: stageId, team: 5 })
      .leaves(nums, range(1, 10)))

  test('and none joins if an official chose which ones wait there', () =>
    given(queued(robin, 2, 5))
      .when(change({ stageType: 'round_robin', matchesPerOpponent: 2 }))
      .leaves(nums, [2, 5]))

  test('also those of a stage whose teams are placed again', () =>
    given(queued(cup, 1, 2, 3))
      .when({
        type: 'PlaceStage',
        stage: stageId,
        placements: [2, 1, 4, 3].map((team, index) => ({ place: index + 1, team })),
      })
      .leaves(nums, [1, 2, 3]))

  test('and after it, if an official agreed to lose its results', () =>
    given(queued(robin, 3, 4, 5), ...result(m(1), 1, 0))
      .when({
        type: 'PlaceStage',
        stage: stageId,
        placements: [2, 1, 4, 3].map((team, index) => ({ place: index + 1, team })),
        confirm: true,
      })
      .leaves((t) => [nums(t), results(t)], [[3, 4, 5], []]))

  test('and the loss of queued matches is asked about, if there are no new ones', () => {
    const words = 'Main would lose its matches, and its queues M1, M2.'
    given(queued(cup, 1, 2))
      .when(change({ stageType: 'custom' }))
      .refused('MATCHES_QUEUED', words, expect.anything())
    given(queued(cup, 1, 2))
      .when(seed([1], false))
      .refused('MATCHES_QUEUED', words, expect.anything())
    given(queued(cup, 1, 2))
      .when(change({ stageType: 'custom' }, true))
      .leaves((t) => [t.matches, nums(t)], [{}, []])
  })
})
