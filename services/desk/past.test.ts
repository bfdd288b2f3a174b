// What is known of a long evening without folding all of it again.
import { expect, test } from 'vitest'
import { fold } from '../../events/state/tournament.ts'
import { emptyCommitHistory, enter, finishInSlices, openStatesOf } from '../states/index.ts'
import type { CommitHistory } from '../states/index.ts'
import {
  begin,
  clock,
  decideIn,
  finish as finishGame,
  insisted,
  m,
  minus,
  pastOf,
  play,
  plus,
  queue1,
  queued,
  result,
  start,
  stateOf,
  tournament,
  undo,
} from '../../test/desk/story.ts'
import type { Story } from '../../test/desk/story.ts'
import type { Past } from './decide/decision.ts'
import { finish, maxChain } from './decide/undo/undo-cascade.ts'
import { previewUndo } from './decide/undo/undo-preview.ts'
import { pastIn } from './past.ts'

function annalsOf({ commits }: Story): CommitHistory {
  const history = emptyCommitHistory(1)
  for (const commit of commits) enter(history, { commit, seq: commit.version })
  return history
}

/** Points in other matches, given and taken: nothing that the first match rests on. */
function meanwhile(story: Story, points: number): Story {
  const pairs = Array.from({ length: points / 2 }, () => [plus(m(2), 4), minus(m(2), 4)])
  return play(story, ...pairs.flat())
}

const before = tournament({ teams: 8 })
const first = before.commits.length + 1
const now = clock(99_999)

test('R-UN-1: an undo is foreseen from the commit history as from every state there was', () => {
  const busy = play(
    before,
    queued(queue1, m(1), m(2), m(3)),
    start(m(1)),
    begin('g1', m(1)),
    finishGame('g1', 'blue'),
    ...result(m(1), 2, 0),
    ...result(m(2), 2, 0),
    { type: 'LodgeProtest', match: m(1), reason: 'wrong_point', late: true },
  )
  const back = play(busy, undo(busy.commits.length), insisted(undo(first + 1)))
  const story = meanwhile(play(back, undo(back.commits.length)), 60)
  const history = annalsOf(story)
  const asked = story.commits.filter(({ version }) => version <= first + 12 || version % 25 === 0)
  for (const { version } of asked) {
    const known = finish(previewUndo(stateOf(story), pastOf(story, undo(version)).past!, now))
    const found = finish(previewUndo(history.state, pastIn(history, version)!, now))
    expect(found, `${version}`).toEqual(known)
  }
  expect(pastIn(history, story.commits.length + 1)).toBe(null)
})

test('R-UN-1: what is looked up of a chain is its own steps, however long the evening was', () => {
  const chain = 12
  const folds = (meanwhilePoints: number) => {
    let story = play(before, start(m(1)))
    for (let n = 0; n < chain; n++) {
      story = meanwhile(play(story, plus(m(1), 1)), meanwhilePoints)
    }
    const history = annalsOf(story)
    let folded = 0
    const counted = (...of: Parameters<typeof fold>) => (folded++, fold(...of))
    const past = pastIn(history, first, openStatesOf(history, counted))!
    expect(finish(previewUndo(history.state, past, now)).dependents).toHaveLength(chain)
    return { folded, commits: story.commits.length }
  }
  const [short, long] = [folds(60), folds(120)]
  expect(long.commits).toBeGreaterThan(1_400)
  expect(long.folded).toBeLessThanOrEqual((chain + 1) * 50)
  expect(long.folded).toBeLessThan(short.folded * 1.5)
})

test('R-UN-1: the last step is known from the nearest milestone', () => {
  const story = meanwhile(before, 200)
  const history = annalsOf(story)
  let folded = 0
  const counted = (...of: Parameters<typeof fold>) => (folded++, fold(...of))
  const past = pastIn(history, story.commits.length, openStatesOf(history, counted))!
  expect(finish(previewUndo(history.state, past, now)).refusal).toBe(null)
  expect(folded).toBeLessThanOrEqual(50)
})

/** The first match's points, one after the other: each rests on the one before. */
function pointsInARow(count: number): { story: Story; history: CommitHistory } {
  const pairs = Array.from({ length: count / 2 }, () => [plus(m(1), 1), minus(m(1), 1)])
  const story = play(before, start(m(1)), ...pairs.flat())
  return { story, history: annalsOf(story) }
}

test('P15: others have a turn while a long chain is foreseen', async () => {
  const { history } = pointsInARow(400)
  let turns = 0
  let isOver = false
  const others = () => {
    turns += 1
    if (!isOver) setImmediate(others)
  }
  setImmediate(others)
  const work = previewUndo(history.state, pastIn(history, first)!, now)
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

test('R-UN-1: so many steps go back in one press, and one more is refused', () => {
  const [most, more] = [pointsInARow(maxChain - 2), pointsInARow(maxChain)]
  const foreseen = ({ state }: CommitHistory, past: Past) => finish(previewUndo(state, past, now))
  expect(foreseen(most.history, pastIn(most.history, first)!).together).not.toBe(null)
  expect(foreseen(more.history, pastIn(more.history, first)!).together).toBe(null)
  const all = insisted(undo(first))
  expect(decideIn(most.story, all)).toHaveProperty('events')
  expect(decideIn(more.story, all)).toMatchObject({ refused: 'TOO_MANY_STEPS', status: 409 })
})

test('P5: a commit that does not come next is not entered', () => {
  const history = emptyCommitHistory(1)
  const second = { commit: before.commits[1]!, seq: 2 }
  expect(() => enter(history, second)).toThrow('damaged at step 1, where step 2 stands')
})
