import { expect, test } from 'vitest'
import { icsOf } from './calendar.ts'
import type { Entry } from './calendar.ts'

const entry: Entry = {
  uid: 'match-1@waggle.test',
  sequence: 3,
  changedAt: '2026-01-02T19:00:00.000Z',
  when: { from: '2026-01-02T20:05:00.000Z', to: '2026-01-02T20:20:00.000Z' },
  summary: 'M1 Bees v Wasps',
  location: 'North, Here',
  url: 'https://waggle.test/tournament-team/1',
  isForecast: true,
}
const linesOf = (entries: Entry[], name = 'Bees') => icsOf({ name, entries }).split('\r\n')

test('an entry has a stable id, a sequence, times in UTC and the status of a forecast', () => {
  expect(linesOf([entry]).slice(8, -2)).toEqual([
    'BEGIN:VEVENT',
    'UID:match-1@waggle.test',
    'DTSTAMP:20260102T190000Z',
    'LAST-MODIFIED:20260102T190000Z',
    'SEQUENCE:3',
    'DTSTART:20260102T200500Z',
    'DTEND:20260102T202000Z',
    'SUMMARY:M1 Bees v Wasps',
    String.raw`LOCATION:North\, Here`,
    'URL:https://waggle.test/tournament-team/1',
    'STATUS:TENTATIVE',
    'END:VEVENT',
  ])
})

test('the exclusive end of a day is the next day, also at the end of a year', () => {
  const lines = linesOf([{ ...entry, when: { day: '2026-12-31' }, isForecast: false }])
  expect(lines).toContain('DTSTART;VALUE=DATE:20261231')
  expect(lines).toContain('DTEND;VALUE=DATE:20270101')
  expect(lines).toContain('STATUS:CONFIRMED')
})

test('every line ends with CRLF, and line breaks in names are escaped', () => {
  const hostile = 'Bees\r\nEND:VCALENDAR\nX:1; a, b \\ c'
  const text = icsOf({ name: hostile, entries: [{ ...entry, summary: hostile }] })
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(text.match(/^END:VCALENDAR\r$/gm)).toHaveLength(1)
  expect(text).toContain(String.raw`SUMMARY:Bees\nEND:VCALENDAR\nX:1\; a\, b \\ c`)
})

test('lines are folded at 75 octets without cutting a character, and unfold to the same text', () => {
  const summary = '🐝 Käfer und Ähren '.repeat(20)
  const text = icsOf({ name: 'Bees', entries: [{ ...entry, summary }] })
  for (const line of text.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(line).not.toContain('\uFFFD')
  }
  expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${summary}\r\n`)
})

test('an entry ends after it begins, and a day of play does not make the day busy', () => {
  const at = '2026-01-02T20:05:01.000Z'
  const short = linesOf([{ ...entry, when: { from: at, to: at } }])
  expect(short).toContain('DTSTART:20260102T200501Z')
  expect(short).toContain('DTEND:20260102T200601Z')
  expect(linesOf([{ ...entry, when: { day: '2026-01-02' } }])).toContain('TRANSP:TRANSPARENT')
  expect(short).not.toContain('TRANSP:TRANSPARENT')
})
