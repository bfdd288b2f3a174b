import { expect, test } from 'vitest'
import { publicEvents } from '#events/describe/public-events.ts'
import { publicEventData } from '#events/schema/public-event.ts'
import type { PublicEvent } from '#events/schema/public-event.ts'
import { complete, m, play, setScore, start, stateOf, stop, tournament } from './story.ts'
import type { Story } from './story.ts'

const four = tournament({ stage: { winsPerMatch: 2 } })

/** The public events between two moments of a story. */
function eventsBetween(before: Story, after: Story): PublicEvent[] {
  const events = publicEvents(stateOf(before), stateOf(after))
  for (const { type, data } of events) expect(publicEventData[type].parse(data)).toEqual(data)
  return events
}
const matchEventTypes = (before: Story, after: Story) =>
  eventsBetween(before, after)
    .map(({ type }) => type)
    .filter((type) => type.startsWith('match.'))

test('each step of a match, from its start to its result, gives a public event', () => {
  const on = play(four, start(m(1)))
  expect(matchEventTypes(four, on)).toEqual(['match.started'])
  expect(matchEventTypes(on, play(on, stop(m(1))))).toEqual(['match.stopped'])
  const scored = play(on, setScore(m(1), 2, 0))
  expect(matchEventTypes(on, scored)).toEqual(['match.score'])
  const over = play(scored, complete(m(1)))
  expect(matchEventTypes(scored, over)).toEqual(['match.completed'])
  expect(matchEventTypes(over, scored)).toEqual(['match.reopened', 'match.started'])
  const [started] = eventsBetween(four, on)
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

test('R-CMD-4: a match under review gives no public events', () => {
  const scored = play(four, setScore(m(1), 1, 0))
  const held = play(scored, { type: 'ReviewMatch', match: m(1), on: true })
  const decided = play(held, setScore(m(1), 2, 0), complete(m(1)))
  expect(matchEventTypes(held, decided)).toEqual([])
  const shown = play(decided, { type: 'ReviewMatch', match: m(1), on: false })
  expect(matchEventTypes(decided, shown)).toEqual(['match.score', 'match.completed'])
})

test('a commit without visible changes gives no public events', () => {
  expect(eventsBetween(four, four)).toEqual([])
})
