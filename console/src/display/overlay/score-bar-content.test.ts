import { expect, test } from 'vitest'
import type { LiveCabinet } from '#events/view/frames.ts'
import type { MatchRow, PlayedRow } from '#events/schema/rows.ts'
import { tablesFrom } from '../../core/live/rows.ts'
import type { Tables } from '../../core/live/rows.ts'
import { colourOrder, contentOf, noMemory, updateMemory } from './score-bar-content.ts'
import type { Pins } from '#events/view/overlay.ts'
import type { CabinetMemory } from './score-bar-content.ts'

const cabinet = 7
const teams = [
  { id: 1, tournament: 1, name: 'Bees' },
  { id: 2, tournament: 1, name: 'Wasps' },
  { id: 3, tournament: 1, name: 'Snails' },
]

function match(id: number, part: Partial<MatchRow>): MatchRow {
  const row = {
    id,
    roundName: `Round ${id}`,
    stageName: 'Main',
    blueTeam: 1,
    goldTeam: 2,
    blueFrom: null,
    goldFrom: null,
    blueScore: 0,
    goldScore: 0,
    isComplete: false,
    activeCabinet: null,
    winner: null,
    completedAt: null,
    ...part,
  }
  return row as MatchRow
}

function rowsOf(matches: MatchRow[], played: Partial<PlayedRow>[] = []): Tables {
  return tablesFrom({ match: matches, team: teams, played: played as PlayedRow[] })
}

function cabinetOn(mapName: string | null): LiveCabinet {
  const game = mapName === null ? null : { mapName }
  return { id: cabinet, clientStatus: 'online', since: null, game } as LiveCabinet
}

/** The text on the overlay after each frame. */
function textsAfter(frames: [Tables, LiveCabinet?][], pins: Pins[] = []): string[] {
  let last: CabinetMemory = noMemory
  return frames.map(([rows, live], index) => {
    last = updateMemory(last, cabinet, { rows, live })
    const content = contentOf(last, rows, pins[index] ?? {})
    if (!content) return 'nothing'
    const { blue, gold, map } = content
    return `${blue.name} ${blue.score}-${gold.score} ${gold.name} ${map}`
  })
}

const playing = match(1, { activeCabinet: cabinet, blueScore: 1 })
const over = match(1, {
  isComplete: true,
  blueScore: 2,
  winner: 1,
  completedAt: '2026-01-02T20:00',
})
const waiting = match(2, { blueTeam: 3, goldTeam: 1 })
const next = { ...waiting, activeCabinet: cabinet }

test('ux 46: the result stays until the next match starts, then everything changes in one frame', () => {
  expect(
    textsAfter([
      [rowsOf([waiting])],
      [rowsOf([playing, waiting]), cabinetOn('Day')],
      [rowsOf([over, waiting]), cabinetOn('Day')],
      [rowsOf([over, waiting]), cabinetOn(null)],
      [rowsOf([over, next]), cabinetOn(null)],
      [rowsOf([over, next]), cabinetOn('Night')],
    ]),
  ).toEqual([
    'nothing',
    'Bees 1-0 Wasps Day',
    'Bees 2-0 Wasps Day',
    'Bees 2-0 Wasps Day',
    'Snails 0-0 Bees ',
    'Snails 0-0 Bees Night',
  ])
})

test('ux 46: after an undecided match is taken off, the last result is shown again', () => {
  const off = { ...next, activeCabinet: null }
  expect(textsAfter([[rowsOf([over, next])], [rowsOf([over, off])]]).at(-1)).toBe('nothing')
  const frames: [Tables][] = [[rowsOf([playing])], [rowsOf([over, next])], [rowsOf([over, off])]]
  expect(textsAfter(frames).at(-1)).toBe('Bees 2-0 Wasps ')
})

test('a correction of the shown result is shown immediately', () => {
  const corrected = { ...over, blueScore: 0, goldScore: 2, winner: 2 }
  const frames: [Tables][] = [[rowsOf([playing])], [rowsOf([over])], [rowsOf([corrected])]]
  expect(textsAfter(frames).at(-1)).toBe('Bees 0-2 Wasps ')
})

