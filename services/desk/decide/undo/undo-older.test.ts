// The undo of an older step gives the state without that step, or is refused (R-UN-1). The cases
// were found by the model.
import { describe, test } from 'vitest'
import type { Command } from '../../../../events/schema/command.ts'
import { given } from '../../../../test/desk/given-when-then.ts'
import {
  complete,
  withCascade,
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
} from '../../../../test/desk/story.ts'

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
  const deleted: Command = { type: 'DeleteStage', stage: finals }
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
