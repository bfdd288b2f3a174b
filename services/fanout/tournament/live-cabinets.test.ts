import { expect, test } from 'vitest'
import { openLive } from './live-cabinets.ts'

test('P14: news of one cabinet reach its own listeners alone, until they end', () => {
  let publish = (_message: unknown, _subject: string) => {}
  const subscribe = (_subject: string, each: typeof publish) => {
    publish = each
    return () => {}
  }
  const tell = (id: number) => publish({ id }, `live.${id}`)
  const live = openLive({ subscribe }, async () => [])
  const heard: number[] = []
  const ends = [1, 2, 3, 3].map((id) => live.listenTo(id, () => heard.push(id)))
  tell(2)
  expect(heard).toEqual([2])
  tell(3)
  expect(heard).toEqual([2, 3, 3])
  ends[2]!()
  tell(3)
  expect(heard).toEqual([2, 3, 3, 3])
  for (const end of ends) end()
  tell(1)
  expect(heard).toEqual([2, 3, 3, 3])
})