test('an overlay opened between matches shows the last result of its cabinet', () => {
  const earlier = match(3, { isComplete: true, goldScore: 2, completedAt: '2026-01-02T19:00' })
  const elsewhere = match(4, { isComplete: true, blueScore: 9, completedAt: '2026-01-02T21:00' })
  const played = [
    { game: 'a', match: 3, cabinet },
    { game: 'b', match: 1, cabinet },
    { game: 'c', match: 4, cabinet: 8 },
  ]
  const rows = rowsOf([over, earlier, elsewhere, waiting], played)
  expect(textsAfter([[rows]])).toEqual(['Bees 2-0 Wasps '])
})

test('R-DI-1: the overlay marks a match under protest until the ruling', () => {
  const at = (state: 'open' | 'ruled') => {
    const protest = { id: 5, state, ruling: state === 'ruled' ? 'uphold' : null } as const
    const rows = rowsOf([{ ...playing, protest }])
    const last = updateMemory(noMemory, cabinet, { rows, live: cabinetOn('Day') })
    return contentOf(last, rows, {})?.isDisputed
  }
  expect([at('open'), at('ruled')]).toEqual([true, false])
})

test('after a reload it continues from its memory, also with a match scored by hand', () => {
  const rows = rowsOf([over, waiting])
  const last = updateMemory({ ...noMemory, match: 1, result: null, map: 'Day' }, cabinet, {
    rows,
    live: cabinetOn(null),
  })
  expect(contentOf(last, rows, {})).toMatchObject({ blue: { name: 'Bees', score: 2 }, map: 'Day' })
})

test('ux 47: pinned fields survive frames and the next match until they are unpinned', () => {
  const pins: Pins = { blueName: 'The Bees', goldScore: 1, sides: 'gold-left', map: 'Final' }
  const frames: [Tables, LiveCabinet][] = [
    [rowsOf([playing, waiting]), cabinetOn('Day')],
    [rowsOf([over, waiting]), cabinetOn('Day')],
    [rowsOf([over, next]), cabinetOn('Dusk')],
    [rowsOf([over, next]), cabinetOn('Dusk')],
  ]
  expect(textsAfter(frames, [pins, pins, pins, {}])).toEqual([
    'The Bees 1-1 Wasps Final',
    'The Bees 2-1 Wasps Final',
    'The Bees 0-1 Bees Final',
    'Snails 0-0 Bees Dusk',
  ])
})

test('the same frame a second time changes nothing', () => {
  const rows = rowsOf([over, next])
  const before = updateMemory({ ...noMemory, match: 1, result: null, map: 'Day' }, cabinet, {
    rows,
    live: cabinetOn(null),
  })
  expect(updateMemory(before, cabinet, { rows, live: cabinetOn(null) })).toEqual(before)
})

test('ux 46: the sides are those of the cabinet’s screen, unless the address or a pin sets them', () => {
  const rows = rowsOf([playing])
  const game = (goldOnLeft: boolean) =>
    ({ ...cabinetOn('Day'), game: { mapName: 'Day', goldOnLeft } }) as LiveCabinet
  const first = updateMemory(noMemory, cabinet, { rows, live: game(true) })
  const between = updateMemory(first, cabinet, { rows, live: cabinetOn(null) })
  const after = updateMemory(between, cabinet, { rows, live: game(false) })
  const leftmost = [first, between, after].map((memory) => colourOrder(undefined, null, memory)[0])
  expect(leftmost).toEqual(['gold', 'gold', 'blue'])
  expect(colourOrder(undefined, 'blue-left', first)).toEqual(['blue', 'gold'])
  expect(colourOrder('gold-left', 'blue-left', after)).toEqual(['gold', 'blue'])
  // Names and scores stay with their colour, on whichever side it is.
  expect(contentOf(first, rows, {})).toMatchObject({ blue: { name: 'Bees' }, gold: { score: 0 } })
})
