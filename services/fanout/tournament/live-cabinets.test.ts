import { expect, test } from 'vitest'
import { openLiveCabinets } from './live-cabinets.ts'

test('P14: an update of a cabinet reaches only its own listeners, until they unsubscribe', () => {
  let publish = (_message: unknown, _subject: string) => {}
  const subscribe = (_subject: string, each: typeof publish) => {
    publish = each
    return () => {}
  }
  const update = (id: number) => publish({ id }, `live.${id}`)
  const live = openLiveCabinets({ subscribe }, async () => [])
  const heard: number[] = []
  const ends = [1, 2, 3, 3].map((id) => live.listenTo(id, () => heard.push(id)))
  update(2)
  expect(heard).toEqual([2])
  update(3)
  expect(heard).toEqual([2, 3, 3])
  ends[2]!()
  update(3)
  expect(heard).toEqual([2, 3, 3, 3])
  for (const end of ends) end()
  update(1)
  expect(heard).toEqual([2, 3, 3, 3])
})
