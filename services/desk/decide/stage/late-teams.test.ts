import { describe, expect, test } from 'vitest'
import type { Command, CommandOf } from '#events/schema/command.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { rowsOf } from '#events/view/tournament-rows.ts'
import {
  m,
  play,
  plus,
  replay,
  result,
  settings,
  stageId,
  start,
  stateOf,
  tournament,
} from '#test/desk/story.ts'
import { given, shown, teams } from '#test/desk/given-when-then.ts'

const four = tournament({
  teams: 4,
  stage: { stageType: 'round_robin', winsPerMatch: 2, matchesPerOpponent: 1 },
})
const robin = play(four, { type: 'AddTeam', name: 'Mites' })
const late: CommandOf<'AddLateTeam'> = { type: 'AddLateTeam', stage: stageId, team: 5 }
const leave = (how: 'forfeit' | 'drop' | 'void', team = 4): Command => {
  return { type: 'WithdrawTeam', stage: stageId, team, how }
}
const begun = play(robin, ...result(m(1), 2, 0), ...result(m(2), 2, 1))
const complete = (t: Tournament) =>
  [...rowsOf(t).match.values()].filter((row) => row.isComplete).map((row) => row.id)
const table = (t: Tournament) =>
  [...rowsOf(t).standing.values()].map(({ team, matchesPlayed }) => [team, matchesPlayed])
const withFour = (t: Tournament) =>
  [...rowsOf(t).match.values()].filter((row) => [row.blueTeam, row.goldTeam].includes(4))

const ascending = (a: number | null, b: number | null) => (a ?? 0) - (b ?? 0)

describe('R-RR-5: a late team', () => {
  test('before any result makes all matches be recreated', () =>
    given(robin)
      .when(late)
      .leaves(
        (t) => [Object.keys(t.matches).length, t.stages[stageId]?.teams],
        [10, [1, 2, 3, 4, 5]],
      ))

  test('after a result gets its matches at the end, and existing ones stay', () => {
    const after = stateOf(play(begun, late))
    const before = stateOf(begun).matches
    expect(Object.fromEntries(Object.entries(after.matches).slice(0, 6))).toEqual(before)
    const added = [...rowsOf(after).match.values()].slice(6)
    expect(added.map((row) => [row.matchNum, row.roundName, row.blueTeam, row.goldTeam])).toEqual([
      [7, 'Round 4', 5, 1],
      [8, 'Round 5', 2, 5],
      [9, 'Round 6', 5, 3],
      [10, 'Round 7', 4, 5],
    ])
  })

  test('meets all others as often as they meet each other, equally often on blue and gold', () => {
    const twice = tournament({
      teams: 4,
      stage: { stageType: 'round_robin', matchesPerOpponent: 2 },
    })
    const story = play(twice, { type: 'AddTeam', name: 'Mites' }, ...result(m(1), 2, 0), late)
    const added = [...rowsOf(stateOf(story)).match.values()].slice(12)
    const blue = added.filter((row) => row.blueTeam === 5).map((row) => row.goldTeam)
    const gold = added.filter((row) => row.goldTeam === 5).map((row) => row.blueTeam)
    expect([blue.toSorted(ascending), gold.toSorted(ascending)]).toEqual([
      [1, 2, 3, 4],
      [1, 2, 3, 4],
    ])
  })

  test('is in the table immediately', () =>
    given(begun)
      .when(late)
      .leaves((t) => table(t).find(([team]) => team === 5), [5, 0]))

  test('is refused in a bracket that has started', () =>
    given(play(tournament({ teams: 4 }), { type: 'AddTeam', name: 'Mites' }), plus(m(1), 1))
      .when(late)
      .refused('STAGE_STARTED', 'Main has started: only a round robin takes a late team.'))

  test('that is there already changes nothing', () =>
    given(begun)
      .when({ ...late, team: 4 })
      .changesNothing())

  test('is removed with its matches by one undo', () =>
    given(begun, late).whenUndone().leavesAllAsBefore())
})

