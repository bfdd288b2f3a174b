import { expect, test } from 'vitest'
import { matchRow } from '#test/support/console-session.ts'
import { tablesFrom } from '../../core/live/rows.ts'
import { screenNames } from '../../core/text/officiate/first-screen.ts'
import { searchEntries, matchEntries, teamEntries } from './palette-entries.ts'
import type { PaletteEntry } from './palette-entries.ts'
import { wordsFor } from '../../core/text/officiate/dialogs.ts'
import { adminScreens } from './admin-screens.ts'

const rows = tablesFrom({
  team: ['Bées 🐝', 'Wasps', '12 Hornets'].map((name, index) => {
    return { id: (index + 1) * 10, tournament: 1, name }
  }),
  match: [
    ...[1, 2, 12, 120].map((id) => matchRow({ id })),
    matchRow({ id: 7, blueTeam: 30, goldTeam: null }),
  ],
})
const screens: PaletteEntry[] = [
  { key: 'screen match-queue', kind: 'screen', name: 'Match Queue', more: '' },
  { key: 'screen stages', kind: 'screen', name: 'Stages', more: '' },
]
const entries = [...screens, ...matchEntries(rows), ...teamEntries(rows)]
const keys = (query: string) => searchEntries(entries, query).map(({ key }) => key)

test.each(['12', 'm12', ' M12 '])(
  'the first result for %o is the match of that number',
  (query) => {
    expect(keys(query)[0]).toBe('match 12')
  },
)

test('entries that begin with the query come before those that only contain it', () => {
  expect(keys('12')).toEqual(['match 12', 'team 30', 'match 7', 'match 120'])
  expect(keys('sta')).toEqual(['screen stages'])
})

test('accents and case are ignored, and all words have to occur', () => {
  expect(keys('bees')).toContain('team 10')
  expect(keys('wasps BEES')).toEqual(['match 1', 'match 2', 'match 12', 'match 120'])
  expect(keys('bees badgers')).toEqual([])
})

test('an empty query returns the screens', () => {
  expect(keys('')).toEqual(['screen match-queue', 'screen stages'])
})

const all = adminScreens.map(({ path, name }): PaletteEntry => {
  const also = wordsFor[name]
  return { key: path, kind: 'screen', name: screenNames[name], more: '', also }
})
test.each([
  ['signup', 'configure-registration'],
  ['register', 'configure-registration'],
  ['register', 'registered-list'],
  ['TV', 'displays'],
  ['overlay', 'displays'],
  ['stream', 'displays'],
  ['stream', 'stream'],
  ['OBS', 'stream'],
  ['tablet', 'devices'],
  ['bracket', 'stages'],
  ['round robin', 'stages'],
  ['score', 'edit-match-results'],
  ['undo', 'match-queue'],
  ['stripe', 'payment-processor'],
  ['import', 'teams'],
  ['twitch', 'videos'],
  ['dispute', 'protests'],
])('the results for %o contain %s', (query, path) => {
  expect(searchEntries(all, query).map(({ key }) => key)).toContain(path)
})
