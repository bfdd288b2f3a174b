// What is known of a long evening without folding all of it again.
import { expect, test } from 'vitest'
import { fold } from '../../events/tournament.ts'
import { emptyAnnals, enter, pastIn } from './annals.ts'
import type { Annals } from './annals.ts'
import {
  begin,
  clock,
  finish,
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
} from './decide/build.ts'
import type { Story } from './decide/build.ts'
import { foreseeUndo } from './decide/foresee.ts'

function annalsOf({ commits }: Story): Annals {
  const annals = emptyAnnals(1)
  for (const commit of commits) enter(annals, commit)
  return annals
}

/** Points in other matches, given and taken: nothing that the first match rests on. */
function meanwhile(story: Story, points: number): Story {
  const pairs = Array.from({ length: points / 2 }, () => [plus(m(2), 4), minus(m(2), 4)])
  return play(story, ...pairs.flat())
}

const before = tournament({ teams: 8 })
const first = before.commits.length + 1
const now = clock(99_999)

test('R-UN-1: an undo is foreseen from the annals as from every state there was', () => {
  const busy = play(
    before,
    queued(queue1, m(1), m(2), m(3)),
    start(m(1)),
    begin('g1', m(1)),
    finish('g1', 'blue'),
    ...result(m(1), 2, 0),
    ...result(m(2), 2, 0),
    { type: 'LodgeProtest', match: m(1), reason: 'wrong_point', late: true },
  )
  const back = play(busy, undo(busy.commits.length), insisted(undo(first + 1)))
  const story = meanwhile(play(back, undo(back.commits.length)), 60)
  const annals = annalsOf(story)
  const asked = story.commits.filter(({ version }) => version <= first + 12 || version % 25 === 0)
  for (const { version } of asked) {
    const known = foreseeUndo(stateOf(story), pastOf(story, undo(version)).past!, now)
    expect(foreseeUndo(annals.state, pastIn(annals, version)!, now), `${version}`).toEqual(known)
  }
  expect(pastIn(annals, story.commits.length + 1)).toBe(null)
})

test('R-UN-1: what is looked up of a chain is its own steps, however long the evening was', () => {
  const chain = 12
  const folds = (meanwhilePoints: number) => {
    let story = play(before, start(m(1)))
    for (let n = 0; n < chain; n++) {
      story = meanwhile(play(story, plus(m(1), 1)), meanwhilePoints)
    }
    const annals = annalsOf(story)
    let folded = 0
    const counted = (...of: Parameters<typeof fold>) => (folded++, fold(...of))
    const past = pastIn(annals, first, counted)!
    expect(foreseeUndo(annals.state, past, now).dependents).toHaveLength(chain)
    return { folded, commits: story.commits.length }
  }
  const [short, long] = [folds(60), folds(120)]
  expect(long.commits).toBeGreaterThan(1_400)
  expect(long.folded).toBeLessThanOrEqual((chain + 1) * 50)
  expect(long.folded).toBeLessThan(short.folded * 1.5)
})

test('R-UN-1: the last step is known from the nearest milestone', () => {
  const story = meanwhile(before, 200)
  const annals = annalsOf(story)
  let folded = 0
  const counted = (...of: Parameters<typeof fold>) => (folded++, fold(...of))
  const past = pastIn(annals, story.commits.length, counted)!
  expect(foreseeUndo(annals.state, past, now).refusal).toBe(null)
  expect(folded).toBeLessThanOrEqual(50)
})

test('P5: a commit that does not come next is not entered', () => {
  const annals = emptyAnnals(1)
  expect(() => enter(annals, before.commits[1]!)).toThrow('version 2 after 0')
})
