import { expect, test, vi } from 'vitest'
import type { LiveCabinet } from '#events/view/frames.ts'
import { openLiveCabinets } from './live-cabinets.ts'

const live = { id: 1 } as unknown as LiveCabinet

test('a live cabinet is shown at most ten times a second, and its latest state in the end', async () => {
  const published: string[] = []
  const show = openLiveCabinets({ publish: (subject: string) => published.push(subject) } as never)
  show([live], [])
  show([live], [])
  show([live], [])
  expect(published).toEqual(['live.1'])
  await vi.waitFor(() => expect(published).toHaveLength(2))
})

test('P17: a live cabinet does not stand still when the system clock is set back', async () => {
  const published: string[] = []
  const show = openLiveCabinets({ publish: (subject: string) => published.push(subject) } as never)
  show([live], [])
  const now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => now - 3_600_000)
  show([live], [])
  vi.restoreAllMocks()
  await vi.waitFor(() => expect(published).toHaveLength(2))
})