describe('R-RR-5: a team withdraws', () => {
  const own = withFour(stateOf(begun))
  const played = own.filter((row) => row.isComplete).length

  test('(a) and forfeits its remaining matches', () =>
    given(begun)
      .when(leave('forfeit'))
      .leaves(
        (t) => withFour(t).map((row) => [row.isComplete, row.winner === 4]),
        own.map((row) => [true, row.winner === 4]),
      ))

  test('(b) and only its unplayed matches are removed', () =>
    given(begun)
      .when(leave('drop'))
      .leaves(
        (t) => [withFour(t).length, complete(t), t.stages[stageId]?.teams.includes(4)],
        [played, complete(stateOf(begun)), true],
      ))

  test('(c) and all its matches are removed', () =>
    given(begun)
      .when(leave('void'))
      .leaves((t) => [withFour(t), complete(t).length, table(t).length], [[], 2 - played, 3]))

  test.each(['forfeit', 'drop', 'void'] as const)('and one undo of %s restores everything', (how) =>
    given(begun, leave(how)).whenUndone().leavesAllAsBefore(),
  )

  test.each([
    ['games that count', [plus(m(3), 1)]],
    ['an archived attempt', [...result(m(3), 2, 0), replay(m(3), 'wrong teams')]],
  ])('R-ST-9: and forfeits an open match with %s instead of losing them', (_, commands) => {
    const story = play(robin, ...commands)
    const match = stateOf(story).matches[m(3)]!
    const team = teams(m(3))(stateOf(story)).at(0)!
    const kept = (t: Tournament) => {
      const { games, adjusted, attempts, result } = t.matches[m(3)]!
      return [games, adjusted, attempts, result?.forfeit, result?.winner]
    }
    const { games, adjusted, attempts } = match
    given(story).when(leave('drop', team)).leaves(kept, [games, adjusted, attempts, true, 1])
    given(story)
      .when(leave('drop', team))
      .leaves((t) => Object.keys(t.matches).length, 4)
    given(story, leave('drop', team)).whenUndone().leavesAllAsBefore()
  })

  test('but not while it is on a cabinet', () =>
    given(begun, start(own.find((row) => !row.isComplete)!.id))
      .when(leave('drop'))
      .refused('MATCH_ACTIVE'))

  test('and has to forfeit if others wait for its matches', () =>
    given(tournament({ teams: 4 }))
      .when(leave('drop'))
      .refused('FORFEIT_ONLY', 'In Main other matches depend on these: Moths can only forfeit.'))

  test('and in a bracket its opponent advances', () =>
    given(tournament({ teams: 4 }))
      .when(leave('forfeit'))
      .leaves((t) => shown(m(3))(t)?.blueTeam, 1))

  describe('a bracket', () => {
    const double = tournament({ teams: 4, stage: { stageType: 'double_elim' } })
    const gone = play(double, leave('forfeit', 1))
    const [scored, last] = result(m(2), 2, 0) as [Command, Command]
    const lower = (t: Tournament) => {
      const row = shown(m(3))(t)
      return [row?.forfeit, row?.winner, row?.isComplete]
    }

    test('and forfeits later matches as soon as the opponent is known', () =>
      given(gone, scored).when(last).leaves(lower, [true, 3, true]))

    test('and such a forfeit is undone with the result that made the opponent known', () =>
      given(gone, scored, last).whenUndone().leavesAllAsBefore())

    test('and nobody wins if the opponent has withdrawn too', () =>
      given(gone).when(leave('forfeit', 3)).leaves(lower, [true, null, true]))

    test('but does not forfeit a match that a person reopens', () =>
      given(gone, scored, last)
        .when({ type: 'ReopenMatch', match: m(3) })
        .leaves(lower, [false, null, false]))
  })

  test.each(['forfeit', 'drop'] as const)('and no late team plays it after %s', (how) => {
    const story = play(begun, leave(how), late)
    const row = rowsOf(stateOf(story)).bracket.get(`${stageId}`)
    expect([row?.withdrawn, row?.teams]).toEqual([[4], [1, 2, 3, 4, 5]])
    const fresh = [...rowsOf(stateOf(story)).match.values()].filter((match) =>
      [match.blueTeam, match.goldTeam].includes(5),
    )
    expect(fresh.flatMap((match) => [match.blueTeam, match.goldTeam]).toSorted(ascending)).toEqual([
      1, 2, 3, 5, 5, 5,
    ])
  })

  test('before anything was played, and is not in the recreated matches', () =>
    given(robin, leave('drop'))
      .when(late)
      .leaves(
        (t) => [t.stages[stageId]?.teams, Object.keys(t.matches).length, withFour(t)],
        [[1, 2, 3, 5], 6, []],
      ))

  test('and cannot be added as a late team again', () =>
    given(begun, leave('drop'))
      .when({ ...late, team: 4 })
      .refused('TEAM_WITHDRAWN', 'Moths have left Main. Undo that to bring them back.'))

  test('with all matches removed, and may come back as a late team', () =>
    given(begun, leave('drop'), leave('void'))
      .when({ ...late, team: 4 })
      .leaves(
        (t) => [t.stages[stageId]?.teams, rowsOf(t).bracket.get(`${stageId}`)?.withdrawn],
        [[1, 2, 3, 4], []],
      ))

  test('before there are matches and loses its seed, by any option', () =>
    given(byHand)
      .when(leave('forfeit'))
      .leaves((t) => t.stages[stageId]?.teams, [1, 2, 3]))

  test('that is not in the stage is refused', () =>
    given(begun).when(leave('void', 5)).refused('TEAM_NOT_IN_STAGE', 'Mites are not in Main.'))
})

