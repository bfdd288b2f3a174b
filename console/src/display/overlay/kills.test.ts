import { expect, test } from 'vitest'
import { feedAt, killOf, maxShown, shownMs } from './kills.ts'

const kill = (values: unknown, more: object = {}) =>
  JSON.stringify({ event_type: 'playerKill', values, uuid: 'a', ...more })

test('a kill has the positions of killer and victim; any other message is not a kill', () => {
  const message = kill(['960', '500', '3', '10', 'Worker'])
  expect(killOf(message, 7)).toEqual({ id: 'a', killer: 3, victim: 10, at: 7 })
  const others = [
    'no JSON',
    'null',
    '[]',
    kill(['960', '500', '11', '0']),
    kill(['960', '500']),
    kill(null),
    kill(['960', '500', '3', '10'], { event_type: 'snailEat' }),
    kill(['960', '500', '3', '10'], { uuid: undefined }),
  ]
  for (const other of others) expect([other, killOf(other, 7)]).toEqual([other, null])
})

test('the feed has the latest kills, each for a while', () => {
  const feed = Array.from({ length: 8 }, (_, index) => {
    return { id: `${index}`, killer: 3, victim: 4, at: index * 1_000 } as const
  })
  expect(feedAt([...feed], 7_000).map(({ id }) => id)).toEqual(['3', '4', '5', '6', '7'])
  expect(feedAt([...feed], 7_000)).toHaveLength(maxShown)
  expect(feedAt([...feed], 5_000 + shownMs).map(({ id }) => id)).toEqual(['6', '7'])
  expect(feedAt([...feed], 60_000)).toEqual([])
})
