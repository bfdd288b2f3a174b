// Undo previews of a long evening, computed without folding its whole log again.
import { expect, test } from 'vitest'
import { fold } from '#events/state/tournament.ts'
import { emptyCommitHistory, addCommit, finishInSlices, openStatesOf } from '../states/index.ts'
import type { CommitHistory } from '../states/index.ts'
import {
  begin,
  clock,
  decideIn,
  finish as finishGame,
  withCascade,
  m,
  minus,
  pastOf,
  play,
  plus,
  queue1,
  setQueue,
  result,
  start,
  stateOf,
  tournament,
  undo,
} from '#test/desk/story.ts'
import type { Story } from '#test/desk/story.ts'
import type { PastStep } from './decide/decision.ts'
import { runToEnd, maxChain } from './decide/undo/undo-cascade.ts'
import { previewUndo } from './decide/undo/undo-preview.ts'
import { pastStepIn } from './past-step.ts'

function historyOf({ commits }: Story): CommitHistory {
  const history = emptyCommitHistory(1)
  for (const commit of commits) addCommit(history, { commit, seq: commit.version })
  return history
}

/** Adds points to another match and takes them back: nothing that the first match depends on. */
function addPoints(story: Story, points: number): Story {
  const pairs = Array.from({ length: points / 2 }, () => [plus(m(2), 4), minus(m(2), 4)])
  return play(story, ...pairs.flat())
}

const before = tournament({ teams: 8 })
const first = before.commits.length + 1
const now = clock(99_999)

test('R-UN-1: an undo preview from the commit history equals one from all recorded states', () => {
  const busy = play(
    before,
    setQueue(queue1, m(1), m(2), m(3)),
    start(m(1)),
    begin('g1', m(1)),
    finishGame('g1', 'blue'),
    ...result(m(1), 2, 0),
    ...result(m(2), 2, 0),
    { type: 'LodgeProtest', match: m(1), reason: 'wrong_point', late: true },
  )
  const back = play(busy, undo(busy.commits.length), withCascade(undo(first + 1)))
  const story = addPoints(play(back, undo(back.commits.length)), 60)
  const history = historyOf(story)
  const sampled = story.commits.filter(({ version }) => version <= first + 12 || version % 25 === 0)
  for (const { version } of sampled) {
    const expected = runToEnd(
      previewUndo(stateOf(story), pastOf(story, undo(version)).past!, { now }),
    )
    const actual = runToEnd(previewUndo(history.state, pastStepIn(history, version)!, { now }))
    expect(actual, `${version}`).toEqual(expected)
  }
  expect(pastStepIn(history, story.commits.length + 1)).toBe(null)
})

test('R-UN-1: an undo preview folds states by the length of its chain, not of the log', () => {
  const chainLength = 12
  const folds = (meanwhilePoints: number) => {
    let story = play(before, start(m(1)))
    for (let n = 0; n < chainLength; n++) {
      story = addPoints(play(story, plus(m(1), 1)), meanwhilePoints)
    }
    const history = historyOf(story)
    let folded = 0
    const counted = (...of: Parameters<typeof fold>) => (folded++, fold(...of))
    const past = pastStepIn(history, first, openStatesOf(history, counted))!
    expect(runToEnd(previewUndo(history.state, past, { now })).dependents).toHaveLength(chainLength)
    return { folded, commits: story.commits.length }
  }
  const [short, long] = [folds(60), folds(120)]
  expect(long.commits).toBeGreaterThan(1_400)
  expect(long.folded).toBeLessThanOrEqual((chainLength + 1) * 50)
  expect(long.folded).toBeLessThan(short.folded * 1.5)
})

test('R-UN-1: the states around the last step are folded from the nearest milestone', () => {
  const story = addPoints(before, 200)
  const history = historyOf(story)
  let folded = 0
  const counted = (...of: Parameters<typeof fold>) => (folded++, fold(...of))
  const past = pastStepIn(history, story.commits.length, openStatesOf(history, counted))!
  expect(runToEnd(previewUndo(history.state, past, { now })).refusal).toBe(null)
  expect(folded).toBeLessThanOrEqual(50)
})

/** Points of the first match, one after the other: each depends on the previous one. */
function pointsInARow(count: number): { story: Story; history: CommitHistory } {
  const pairs = Array.from({ length: count / 2 }, () => [plus(m(1), 1), minus(m(1), 1)])
  const story = play(before, start(m(1)), ...pairs.flat())
  return { story, history: historyOf(story) }
}

test('P15: the preview of a long chain yields to other work', async () => {
  const { history } = pointsInARow(400)
  let turns = 0
  let isOver = false
  const otherWork = () => {
    turns += 1
    if (!isOver) setImmediate(otherWork)
  }
  setImmediate(otherWork)
  const work = previewUndo(history.state, pastStepIn(history, first)!, { now })
  const slowly = (function* () {
    for (;;) {
      const { done, value } = work.next()
      if (done) return value
      const sinceMs = performance.now()
      while (performance.now() - sinceMs < 1); // as on a slow machine
      yield
    }
  })()
  const { dependents, together } = await finishInSlices(slowly)
  isOver = true
  expect([dependents.length, together]).toEqual([400, { isPlayedOn: false }])
  expect(turns).toBeGreaterThan(400 / 10)
})

test('R-UN-1: an undo takes back at most `maxChain` steps, and one more is refused', () => {
  const [allowed, excessive] = [pointsInARow(maxChain - 2), pointsInARow(maxChain)]
  const previewOf = ({ state }: CommitHistory, past: PastStep) =>
    runToEnd(previewUndo(state, past, { now }))
  expect(previewOf(allowed.history, pastStepIn(allowed.history, first)!).together).not.toBe(null)
  expect(previewOf(excessive.history, pastStepIn(excessive.history, first)!).together).toBe(null)
  const all = withCascade(undo(first))
  expect(decideIn(allowed.story, all)).toHaveProperty('events')
  expect(decideIn(excessive.story, all)).toMatchObject({ refused: 'TOO_MANY_STEPS', status: 409 })
})

test('P5: a commit whose version is not the next one is not entered', () => {
  const history = emptyCommitHistory(1)
  const second = { commit: before.commits[1]!, seq: 2 }
  expect(() => addCommit(history, second)).toThrow('damaged at step 1, where step 2 stands')
})
