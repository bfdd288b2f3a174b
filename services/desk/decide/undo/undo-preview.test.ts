import { expect, test } from 'vitest'
import {
  begin,
  clock,
  complete,
  finish as finishGame,
  m,
  pastOf,
  play,
  plus,
  result,
  start,
  stateOf,
  tournament,
  undo,
} from '../../../../test/desk/story.ts'
import type { Story } from '../../../../test/desk/story.ts'
import { finish } from './undo-cascade.ts'
import { previewUndo } from './undo-preview.ts'

const before = tournament()
const first = before.commits.length + 1

function whole(story: Story, version: number, now = clock(story.commits.length * 10)) {
  const { past } = pastOf(story, undo(version))
  return past ? finish(previewUndo(stateOf(story), past, now)) : null
}
function foreseen(story: Story, version: number) {
  const found = whole(story, version)
  return found && { refusal: found.refusal?.refused ?? null, dependents: found.dependents }
}
const free = { refusal: null, dependents: [] }
const changedBy = (...dependents: number[]) => ({ refusal: 'CHANGED_SINCE', dependents })

test('R-UN-1: the last commit rests under nothing', () =>
  expect(foreseen(play(before, plus(m(1), 1)), first)).toEqual(free))

test('R-UN-1: later points in the same match stand in the way, those in another do not', () => {
  const story = play(before, plus(m(1), 1), plus(m(2), 2), plus(m(1), 4))
  expect(foreseen(story, first)).toEqual(changedBy(first + 2))
  expect(foreseen(story, first + 1)).toEqual(free)
})

test('R-UN-1: what was taken back stands in the way no more, until that is taken back too', () => {
  const story = play(before, plus(m(1), 1), plus(m(1), 1), plus(m(1), 1), undo(first + 2))
  expect(foreseen(story, first)).toEqual(changedBy(first + 1))
  const again = play(story, undo(first + 3))
  expect(foreseen(again, first)).toEqual(changedBy(first + 1, first + 2))
})

test('R-UN-1: a result that was played on names the match and what was done to it', () => {
  const story = play(before, ...result(m(1), 1, 0), ...result(m(2), 1, 0), start(m(3)))
  const found = whole(story, first + 1, clock(9_999))
  expect(found?.refusal).toMatchObject({
    refused: 'RESULT_IN_USE',
    more: { matches: [{ id: m(3) }] },
  })
  expect(found?.dependents).toEqual([first + 4])
})

test('R-UN-1: steps undone newest first free the one below', () => {
  const story = play(
    before,
    start(m(1)),
    begin('g1', m(1)),
    finishGame('g1', 'blue'),
    complete(m(1)),
  )
  const { dependents = [] } = foreseen(story, first) ?? {}
  expect(dependents).toEqual([first + 2, first + 3])
  const freed = play(story, ...dependents.toReversed().map(undo))
  expect(foreseen(freed, first)).toEqual(free)
})

test('R-UN-1: a creation cannot be undone, and what is not there is nothing', () => {
  expect(foreseen(before, 1)?.refusal).toBe('NOT_UNDOABLE')
  expect(foreseen(before, first)).toBe(null)
})
