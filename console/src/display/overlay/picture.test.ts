import { expect, test } from 'vitest'
import type { LiveCabinet } from '../../../../events/view/frames.ts'
import type { MatchRow, PlayedRow } from '../../../../events/schema/rows.ts'
import { keyed } from '../../core/live/rows.ts'
import type { Tables } from '../../core/live/rows.ts'
import { nothingSeen, pictureOf, seen } from './picture.ts'
import type { Pins } from '../../../../events/view/overlay.ts'
import type { Seen } from './picture.ts'

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
  return keyed({ match: matches, team: teams, played: played as PlayedRow[] })
}

function on(mapName: string | null): LiveCabinet {
  const game = mapName === null ? null : { mapName }
  return { id: cabinet, clientStatus: 'online', since: null, game } as LiveCabinet
}

/** What is on the overlay after each frame. */
function told(frames: [Tables, LiveCabinet?][], pins: Pins[] = []): string[] {
  let last: Seen = nothingSeen
  return frames.map(([rows, live], index) => {
    last = seen(last, cabinet, { rows, live })
    const shown = pictureOf(last, rows, pins[index] ?? {})
    if (!shown) return 'nothing'
    const { blue, gold, sides, map } = shown
    return `${blue.name} ${blue.score}-${gold.score} ${gold.name} ${map} ${sides}`
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

test('ux 46: the result stays until the next match starts, then all flips in one frame', () => {
  expect(
    told([
      [rowsOf([waiting])],
      [rowsOf([playing, waiting]), on('Day')],
      [rowsOf([over, waiting]), on('Day')],
      [rowsOf([over, waiting]), on(null)],
      [rowsOf([over, next]), on(null)],
      [rowsOf([over, next]), on('Night')],
    ]),
  ).toEqual([
    'nothing',
    'Bees 1-0 Wasps Day blue-left',
    'Bees 2-0 Wasps Day blue-left',
    'Bees 2-0 Wasps Day blue-left',
    'Snails 0-0 Bees  blue-left',
    'Snails 0-0 Bees Night blue-left',
  ])
})

test('ux 46: a match that is taken off undecided is none: the last result is shown again', () => {
  const off = { ...next, activeCabinet: null }
  expect(told([[rowsOf([over, next])], [rowsOf([over, off])]]).at(-1)).toBe('nothing')
  const frames: [Tables][] = [[rowsOf([playing])], [rowsOf([over, next])], [rowsOf([over, off])]]
  expect(told(frames).at(-1)).toBe('Bees 2-0 Wasps  blue-left')
})

test('a correction of the shown result is shown at once', () => {
  const corrected = { ...over, blueScore: 0, goldScore: 2, winner: 2 }
  const frames: [Tables][] = [[rowsOf([playing])], [rowsOf([over])], [rowsOf([corrected])]]
  expect(told(frames).at(-1)).toBe('Bees 0-2 Wasps  blue-left')
})

test('an overlay that is opened between matches shows what was decided there last', () => {
  const earlier = match(3, { isComplete: true, goldScore: 2, completedAt: '2026-01-02T19:00' })
  const elsewhere = match(4, { isComplete: true, blueScore: 9, completedAt: '2026-01-02T21:00' })
  const played = [
    { game: 'a', match: 3, cabinet },
    { game: 'b', match: 1, cabinet },
    { game: 'c', match: 4, cabinet: 8 },
  ]
  const rows = rowsOf([over, earlier, elsewhere, waiting], played)
  expect(told([[rows]])).toEqual(['Bees 2-0 Wasps  blue-left'])
})

test('R-DI-1: it says that the match is under protest, and no longer once that is ruled', () => {
  const at = (state: 'open' | 'ruled') => {
    const protest = { id: 5, state, ruling: state === 'ruled' ? 'uphold' : null } as const
    const rows = rowsOf([{ ...playing, protest }])
    const last = seen(nothingSeen, cabinet, { rows, live: on('Day') })
    return pictureOf(last, rows, {})?.isDisputed
  }
  expect([at('open'), at('ruled')]).toEqual([true, false])
})

test('after a reload it goes on with what it had seen, also of a match scored by hand', () => {
  const rows = rowsOf([over, waiting])
  const last = seen({ ...nothingSeen, match: 1, result: null, map: 'Day' }, cabinet, {
    rows,
    live: on(null),
  })
  expect(pictureOf(last, rows, {})).toMatchObject({ blue: { name: 'Bees', score: 2 }, map: 'Day' })
})

test('ux 47: pinned fields survive frames and the next match until they are unpinned', () => {
  const pins: Pins = { blueName: 'The Bees', goldScore: 1, sides: 'gold-left', map: 'Final' }
  const frames: [Tables, LiveCabinet][] = [
    [rowsOf([playing, waiting]), on('Day')],
    [rowsOf([over, waiting]), on('Day')],
    [rowsOf([over, next]), on('Dusk')],
    [rowsOf([over, next]), on('Dusk')],
  ]
  expect(told(frames, [pins, pins, pins, {}])).toEqual([
    'The Bees 1-1 Wasps Final gold-left',
    'The Bees 2-1 Wasps Final gold-left',
    'The Bees 0-1 Bees Final gold-left',
    'Snails 0-0 Bees Dusk blue-left',
  ])
})

test('the same frame seen twice changes nothing', () => {
  const rows = rowsOf([over, next])
  const before = seen({ ...nothingSeen, match: 1, result: null, map: 'Day' }, cabinet, {
    rows,
    live: on(null),
  })
  expect(seen(before, cabinet, { rows, live: on(null) })).toEqual(before)
})

test('ux 46: the sides are those of the cabinet’s screen, until somebody pins others', () => {
  const rows = rowsOf([playing])
  const game = (goldOnLeft: boolean) =>
    ({ ...on('Day'), game: { mapName: 'Day', goldOnLeft } }) as LiveCabinet
  const first = seen(nothingSeen, cabinet, { rows, live: game(true) })
  const between = seen(first, cabinet, { rows, live: on(null) })
  const after = seen(between, cabinet, { rows, live: game(false) })
  const sides = [first, between, after].map((one) => pictureOf(one, rows, {})?.sides)
  expect(sides).toEqual(['gold-left', 'gold-left', 'blue-left'])
  // Names and scores go with their colour, wherever it stands.
  expect(pictureOf(first, rows, {})).toMatchObject({ blue: { name: 'Bees' }, gold: { score: 0 } })
  expect(pictureOf(first, rows, { sides: 'blue-left' })?.sides).toBe('blue-left')
})
