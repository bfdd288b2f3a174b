import { expect, test } from 'vitest'
import type { Command } from '#events/schema/command.ts'
import { given, points } from '#test/desk/given-when-then.ts'
import {
  decideIn,
  m,
  play,
  plus,
  queue1,
  queue2,
  setQueue,
  start,
  tournament,
} from '#test/desk/story.ts'
import type { Story } from '#test/desk/story.ts'

const pairedWith = { cabinet: 1, name: 'Left' }

test('R-PE-4: a tablet cannot take matches from the queue of another cabinet, nor the queue itself', () => {
  const setCabinets = (...cabinets: number[]): Command => {
    return { type: 'SetQueueCabinets', queue: queue1, cabinets }
  }
  const deleteQueue: Command = { type: 'DeleteQueue', queue: queue1 }
  const own = play(tournament(), setQueue(queue2, m(2)))
  const shared = play(own, setCabinets(1, 2))
  const sent = (story: Story, command: Command) => decideIn(story, command, { pairedWith })
  const refused = { refused: 'OTHER_CABINET', status: 403 }
  expect(sent(own, setQueue(queue1, m(1)))).not.toMatchObject(refused)
  expect(sent(own, setQueue(queue1, m(1), m(2)))).toMatchObject(refused)
  expect(sent(own, setCabinets(1, 2))).toMatchObject(refused)
  expect(sent(shared, setCabinets(1))).toMatchObject(refused)
  expect(sent(shared, deleteQueue)).toMatchObject(refused)
  expect(sent(own, deleteQueue)).not.toMatchObject(refused)
})

test('R-PE-4: a tablet undoes steps of its own cabinet only, with those that depend on them', () => {
  const point = play(tournament(), start(m(1), 1), plus(m(1), 1))
  const elsewhere = play(tournament(), start(m(1), 2), plus(m(1), 1))
  given(point)
    .whenUndone(0, { pairedWith })
    .leaves(points(m(1)), [0, 0])
  given(elsewhere)
    .whenUndone(0, { pairedWith })
    .refused(
      'OTHER_CABINET',
      'Left is paired with another cabinet. Use the tablet there, or one that is not paired.',
    )
})
