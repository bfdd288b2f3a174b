// The undo of an older step gives the state without that step, or is refused (R-UN-1). The cases
// were found by the model.
import { describe, test } from 'vitest'
import { teamsOf } from '#events/bracket/bracket.ts'
import type { Command } from '#events/schema/command.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { given } from '#test/desk/given-when-then.ts'
import {
  complete,
  withCascade,
  forfeit,
  m,
  play,
  plus,
  queue1,
  queue2,
  reopen,
  setQueue,
  result,
  settings,
  stageId,
  start,
  stateOf,
  stop,
  swap,
  tournament,
  undo,
} from '#test/desk/story.ts'

const before = tournament()
/** The version of the first step of a test. */
const first = before.commits.length + 1

describe('R-UN-1: an older step is not undone', () => {
  test('if its queue was changed and changed back since, which would be lost too', () =>
    given(before, setQueue(queue1, m(1)), setQueue(queue1), setQueue(queue1, m(1)))
      .when(undo(first))
      .refused('CHANGED_SINCE', 'The queue has changed since. Undo the later step first.'))

  test('if its match was stopped and started again since', () =>
    given(before, start(m(1)), stop(m(1)), start(m(1)))
      .when(undo(first))
      .refused('CHANGED_SINCE', 'M1 has changed since. Undo the later step first.'))

  test('if sides were swapped back and forth since', () =>
    given(before, swap(m(1)), swap(m(1), false), swap(m(1)))
      .when(undo(first))
      .refused('CHANGED_SINCE'))
})

describe('R-UN-1: a played match does not come back', () => {
  const finals = stageId + 1
  const from = (place: number) => ({ place, placeOf: { stage: stageId, place } })
  const final = m(2)
  const seeded = play(
    tournament({ teams: 2, stage: { name: 'Pools' } }),
    { type: 'CreateStage', settings: settings({ name: 'Finals' }), numGroups: 1 },
    { type: 'PlaceStage', stage: finals, placements: [from(1), from(2)] },
    { type: 'CreateMatches', stage: finals },
    ...result(m(1), 1, 0),
    ...result(final, 3, 0),
  )
  const deleted: Command = { type: 'DeleteStage', stage: finals, confirm: true }
  const restarted: Command = { type: 'SeedStage', stage: finals, teams: [1, 2], confirm: true }

  test.each([deleted, restarted])('with unknown teams (%o)', (command) =>
    given(seeded, command, reopen(m(1)))
      .whenUndone(1)
      .refused('RESULT_IN_USE', 'M1 of Finals has already been played based on this result.'),
  )

  test('with other teams', () =>
    given(seeded, deleted, reopen(m(1)), ...result(m(1), 0, 1))
      .whenUndone(3)
      .refused('RESULT_IN_USE'))

  test('but with its own teams it does', () =>
    given(seeded, deleted).whenUndone().leavesAllAsBefore(1))
})

describe('R-UN-1: the withdrawal of a team is not undone', () => {
  const leave: Command = { type: 'WithdrawTeam', stage: stageId, team: 1, how: 'forfeit' }
  const advanced = play(before, ...result(m(1), 1, 0))
  const withdrawal = advanced.commits.length + 1
  const gone = play(advanced, leave, ...result(m(2), 1, 0))
  const isBack = (t: Tournament) => [t.stages[stageId]?.withdrawn, t.matches[m(3)]?.result]

  test('R-RR-5: while a match stands that it forfeited because it had left', () =>
    given(gone)
      .when(undo(withdrawal))
      .refused('RESULT_IN_USE', 'Bees have forfeited M3 since they left. Reopen it first.', {
        matches: [{ id: m(3) }],
      }))

  test('unless that match is opened again, by hand or in the same commit', () => {
    given(gone, reopen(m(3)))
      .when(undo(withdrawal))
      .leaves(isBack, [undefined, null])
    given(gone)
      .when(withCascade(undo(withdrawal)))
      .leaves(isBack, [undefined, null])
  })

  test('but it is after a forfeit that was entered before', () =>
    given(play(tournament(), forfeit(m(1), 1), leave))
      .when(undo(first + 1))
      .leaves(
        (t) => [t.stages[stageId]?.withdrawn, t.matches[m(1)]?.result?.winner],
        [undefined, 1],
      ))
})

