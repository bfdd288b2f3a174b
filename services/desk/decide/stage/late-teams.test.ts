import { describe, expect, test } from 'vitest'
import type { Command, CommandOf } from '../../../../events/schema/command.ts'
import type { Tournament } from '../../../../events/state/tournament.ts'
import { rowsOf } from '../../../../events/view/tournament-rows.ts'
import {
  m,
  play,
  plus,
  result,
  stageId,
  start,
  stateOf,
  tournament,
} from '../../../../test/desk/story.ts'
import { given, shown, teams } from '../../../../test/desk/given-when-then.ts'

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
  test('before any result has all matches made anew', () =>
    given(robin)
      .when(late)
      .leaves(
        (t) => [Object.keys(t.matches).length, t.stages[stageId]?.teams],
        [10, [1, 2, 3, 4, 5]],
      ))

  test('after that gets matches at the end, and those there are stay', () => {
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

  test('meets everybody as often as they meet each other, as often on blue as on gold', () => {
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

  test('is in the table at once', () =>
    given(begun)
      .when(late)
      .leaves((t) => table(t).find(([team]) => team === 5), [5, 0]))

  test('comes too late for a bracket that has started', () =>
    given(play(tournament({ teams: 4 }), { type: 'AddTeam', name: 'Mites' }), plus(m(1), 1))
      .when(late)
      .refused('STAGE_STARTED', 'Main has started: only a round robin takes a late team.'))

  test('that is there already changes nothing', () =>
    given(begun)
      .when({ ...late, team: 4 })
      .changesNothing())

  test('and its matches go with one undo', () =>
    given(begun, late).whenUndone().leavesAllAsBefore())
})

describe('R-RR-5: a team leaves', () => {
  const own = withFour(stateOf(begun))
  const played = own.filter((row) => row.isComplete).length

  test('(a) and forfeits what is left', () =>
    given(begun)
      .when(leave('forfeit'))
      .leaves(
        (t) => withFour(t).map((row) => [row.isComplete, row.winner === 4]),
        own.map((row) => [true, row.winner === 4]),
      ))

  test('(b) and only what is unplayed is dropped', () =>
    given(begun)
      .when(leave('drop'))
      .leaves(
        (t) => [withFour(t).length, complete(t), t.stages[stageId]?.teams.includes(4)],
        [played, complete(stateOf(begun)), true],
      ))

  test('(c) and all its matches are void', () =>
    given(begun)
      .when(leave('void'))
      .leaves((t) => [withFour(t), complete(t).length, table(t).length], [[], 2 - played, 3]))

  test.each(['forfeit', 'drop', 'void'] as const)('and one undo of %s brings all back', (how) =>
    given(begun, leave(how)).whenUndone().leavesAllAsBefore(),
  )

  test('but not while it is on a cabinet', () =>
    given(begun, start(own.find((row) => !row.isComplete)!.id))
      .when(leave('drop'))
      .refused('MATCH_ACTIVE'))

  test('and forfeits where others wait for its matches', () =>
    given(tournament({ teams: 4 }))
      .when(leave('drop'))
      .refused('FORFEIT_ONLY', 'In Main others wait for these matches: Moths forfeit.'))

  test('and in a bracket its opponent goes on', () =>
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

    test('and forfeits there too as soon as it is known against whom', () =>
      given(gone, scored).when(last).leaves(lower, [true, 3, true]))

    test('which goes with the undo of the result that told', () =>
      given(gone, scored, last).whenUndone().leavesAllAsBefore())

    test('and forfeits to nobody where the other has left as well', () =>
      given(gone).when(leave('forfeit', 3)).leaves(lower, [true, null, true]))

    test('but not what a person opens again', () =>
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

  test('before anything was played, and is not among the matches made anew', () =>
    given(robin, leave('drop'))
      .when(late)
      .leaves(
        (t) => [t.stages[stageId]?.teams, Object.keys(t.matches).length, withFour(t)],
        [[1, 2, 3, 5], 6, []],
      ))

  test('and does not come late to what it left', () =>
    given(begun, leave('drop'))
      .when({ ...late, team: 4 })
      .refused('TEAM_WITHDRAWN', 'Moths have left Main. Undo that to have them back.'))

  test('void, and may come back as a late team', () =>
    given(begun, leave('drop'), leave('void'))
      .when({ ...late, team: 4 })
      .leaves(
        (t) => [t.stages[stageId]?.teams, rowsOf(t).bracket.get(`${stageId}`)?.withdrawn],
        [[1, 2, 3, 4], []],
      ))

  test('before there are matches leaves its seed, however', () =>
    given(byHand)
      .when(leave('forfeit'))
      .leaves((t) => t.stages[stageId]?.teams, [1, 2, 3]))

  test('that is not in the stage is told so', () =>
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

describe('R-CU-1: matches made by hand', () => {
  test('wait for the winners of others', () =>
    given(two)
      .when(final)
      .leaves(
        (t) => [shown(m(3))(t)?.blueFrom, shown(m(1))(t)?.winnerToMatch],
        ['Winner of M1', m(3)],
      ))

  test('get their teams from them', () =>
    given(three, ...result(m(1), 1, 0), ...result(m(2), 0, 1))
      .when(start(m(3)))
      .leaves(teams(m(3)), [1, 4]))

  test('count in a table as in a round robin, also for a team that came by a match', () => {
    const none = play(byHand, { type: 'SeedStage', stage: stageId, teams: [] })
    const story = play(none, add({ team: 2 }, { team: 1 }), ...result(m(1), 1, 0))
    expect(table(stateOf(story))).toEqual([
      [2, 1],
      [1, 1],
    ])
  })

  test('are also those of a stage without a type', () =>
    given(tournament({ teams: 2, stage: { stageType: null } }))
      .when(add({ team: 1 }, { team: 2 }))
      .leaves(teams(m(1)), [1, 2]))

  test('never wait for what waits for them: a way leads on once', () =>
    given(three)
      .when(add({ winnerOf: m(1) }, { team: 3 }))
      .refused('WAY_TAKEN', 'The winner of M1 goes to M3 already.'))

  test('cannot wait for a match that is not there yet, themselves least of all', () =>
    given(three)
      .when(add({ winnerOf: m(4) }, { team: 3 }))
      .refused('NO_SUCH_MATCH'))

  test('are not added where a generator makes them', () =>
    given(tournament())
      .when(add({ team: 1 }, { team: 2 }))
      .refused('STAGE_GENERATED', 'The matches of Main are made from its seeds.'))

  test('do not set a team against itself', () =>
    given(byHand)
      .when(add({ team: 1 }, { team: 1 }))
      .refused('TEAM_TWICE'))

  test('are removed while unplayed, and lead nowhere then', () =>
    given(three)
      .when({ type: 'RemoveMatch', match: m(3) })
      .leaves((t) => [shown(m(3))(t), shown(m(1))(t)?.winnerToMatch], [undefined, null]))

  test('stay while another waits for them', () =>
    given(three)
      .when({ type: 'RemoveMatch', match: m(1) })
      .refused('MATCH_AWAITED', 'M3 waits for M1.'))

  test('stay once they have been played', () =>
    given(two, plus(m(1), 1))
      .when({ type: 'RemoveMatch', match: m(1) })
      .refused('MATCH_STARTED', 'M1 has started already.'))

  test('come back with an undo', () =>
    given(three, { type: 'RemoveMatch', match: m(3) })
      .whenUndone()
      .leavesAllAsBefore())
})