const byHand = tournament({ teams: 4, stage: { stageType: 'custom' } })
type Side = { team: number } | { winnerOf: number } | { loserOf: number } | { open: true }
const add = (blue: Side, gold: Side): Command => {
  return { type: 'AddMatch', stage: stageId, blue, gold, roundName: 'Extra' }
}
const two = play(byHand, add({ team: 1 }, { team: 2 }), add({ team: 3 }, { team: 4 }))
const final = add({ winnerOf: m(1) }, { winnerOf: m(2) })
const three = play(two, final)

describe('R-CU-1: custom matches', () => {
  test('wait for the winners of others', () =>
    given(two)
      .when(final)
      .leaves(
        (t) => [shown(m(3))(t)?.blueFrom, shown(m(1))(t)?.winnerToMatch],
        ['Winner of M1', m(3)],
      ))

  test('get their teams from the results of others', () =>
    given(three, ...result(m(1), 1, 0), ...result(m(2), 0, 1))
      .when(start(m(3)))
      .leaves(teams(m(3)), [1, 4]))

  test('count in a table like a round robin, also for a team added by a match', () => {
    const none = play(byHand, { type: 'SeedStage', stage: stageId, teams: [] })
    const story = play(none, add({ team: 2 }, { team: 1 }), ...result(m(1), 1, 0))
    expect(table(stateOf(story))).toEqual([
      [2, 1],
      [1, 1],
    ])
  })

  test('can be added in a stage without a type', () =>
    given(tournament({ teams: 2, stage: { stageType: null } }))
      .when(add({ team: 1 }, { team: 2 }))
      .leaves(teams(m(1)), [1, 2]))

  test('cannot form a cycle, and a source leads to only one match', () =>
    given(three)
      .when(add({ winnerOf: m(1) }, { team: 3 }))
      .refused('WAY_TAKEN', 'The winner of M1 already goes to M3.'))

  test('cannot wait for a later match or for themselves', () =>
    given(three)
      .when(add({ winnerOf: m(4) }, { team: 3 }))
      .refused('NO_SUCH_MATCH'))

  test('cannot wait for a match of another stage', () =>
    given(two, {
      type: 'CreateStage',
      settings: settings({ name: 'Extra', stageType: 'custom' }),
      numGroups: 1,
    })
      .when({ ...final, stage: stageId + 1 } as Command)
      .refused('NO_SUCH_MATCH', 'M1 of Main is not in Extra.'))

  test('cannot be added to a generated stage', () =>
    given(tournament())
      .when(add({ team: 1 }, { team: 2 }))
      .refused('STAGE_GENERATED', 'The matches of Main are created from its seeds, not by hand.'))

  test('cannot have a team against itself', () =>
    given(byHand)
      .when(add({ team: 1 }, { team: 1 }))
      .refused('TEAM_TWICE'))

  test('can be removed while unplayed, and then lead nowhere', () =>
    given(three)
      .when({ type: 'RemoveMatch', match: m(3) })
      .leaves((t) => [shown(m(3))(t), shown(m(1))(t)?.winnerToMatch], [undefined, null]))

  test('cannot be removed while another match waits for them', () =>
    given(three)
      .when({ type: 'RemoveMatch', match: m(1) })
      .refused('MATCH_AWAITED', 'M3 waits for M1.'))

  test('cannot be removed once they have been played', () =>
    given(two, plus(m(1), 1))
      .when({ type: 'RemoveMatch', match: m(1) })
      .refused('MATCH_STARTED', 'M1 has already started.'))

  test('R-ST-9: cannot be removed while they have an archived attempt', () =>
    given(two, ...result(m(1), 1, 0), replay(m(1), 'wrong teams'))
      .when({ type: 'RemoveMatch', match: m(1) })
      .refused('MATCH_STARTED', 'M1 was played before its replay, and that stays readable.'))

  test('are restored by an undo', () =>
    given(three, { type: 'RemoveMatch', match: m(3) })
      .whenUndone()
      .leavesAllAsBefore())
})
