import { expect, test } from 'vitest'
import { isCovered, overlayOf, overlayParts, afterPress, stackOrder } from './overlay.ts'
import type { OverlayPart, OverlayPress, StoredParts } from './overlay.ts'

const ids = { tournament: 1, cabinet: 2 }
const stateOf = (parts: StoredParts) => overlayOf(ids, { version: 3, pins: {}, parts })
const press = (parts: StoredParts, part: OverlayPart, action: OverlayPress, match = 7) =>
  afterPress(parts, { part, press: action, match: action === 'pin' ? match : null })

test('initially the parts beside a game are on, and none is pinned', () => {
  const { parts, words, version } = overlayOf(ids)
  expect(overlayParts.filter((part) => parts[part].isOn)).toEqual([
    'score',
    'numbers',
    'kills',
    'ticker',
  ])
  expect(overlayParts.filter((part) => parts[part].match !== null)).toEqual([])
  expect([words, version]).toEqual([{ title: '', line: '' }, 0])
})

test('a press changes only its own part, and repeating it changes nothing', () => {
  for (const part of overlayParts) {
    for (const action of ['on', 'off', 'pin', 'unpin'] as const) {
      const once = press({}, part, action)
      expect(stateOf(press(once, part, action))).toEqual(stateOf(once))
      const others = { ...stateOf(once).parts, [part]: null }
      expect(others).toEqual({ ...overlayOf(ids).parts, [part]: null })
    }
  }
})

test('only the last part switched on shows in the middle, and the one before comes back after it', () => {
  const all = stackOrder([], overlayParts)
  expect(all).toEqual(['bracket', 'rosters', 'result'])
  const later = stackOrder(stackOrder(['result'], ['result', 'rosters']), [
    'bracket',
    'result',
    'rosters',
  ])
  expect(later).toEqual(['result', 'rosters', 'bracket'])
  const visible = (stack: OverlayPart[]) => overlayParts.filter((part) => !isCovered(part, stack))
  const always = ['score', 'next', 'ticker', 'lower-third']
  expect(visible(later).toSorted()).toEqual([...always, 'bracket'].toSorted())
  const back = stackOrder(later, ['result', 'rosters'])
  expect(visible(back).toSorted()).toEqual([...always, 'rosters'].toSorted())
  expect(visible(stackOrder(back, []))).toEqual([...overlayParts])
})

test('toggle alternates on and off from the initial state of a part', () => {
  const once = press({}, 'score', 'toggle')
  const twice = press(once, 'score', 'toggle')
  expect([stateOf(once).parts.score.isOn, stateOf(twice).parts.score.isOn]).toEqual([false, true])
  expect(stateOf(press({}, 'result', 'toggle')).parts.result.isOn).toBe(true)
})

test('pinning switches a part on, and it stays pinned when switched off and on, until it is unpinned', () => {
  const held = press({}, 'result', 'pin')
  expect(stateOf(held).parts.result).toEqual({ isOn: true, match: 7 })
  const again = press(press(held, 'result', 'off'), 'result', 'on')
  expect(stateOf(again).parts.result).toEqual({ isOn: true, match: 7 })
  expect(stateOf(press(again, 'result', 'unpin')).parts.result).toEqual({ isOn: true, match: null })
  expect(stateOf(press(held, 'result', 'pin', 8)).parts.result.match).toBe(8)
})
