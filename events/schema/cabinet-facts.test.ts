import { expect, test } from 'vitest'
import { mapName } from '../game/map/field.ts'
import { CabinetEvent, CabinetTime, Upload } from './cabinet-facts.ts'

const event = {
  gameID: '2e51c9ae-20d5-4a25-9e5c-54220dc8e752',
  eventID: '9b2b5d0e-54f5-4b0e-9c1c-0d2f3a1b4c5d',
  time: '2024-02-01T02:16:29.720Z',
  type: 'spawn',
  values: ['1', 'False'],
}

test('an event is kept as it was sent', () => {
  expect(CabinetEvent.parse(event)).toEqual(event)
})

test('an upload without its token is an event', () => {
  const cabinet = { sceneName: 'nyc', cabinetName: 'wonderville', token: 'secret' }
  expect(CabinetEvent.parse(Upload.parse({ ...event, cabinet }))).toEqual(event)
})

test('an event needs no game, no values and no known type', () => {
  const { gameID: _, values: __, ...rest } = event
  const sent = { ...rest, type: 'tournamentValidation' }
  expect(CabinetEvent.parse(sent)).toEqual({ ...sent, gameID: null, values: [] })
})

test.each([
  ['2024-02-01T02:16:29.720000Z', '2024-02-01T02:16:29.720Z'],
  ['2024-02-01T03:16:29.72+01:00', '2024-02-01T02:16:29.720Z'],
  ['2024-02-01 02:16:29', '2024-02-01T02:16:29.000Z'],
  [1_706_753_789_720, '2024-02-01T02:16:29.720Z'],
])('the time %s is stored as UTC', (sent, stored) => {
  expect(CabinetTime.parse(sent)).toBe(stored)
})

test.each(['yesterday', '2024-13-01T00:00:00Z', Number.NaN, 1e17, -1, null])(
  'the time %s is refused',
  (time) => expect(CabinetTime.safeParse(time).success).toBe(false),
)

test('values that are too long or too many are refused', () => {
  const values = Array.from({ length: 33 }, () => '')
  expect(CabinetEvent.safeParse({ ...event, values }).success).toBe(false)
  expect(CabinetEvent.safeParse({ ...event, type: 'x'.repeat(61) }).success).toBe(false)
  expect(CabinetEvent.safeParse({ ...event, values: ['x'.repeat(2001)] }).success).toBe(false)
})

test('unknown maps have a name too', () => {
  expect(mapName('map_twilight2')).toBe('Twilight')
  expect(mapName('map_day_mod1')).toBe('Day Mod1')
  expect(mapName('constructor')).toBe('Constructor')
  expect(mapName('')).toBe('')
})
