// One rule says which match a cabinet gets next: the desk, the calls and the console agree.
import { describe, expect, test } from 'vitest'
import { tablesOf } from '../../console/src/core/history/commit-history.ts'
import { comingOn, nextOn } from '../../console/src/core/live/select.ts'
import { callsIn } from '../../console/src/core/live/calls.ts'
import { blockOf } from '../../events/rules/next-match.ts'
import type { InLine } from '../../events/rules/next-match.ts'
import {
  decideIn,
  m,
  next,
  play,
  queue1,
  queued,
  start,
  stateOf,
  tournament,
} from '../desk/story.ts'
import type { Story } from '../desk/story.ts'

const four = tournament()
const roundRobin = tournament({ stage: { stageType: 'round_robin' } })
const cabinet = 1

/** What each of them says comes next on the cabinet, which is free. */
function said(story: Story) {
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
const all = (id: number) => ({ desk: id, calls: id, console: id, coming: id })

describe('R-QU-2: desk, calls and console name the same match', () => {
  test('the head of the queue', () =>
    expect(said(play(four, queued(queue1, m(2), m(1))))).toEqual(all(m(2))))

  test('not a head that waits for its teams', () =>
    expect(said(play(four, queued(queue1, m(3), m(1))))).toEqual(all(m(1))))

  test('not a head whose team plays elsewhere', () =>
    expect(said(play(roundRobin, start(m(1), 2), queued(queue1, m(3), m(2))))).toEqual(all(m(2))))

  test('none where nothing can start', () =>
    expect(said(play(four, queued(queue1, m(3))))).toMatchObject({
      desk: null,
      calls: null,
      console: null,
    }))

  test('while another match is on the cabinet, what comes after it', () => {
    const during = play(four, start(m(1), 1), queued(queue1, m(3), m(2)))
    const rows = tablesOf(stateOf(during))
    expect(nextOn(rows, cabinet)).toMatchObject({ why: 'busy', match: { id: m(1) } })
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

describe('R-ST-1: what blocks a match', () => {
  const open: InLine = { id: 1, blueTeam: 1, goldTeam: 2, activeCabinet: null, isComplete: false }
  const rival: InLine = { id: 2, blueTeam: 3, goldTeam: 1, activeCabinet: 2, isComplete: false }
  test.each<[string, Partial<InLine>, object | null]>([
    ['nothing', {}, null],
    ['its end', { isComplete: true }, { why: 'complete' }],
    ['that it is on a cabinet', { activeCabinet: 3 }, { why: 'active', cabinet: 3 }],
    ['a team that is not known', { goldTeam: null }, { why: 'team_missing' }],
    ['one team on both sides', { goldTeam: 1 }, { why: 'team_twice', team: 1 }],
  ])('%s', (_what, more, block) =>
    expect(blockOf({ ...open, ...more }, [], cabinet)).toEqual(block),
  )

  test('a team that plays elsewhere, not one that plays there', () => {
    expect(blockOf(open, [rival], cabinet)).toEqual({ why: 'team_busy', team: 1, rival })
    expect(blockOf(open, [rival], 2)).toBeNull()
  })
})
