// Undo of older steps: as the log would be without them, or refused (R-UN-1). Found by the model.
import { describe, test } from 'vitest'
import type { Command } from '../../../../events/schema/command.ts'
import { given } from '../../../../test/desk/given-when-then.ts'
import {
  complete,
  insisted,
  m,
  play,
  plus,
  queue1,
  queue2,
  queued,
  result,
  stageId,
  start,
  stateOf,
  stop,
  swap,
  tournament,
  undo,
} from '../../../../test/desk/story.ts'

const before = tournament()
/** the version of the first step of a test */
const first = before.commits.length + 1

describe('R-UN-1: an older step is not undone', () => {
  test('where its queue was changed and changed back since: that would go too', () =>
    given(before, queued(queue1, m(1)), queued(queue1), queued(queue1, m(1)))
      .when(undo(first))
      .refused('CHANGED_SINCE', 'The queue has changed since. Undo the later step first.'))

  test('where its match was stopped and started again since', () =>
    given(before, start(m(1)), stop(m(1)), start(m(1)))
      .when(undo(first))
      .refused('CHANGED_SINCE', 'M1 has changed since. Undo the later step first.'))

  test('where sides were swapped back and again', () =>
    given(before, swap(m(1)), swap(m(1), false), swap(m(1)))
      .when(undo(first))
      .refused('CHANGED_SINCE'))
})

describe('R-UN-1: an older step is undone', () => {
  test('where the later ones were undone themselves', () =>
    given(before, plus(m(1), 1), plus(m(1), 1), undo(first + 1))
      .when(undo(first))
      .leavesAllAsBefore(3))

  test('and a match that was started since does not come back into its queue', () =>
    given(before, queued(queue1, m(1), m(2)), queued(queue1, m(2)), start(m(1)), stop(m(1)))
      .when(undo(first + 1))
      .refused('NOTHING_TO_UNDO'))

  test('and a match that was put in another queue since does not come back with its own', () =>
    given(
      before,
      queued(queue1, m(1), m(2)),
      { type: 'DeleteQueue', queue: queue1 },
      queued(queue2, m(1)),
      queued(queue2),
    )
      .when(undo(first + 1))
      .leaves((t) => t.queues[queue1]?.matches, [m(2)]))

  test('and a stage with other matches by now keeps them as made', () => {
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

test('R-ED-4: what was taken back with a match on again, with other teams, comes back in one undo', () => {
  const finals = play(before, ...result(m(1), 1, 0), ...result(m(2), 1, 0), start(m(3)))
  const stopped = finals.commits.length + 1
  const other: Command = { type: 'SetTeams', match: m(3), blueTeam: 4 }
  const story = play(finals, stop(m(3)), other, plus(m(3), 4))
  const back = play(story, insisted(undo(stopped)))
  given(back)
    .when(undo(back.commits.length))
    .leaves((t) => t.matches[m(3)], stateOf(story).matches[m(3)])
})

test('R-UN-1: what comes to light while others are taken back goes before them', () => {
  const point = before.commits.length + 3
  const note: Command = { type: 'AnnotateMatch', match: m(1), note: 'Long' }
  given(before, ...result(m(2), 1, 0), plus(m(1), 1), complete(m(1)), note, start(m(3)))
    .when(insisted(undo(point)))
    .answers({ undone: [point + 3, point + 2, point + 1, point] })
})

test('R-ST-1: taken back with a later order, a queue does not get back who was started since', () =>
  given(
    before,
    queued(queue1, m(1), m(2)),
    queued(queue1, m(2)),
    start(m(1)),
    stop(m(1)),
    queued(queue1),
  )
    .when(insisted(undo(first + 1)))
    .leaves((t) => t.queues[queue1]?.matches, [m(2)]))