describe('R-RR-5: an undo that is undone brings back', () => {
  const leave: Command = { type: 'WithdrawTeam', stage: stageId, team: 1, how: 'forfeit' }
  const second = result(m(2), 1, 0)
  const advanced = play(before, ...result(m(1), 1, 0))
  const count = (...commands: Command[]) => play(advanced, ...commands).commits.length
  const final = (t: Tournament) => {
    const end = t.matches[m(3)]?.result
    return end && [end.forfeit, teamsOf(t, t.matches[m(3)]!)[end.winner ?? 0]]
  }

  test('a result that makes the opponent of a team known that left since', () => {
    const taken = [...second, undo(count(...second))]
    given(advanced, ...taken, leave)
      .when(undo(count(...taken)))
      .leaves(final, [true, 2])
  })

  test('the withdrawal of a team whose opponent is known since', () => {
    const taken = [leave, undo(count(leave))]
    given(advanced, ...taken, ...second)
      .when(undo(count(...taken)))
      .leaves(final, [true, 2])
  })

  test('a match that a person had opened again, without another forfeit', () => {
    const opened = play(advanced, leave, ...second, reopen(m(3)))
    const taken = play(opened, withCascade(undo(count(leave, ...second))))
    given(taken).when(undo(taken.commits.length)).leaves(final, null)
  })
})

describe('R-TB-1: a result is not undone', () => {
  const pools = tournament({ teams: 3, stage: { name: 'Pools', stageType: 'round_robin' } })
  const level = play(pools, ...[1, 2, 3].flatMap((num) => result(m(num), 1, 0)))
  const asked = play(level, { type: 'CreateTiebreaks', stage: stageId, from: 1, to: 3 })
  const played = play(asked, ...result(m(4), 1, 0))
  const last = undo(level.commits.length)

  test('while a tie-break was played that would no longer decide anything', () =>
    given(played)
      .when(last)
      .refused(
        'RESULT_IN_USE',
        'M1 of Pools Tie-break 1-3 has already been played based on these places. Pools Tie-break 1-3 would no longer decide any place, because its teams are no longer level there.',
        { matches: [{ id: m(4) }] },
      ))

  test('unless nothing was played, or the tie-break is undone with it', () => {
    given(asked)
      .when(last)
      .leaves((t) => t.matches[m(3)]?.result, null)
    given(played)
      .when(withCascade(last))
      .leaves((t) => [t.matches[m(3)]?.result, t.stages[stageId + 1]], [null, undefined])
  })
})

describe('R-UN-1: an older step is undone', () => {
  test('if the later ones were undone themselves', () =>
    given(before, plus(m(1), 1), plus(m(1), 1), undo(first + 1))
      .when(undo(first))
      .leavesAllAsBefore(3))

  test('and a match that was started since does not return to its queue', () =>
    given(before, setQueue(queue1, m(1), m(2)), setQueue(queue1, m(2)), start(m(1)), stop(m(1)))
      .when(undo(first + 1))
      .refused('NOTHING_TO_UNDO'))

  test('and a match that was moved to another queue since does not return', () =>
    given(
      before,
      setQueue(queue1, m(1), m(2)),
      { type: 'DeleteQueue', queue: queue1 },
      setQueue(queue2, m(1)),
      setQueue(queue2),
    )
      .when(undo(first + 1))
      .leaves((t) => t.queues[queue1]?.matches, [m(2)]))

  test('and a stage that has other matches by now stays marked as created', () => {
    const show = tournament({ stage: { stageType: 'custom' } })
    const add = (blue: number, gold: number): Command => {
      const sides = { blue: { team: blue }, gold: { team: gold } }
      return { type: 'AddMatch', stage: stageId, ...sides, roundName: 'Show' }
    }
    given(show, add(1, 2), add(3, 4))
      .when(undo(show.commits.length + 1))
      .leaves((t) => [Object.keys(t.matches), t.stages[stageId]?.created], [['102'], true])
  })
})

test('R-ED-4: one undo restores steps undone together while their match is active with other teams', () => {
  const finals = play(before, ...result(m(1), 1, 0), ...result(m(2), 1, 0), start(m(3)))
  const stopped = finals.commits.length + 1
  const other: Command = { type: 'SetTeams', match: m(3), blueTeam: 4 }
  const story = play(finals, stop(m(3)), other, plus(m(3), 4))
  const back = play(story, withCascade(undo(stopped)))
  given(back)
    .when(undo(back.commits.length))
    .leaves((t) => t.matches[m(3)], stateOf(story).matches[m(3)])
})

test('R-UN-1: dependencies found during a cascade are undone first', () => {
  const point = before.commits.length + 3
  const note: Command = { type: 'AnnotateMatch', match: m(1), note: 'Long' }
  given(before, ...result(m(2), 1, 0), plus(m(1), 1), complete(m(1)), note, start(m(3)))
    .when(withCascade(undo(point)))
    .answers({ undone: [point + 3, point + 2, point + 1, point] })
})

test('R-ST-1: a queue undone together with a later order does not get back a started match', () =>
  given(
    before,
    setQueue(queue1, m(1), m(2)),
    setQueue(queue1, m(2)),
    start(m(1)),
    stop(m(1)),
    setQueue(queue1),
  )
    .when(withCascade(undo(first + 1)))
    .leaves((t) => t.queues[queue1]?.matches, [m(2)]))
