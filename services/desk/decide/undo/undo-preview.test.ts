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
  setScore,
  start,
  stateOf,
  tournament,
  undo,
} from '#test/desk/story.ts'
import type { Story } from '#test/desk/story.ts'
import { runToEnd } from './undo-cascade.ts'
import { previewUndo } from './undo-preview.ts'

const before = tournament()
const first = before.commits.length + 1

function previewOf(story: Story, version: number, now = clock(story.commits.length * 10)) {
  const { past } = pastOf(story, undo(version))
  return past ? runToEnd(previewUndo(stateOf(story), past, { now })) : null
}
function summaryOf(story: Story, version: number) {
  const preview = previewOf(story, version)
  return preview && { refusal: preview.refusal?.refused ?? null, dependents: preview.dependents }
}
const free = { refusal: null, dependents: [] }
const changedBy = (...dependents: number[]) => ({ refusal: 'CHANGED_SINCE', dependents })

test('R-UN-1: no step depends on the last commit', () =>
  expect(summaryOf(play(before, plus(m(1), 1)), first)).toEqual(free))

test('R-UN-1: a later whole score of the same match blocks an undo, that of another does not', () => {
  const story = play(before, plus(m(1), 1), plus(m(2), 2), setScore(m(1), 1, 1))
  expect(summaryOf(story, first)).toEqual(changedBy(first + 2))
  expect(summaryOf(story, first + 1)).toEqual(free)
})

test('R-UN-1: an undone step no longer blocks others, until its undo is undone', () => {
  const typed = [setScore(m(1), 2), setScore(m(1), 3)]
  const story = play(before, plus(m(1), 1), ...typed, undo(first + 2))
  expect(summaryOf(story, first)).toEqual(changedBy(first + 1))
  const again = play(story, undo(first + 3))
  expect(summaryOf(again, first)).toEqual(changedBy(first + 1, first + 2))
})

test('R-UN-1: for a result in use the preview names the match and its steps', () => {
  const story = play(before, ...result(m(1), 1, 0), ...result(m(2), 1, 0), start(m(3)))
  const found = previewOf(story, first + 1, clock(9_999))
  expect(found?.refusal).toMatchObject({
    refused: 'RESULT_IN_USE',
    more: { matches: [{ id: m(3) }] },
  })
  expect(found?.dependents).toEqual([first + 4])
})

test('R-UN-1: undoing later steps, newest first, unblocks the earlier one', () => {
  const story = play(
    before,
    start(m(1)),
    begin('g1', m(1)),
    finishGame('g1', 'blue'),
    complete(m(1)),
  )
  const { dependents = [] } = summaryOf(story, first) ?? {}
  expect(dependents).toEqual([first + 2, first + 3])
  const freed = play(story, ...dependents.toReversed().map(undo))
  expect(summaryOf(freed, first)).toEqual(free)
})

test('R-UN-1: a creation cannot be undone, and an unknown version has no preview', () => {
  expect(summaryOf(before, 1)?.refusal).toBe('NOT_UNDOABLE')
  expect(summaryOf(before, first)).toBe(null)
})
