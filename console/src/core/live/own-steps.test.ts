import { expect, test } from 'vitest'
import { publicIdOf } from '#events/public-command-id.ts'
import type { Frame, Recent } from '#events/view/frames.ts'
import { ownAfter, ownStepsIn } from './own-steps.ts'

type Line = Partial<Recent['commit']>

function step(version: number, line: Line = {}): Recent {
  const commit = { by: 'person' as const, device: null, undoes: null, matches: [], cabinets: [] }
  return {
    version,
    at: '',
    commit: { id: `mine-${version}`, text: '', message: { key: '' }, ...commit, ...line },
  }
}
function change(version: number, line: Line = {}): Frame {
  return { type: 'change', tournament: 1, rows: {}, ...step(version, line) }
}
const isOwn = (commit: string) => commit.startsWith('mine')
const versions = (own: Recent[]) => own.map(({ version }) => version)

test('only steps of this device are kept', () => {
  const own = ownAfter([step(3)], change(4, { id: 'theirs' }), isOwn)
  expect(versions(own)).toEqual([3])
  expect(versions(ownAfter(own, change(5), isOwn))).toEqual([5, 3])
})

test('a step that anybody undoes is removed, alone or together with steps that depend on it', () => {
  const own = [step(5), step(4), step(3)]
  expect(versions(ownAfter(own, change(6, { id: 'theirs', undoes: 4 }), isOwn))).toEqual([5, 3])
  const together = change(6, { undoes: 3, undone: [5, 3] })
  expect(versions(ownAfter(own, together, isOwn))).toEqual([4])
})

test('a snapshot adds steps made while offline, and drops those that a restored server lacks', () => {
  const snapshot = (version: number, recent: Recent[]): Frame =>
    ({ type: 'snapshot', tournament: 1, version, rows: {}, recent }) as unknown as Frame
  const recent = [step(6, { undoes: 3 }), step(5), step(4, { id: 'theirs' })]
  expect(versions(ownAfter([step(3), step(2)], snapshot(6, recent), isOwn))).toEqual([5, 2])
  expect(versions(ownAfter([step(9), step(2)], snapshot(4, []), isOwn))).toEqual([2])
})

test('a frame without effect returns the same list, so that nothing renders', () => {
  const own = [step(3)]
  expect(ownAfter(own, change(4, { id: 'theirs' }), isOwn)).toBe(own)
  expect(ownAfter(own, { type: 'here', tournament: 1, version: 3 }, isOwn)).toBe(own)
})

test('all tabs of a browser are one device, and its commands are recognised by public ids', () => {
  const items = new Map<string, string>()
  const storage = () => ({
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  })
  ownStepsIn(storage, 1).sent('3f2a')
  const other = ownStepsIn(storage, 1)
  const isOwn = (id: string) => other.isOwn(publicIdOf(id))
  // A request that becomes several commands is recognised in each of them.
  expect(['3f2a', '3f2a:1', '77', '77:1'].map(isOwn)).toEqual([true, true, false, false])
})
