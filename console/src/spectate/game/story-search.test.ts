import { expect, test } from 'vitest'
import { famineSeconds } from '#events/game/map/field.ts'
import type { StoryEvent } from '#events/game/game-replay.ts'
import { replayText as text } from '../../core/text/spectate/replay.ts'
import { nextStoryEvent, previousStoryEvent } from './story-search.ts'
import { tableOf } from './stats-table.ts'

const storyEvents: StoryEvent[] = [
  { kind: 'start', ms: 0 },
  { kind: 'kill', ms: 1000, killer: 4, victim: 3, isWarrior: false, livesLeft: 3 },
  { kind: 'wings', ms: 1500, by: 6 },
  { kind: 'kill', ms: 2000, killer: 2, victim: 1, isWarrior: false, livesLeft: 1 },
]
const isKill = ({ kind }: StoryEvent) => kind === 'kill'

test('the next kill is found, and from a kill the one after it', () => {
  expect(nextStoryEvent(storyEvents, 0, isKill)?.ms).toBe(1000)
  expect(nextStoryEvent(storyEvents, 1000, isKill)?.ms).toBe(2000)
  expect(nextStoryEvent(storyEvents, 2000, isKill)).toBeUndefined()
})

test('the previous kill is found, not the one at the current time', () => {
  expect(previousStoryEvent(storyEvents, 2500, isKill)?.ms).toBe(2000)
  expect(previousStoryEvent(storyEvents, 2000, isKill)?.ms).toBe(1000)
  expect(previousStoryEvent(storyEvents, 1000, isKill)).toBeUndefined()
})

test.each<[string, StoryEvent]>([
  ['Blue Stripes killed Gold Stripes', storyEvents[1]!],
  ['Blue Queen killed Gold Queen: 1 life left', storyEvents[3]!],
  [
    'Blue Queen killed Gold Queen: her last life',
    { ...storyEvents[3]!, livesLeft: 0 } as StoryEvent,
  ],
  [
    'Gold Abs killed Blue Abs, a warrior',
    { kind: 'kill', ms: 0, killer: 5, victim: 6, isWarrior: true, livesLeft: 2 },
  ],
  [
    'Blue Queen knocked a berry in: Gold has 1 berry',
    { kind: 'berry', ms: 0, by: 2, colour: 'gold', isKick: true, count: 1 },
  ],
  [
    'Gold Queen tagged the speed gate on the left, Blue’s before',
    { kind: 'gate', ms: 0, colour: 'gold', isSpeed: true, x: 410, from: 'blue' },
  ],
  [
    'Gold won (snail): the snail reached its goal',
    { kind: 'end', ms: 0, winner: 'gold', how: 'snail' },
  ],
  ['Blue won', { kind: 'end', ms: 0, winner: 'blue', how: null }],
])('the text of an event is: %s', (words, storyEvent) => {
  expect(text.storyEvent(storyEvent, famineSeconds)).toBe(words)
})

test('the table adds both kinds of berries, has the snail in metres, and a dash for a queen’s', () => {
  const nothing = {
    kills: {},
    deaths: {},
    militaryKills: {},
    militaryDeaths: {},
    queenKills: {},
    killsAsQueen: {},
    eatenBySnail: {},
    bumpAssists: {},
  }
  const byPlayer = {
    ...nothing,
    kills: { 2: 7 },
    berries: { 4: 2 },
    berriesKicked: { 4: 1 },
    snailDistance: { 9: 1143 },
    warriorUptime: { 4: 79_915 },
  }
  const rest = { humanPlayers: [], berries: { blue: 3, gold: 0 }, lengthSec: 206, length: '3:26' }
  const rows = tableOf({ byPlayer, ...rest })
  const of = (position: number) => rows.find((row) => row.position === position)?.cells
  expect(rows.map(({ position }) => position)).toEqual([2, 4, 6, 8, 10, 1, 3, 5, 7, 9])
  expect(of(2)).toMatchObject({ kills: '7', snail: '–', warrior: '–' })
  expect(of(4)).toMatchObject({ berries: '3', snail: '0', warrior: '1:19' })
  expect(of(9)).toMatchObject({ kills: '0', snail: '55', warrior: '0:00' })
})
