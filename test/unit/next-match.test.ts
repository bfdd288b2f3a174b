// The desk, the calls and the console use one rule for the next match of a cabinet.
import { describe, expect, test } from 'vitest'
import { tablesOf } from '#console/src/core/history/commit-history.ts'
import { comingOn, nextOn } from '#console/src/core/live/select.ts'
import { callsIn } from '#console/src/core/live/calls.ts'
import {
  decideIn,
  m,
  next,
  play,
  queue1,
  setQueue,
  start,
  stateOf,
  tournament,
} from '../desk/story.ts'
import type { Story } from '../desk/story.ts'

const four = tournament()
const roundRobin = tournament({ stage: { stageType: 'round_robin' } })
const cabinet = 1

/** The next match on the free cabinet according to each of them. */
function nextMatches(story: Story) {
  const rows = tablesOf(stateOf(story))
  const decision = decideIn(story, next())
  const shown = nextOn(rows, cabinet)
  return {
    desk: 'answer' in decision ? decision.answer?.['match'] : null,
    calls: [...callsIn(rows)].find(([, call]) => call === 'now')?.[0] ?? null,
    console: shown.state === 'ready' ? shown.match.id : null,
    coming: comingOn(rows, cabinet)[0]?.id,
  }
}
const agreeOn = (id: number) => ({ desk: id, calls: id, console: id, coming: id })

describe('R-QU-2: desk, calls and console name the same match', () => {
  test('the head of the queue', () =>
    expect(nextMatches(play(four, setQueue(queue1, m(2), m(1))))).toEqual(agreeOn(m(2))))

  test('not a head whose teams are not known yet', () =>
    expect(nextMatches(play(four, setQueue(queue1, m(3), m(1))))).toEqual(agreeOn(m(1))))

  test('not a head whose team plays elsewhere', () =>
    expect(nextMatches(play(roundRobin, start(m(1), 2), setQueue(queue1, m(3), m(2))))).toEqual(
      agreeOn(m(2)),
    ))

  test('none if nothing can start', () =>
    expect(nextMatches(play(four, setQueue(queue1, m(3))))).toMatchObject({
      desk: null,
      calls: null,
      console: null,
    }))

  test('the following matches while another one is on the cabinet', () => {
    const during = play(four, start(m(1), 1), setQueue(queue1, m(3), m(2)))
    const rows = tablesOf(stateOf(during))
    expect(nextOn(rows, cabinet)).toMatchObject({ why: 'taken', match: { id: m(1) } })
    expect(comingOn(rows, cabinet).map(({ id }) => id)).toEqual([m(2), m(3)])
    expect(callsIn(rows)).toEqual(
      new Map([
        [m(1), 'on'],
        [m(2), 'now'],
        [m(3), 'soon'],
      ]),
    )
  })
})
