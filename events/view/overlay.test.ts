import { expect, test } from 'vitest'
import { isCovered, overlayOf, overlayParts, pressed, stacked } from './overlay.ts'
import type { OverlayPart, OverlayPress, StoredParts } from './overlay.ts'

const of = { tournament: 1, cabinet: 2 }
const shown = (parts: StoredParts) => overlayOf(of, { version: 3, pins: {}, parts })
const press = (parts: StoredParts, part: OverlayPart, does: OverlayPress, match = 7) =>
  pressed(parts, { part, press: does, match: does === 'pin' ? match : null })

test('at first what belongs beside a game is on, and nothing is held', () => {
  const { parts, words, version } = overlayOf(of)
  expect(overlayParts.filter((part) => parts[part].isOn)).toEqual([
    'score',
    'numbers',
    'kills',
    'ticker',
  ])
  expect(overlayParts.filter((part) => parts[part].match !== null)).toEqual([])
  expect([words, version]).toEqual([{ title: '', line: '' }, 0])
})

test('a press changes its own part alone, and pressed again nothing', () => {
  for (const part of overlayParts) {
    for (const does of ['on', 'off', 'pin', 'unpin'] as const) {
      const once = press({}, part, does)
      expect(shown(press(once, part, does))).toEqual(shown(once))
      const others = { ...shown(once).parts, [part]: null }
      expect(others).toEqual({ ...overlayOf(of).parts, [part]: null })
    }
  }
})

test('in the middle stands what was switched on last, alone; under it the one before comes back', () => {
  const all = stacked([], overlayParts)
  expect(all).toEqual(['bracket', 'rosters', 'result'])
  const later = stacked(stacked(['result'], ['result', 'rosters']), [
    'bracket',
    'result',
    'rosters',
  ])
  expect(later).toEqual(['result', 'rosters', 'bracket'])
  const seen = (stack: OverlayPart[]) => overlayParts.filter((part) => !isCovered(part, stack))
  const always = ['score', 'next', 'ticker', 'lower-third']
  expect(seen(later).toSorted()).toEqual([...always, 'bracket'].toSorted())
  const back = stacked(later, ['result', 'rosters'])
  expect(seen(back).toSorted()).toEqual([...always, 'rosters'].toSorted())
  expect(seen(stacked(back, []))).toEqual([...overlayParts])
})

test('toggle is on and off in turn, from what a part is at first', () => {
  const once = press({}, 'score', 'toggle')
  const twice = press(once, 'score', 'toggle')
  expect([shown(once).parts.score.isOn, shown(twice).parts.score.isOn]).toEqual([false, true])
  expect(shown(press({}, 'result', 'toggle')).parts.result.isOn).toBe(true)
})

test('what is held is on; switched off and on again it is held still, until it is let go', () => {
  const held = press({}, 'result', 'pin')
  expect(shown(held).parts.result).toEqual({ isOn: true, match: 7 })
  const again = press(press(held, 'result', 'off'), 'result', 'on')
  expect(shown(again).parts.result).toEqual({ isOn: true, match: 7 })
  expect(shown(press(again, 'result', 'unpin')).parts.result).toEqual({ isOn: true, match: null })
  expect(shown(press(held, 'result', 'pin', 8)).parts.result.match).toBe(8)
})
