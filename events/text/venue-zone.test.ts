import { expect, test } from 'vitest'
import { venueZoneOf } from './venue-zone.ts'

test.each([
  [['Europe/Berlin', 'America/New_York'], 'Europe/Berlin'],
  [['UTC', 'America/New_York'], 'America/New_York'],
  [[undefined, 'UTC'], null],
  [[], null],
])('cabinets with the zones %j are at a venue with the zone %s', (zones, venue) => {
  const cabinets = zones.map((timeZone) => (timeZone === undefined ? {} : { timeZone }))
  expect(venueZoneOf(cabinets)).toBe(venue)
})
