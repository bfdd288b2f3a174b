import { describe, expect, test } from 'vitest'
import type { Command } from '../../../../events/schema/command.ts'
import type { Tournament } from '../../../../events/state/tournament.ts'
import { rowsOf } from '../../../../events/view/tournament-rows.ts'
import {
  m,
  play,
  plus,
  queue1,
  setQueue,
  result,
  stageId,
  start,
  stateOf,
  tournament,
} from '../../../../test/desk/story.ts'
import { given, shown, teams } from '../../../../test/desk/given-when-then.ts'

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
