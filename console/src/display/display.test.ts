import { expect, test } from 'vitest'
import { turnAt } from './board/useScreenRotation.ts'
import { displayAt } from './address.ts'
import { embedAt } from './embed-address.ts'
import { isNightly } from './auto-reload.ts'
import { lengthOf } from './board/teams.ts'
import { tilesOf } from './board/tiles.ts'

test('the addresses of displays are recognised, and no others', () => {
  const place = { at: 'role', scene: 'hive', slug: 'friday' }
  const none = { cabinet: null, stage: null }
  const display = (path: string) => displayAt(`/t/hive/friday/${path}`)
  expect(displayAt('/display')).toEqual({ at: 'device' })
  expect(display('display/queue-board')).toEqual({ ...place, ...none, name: 'queue-board' })
  expect(display('display/now-playing/')).toEqual({ ...place, ...none, name: 'now-playing' })
  expect(display('display/bracket')).toEqual({ ...place, ...none, name: 'bracket' })
  expect(display('display/bracket/3')).toEqual({ ...place, ...none, name: 'bracket', stage: 3 })
  expect(display('display/cabinet/4')).toEqual({ ...place, ...none, name: 'cabinet', cabinet: 4 })
  const overlay = { ...place, ...none, name: 'overlay', cabinet: 4 }
  expect(display('overlay/4')).toEqual(overlay)
  expect(display('overlay/4/lower-third')).toEqual({ ...overlay, part: 'lower-third' })
  for (const path of [
    'display',
    'display/cabinet',
    'display/menu',
    'overlay/north',
    'overlay/4/5',
    'bracket',
  ]) {
    expect([path, display(path)]).toEqual([path, null])
  }
  expect(displayAt('/t/%E0%A4%A/friday/display/bracket')).toBe(null)
})

test('an embedded page has the address of a tournament, or of its scene', () => {
  const none = { scene: 'hive', slug: null, stage: null }
  expect(displayAt('/embed/hive/bracket')).toEqual({ at: 'embed' })
  expect(embedAt('/embed/hive/bracket')).toEqual({ ...none, show: 'bracket' })
  expect(embedAt('/embed/hive/queue/')).toEqual({ ...none, show: 'queue' })
  const friday = { ...none, slug: 'friday night' }
  const now = embedAt('/embed/hive/friday%20night/now-playing')
  expect(now).toEqual({ ...friday, show: 'now-playing' })
  const table = embedAt('/embed/hive/friday%20night/standings/3')
  expect(table).toEqual({ ...friday, show: 'standings', stage: 3 })
  const others = [
    '/embed/hive',
    '/embed/hive/overlay',
    '/embed/a/b/c/bracket',
    '/embed/%E0/bracket',
  ]
  for (const path of others) expect([path, embedAt(path)]).toEqual([path, null])
})

test('ux 44: a name of twenty characters is short, however many bytes it has', () => {
  expect(lengthOf('Twenty signs exactly')).toBe('short')
  expect(lengthOf('👩‍👩‍👧‍👦'.repeat(20))).toBe('short')
  expect(lengthOf('Twenty signs exactly!')).toBe('long')
  expect(lengthOf('A name that somebody made up to see what happens')).toBe('very-long')
})

test('a page that was opened long ago is reloaded at night', () => {
  const at = (hour: number) => new Date(2026, 0, 3, hour, 30)
  expect(isNightly(at(4), at(1).getTime())).toBe(true)
  expect(isNightly(at(4), at(3).getTime()), 'it has just done so').toBe(false)
  expect(isNightly(at(20), at(1).getTime())).toBe(false)
})

const boxes = [0, 1, 2, 3, 4, 5, 6, 7].map((row) => ({ match: row + 1, column: 0, row }))
const bracket = {
  boxes: [
    ...boxes,
    ...[0.5, 2.5, 4.5, 6.5].map((row, index) => ({ match: 9 + index, column: 1, row })),
    { match: 13, column: 2, row: 1.5 },
    { match: 14, column: 2, row: 5.5 },
    { match: 15, column: 3, row: 3.5 },
  ],
  lines: [],
  headings: [],
  columns: 4,
  rows: 8,
}

test('a bracket is shown in readable parts, and each match is in one of them', () => {
  const tiles = tilesOf(bracket, { columns: 3, rows: 5 }, () => true)
  const shown = new Set(tiles.flatMap((tile) => tile.boxes.map(({ match }) => match)))
  expect(shown.size).toBe(15)
  for (const { column, row, boxes } of tiles) {
    for (const box of boxes) {
      expect(box.column).toBeLessThan(column + 3)
      expect(box.row).toBeLessThan(row + 5)
    }
  }
})

test('only parts with matches still to be played are shown, or else the last one', () => {
  const room = { columns: 2, rows: 5 }
  const open = tilesOf(bracket, room, (match) => match === 15)
  expect(open.map(({ boxes }) => boxes.some(({ match }) => match === 15))).toEqual([true])
  expect(tilesOf(bracket, room, () => false)).toHaveLength(1)
  expect(tilesOf(bracket, { columns: 4, rows: 9 }, () => false)[0]?.boxes).toHaveLength(15)
})

test('each turn is shown for its seconds, at the same moment on all displays', () => {
  const [a, b, c] = [{ seconds: 10 }, { seconds: 5 }, {}]
  const at = (second: number) => turnAt(second * 1_000, [a, b, c])
  const [ab, bc, ca] = [
    [a, b],
    [b, c],
    [c, a],
  ]
  expect([0, 9, 10, 14, 15, 44, 45].map(at)).toEqual([ab, ab, bc, bc, ca, ca, ab])
  expect(turnAt(Date.now(), [b])).toEqual([b, b])
})
