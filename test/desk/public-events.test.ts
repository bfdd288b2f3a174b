import { expect, test } from 'vitest'
import { publicEvents } from '../../events/describe/public-events.ts'
import { publicEventData } from '../../events/schema/public-event.ts'
import type { PublicEvent } from '../../events/schema/public-event.ts'
import { complete, m, play, setScore, start, stateOf, stop, tournament } from './story.ts'
import type { Story } from './story.ts'

const four = tournament({ stage: { winsPerMatch: 2 } })

/** What is told between two moments of a story, in one word each. */
function told(before: Story, after: Story): PublicEvent[] {
  const events = publicEvents(stateOf(before), stateOf(after))
  for (const { type, data } of events) expect(publicEventData[type].parse(data)).toEqual(data)
  return events
}
const types = (before: Story, after: Story) =>
  told(before, after)
    .map(({ type }) => type)
    .filter((type) => type.startsWith('match.'))

test('a match is told from its start to its result, each by itself', () => {
  const on = play(four, start(m(1)))
  expect(types(four, on)).toEqual(['match.started'])
  expect(types(on, play(on, stop(m(1))))).toEqual(['match.stopped'])
  const scored = play(on, setScore(m(1), 2, 0))
  expect(types(on, scored)).toEqual(['match.score'])
  const over = play(scored, complete(m(1)))
  expect(types(scored, over)).toEqual(['match.completed'])
  expect(types(over, scored)).toEqual(['match.reopened', 'match.started'])
  const [started] = told(four, on)
  expect(started).toMatchObject({
    type: 'match.started',
    data: {
      tournament: { id: 1 },
      version: stateOf(on).version,
      match: { id: m(1), matchNum: 1 },
      blue: { name: expect.any(String) },
      gold: { name: expect.any(String) },
    },
  })
})

test('R-CMD-4: while a match is under review nothing is told of it', () => {
  const scored = play(four, setScore(m(1), 1, 0))
  const held = play(scored, { type: 'ReviewMatch', match: m(1), on: true })
  const decided = play(held, setScore(m(1), 2, 0), complete(m(1)))
  expect(types(held, decided)).toEqual([])
  const shown = play(decided, { type: 'ReviewMatch', match: m(1), on: false })
  expect(types(decided, shown)).toEqual(['match.score', 'match.completed'])
})

test('a commit that changes nothing that is shown tells nothing', () => {
  expect(told(four, four)).toEqual([])
})
