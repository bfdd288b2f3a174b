import { expect, test } from 'vitest'
import { pageAt, to } from './addresses.ts'

const tournament = { scene: { name: 'hive' }, slug: 'friday-1' }

test('the address of every public page is parsed as that page', () => {
  expect(pageAt(to.home())).toEqual({ page: 'home' })
  expect(pageAt(to.scene({ name: 'hive' }))).toEqual({ page: 'scene', scene: 'hive' })
  expect(pageAt(to.match(7))).toEqual({ page: 'match', id: '7' })
  expect(pageAt(to.team(7))).toEqual({ page: 'team', id: '7' })
  expect(pageAt(to.game(7))).toEqual({ page: 'game', id: '7' })
  expect(to.game(7, 63.2)).toBe('/game/7?at=63.2')
  const of = { page: 'tournament', scene: 'hive', slug: 'friday-1' }
  expect(pageAt(to.tournament(tournament))).toEqual({ ...of, section: 'now', rest: null })
  const bracket = { ...of, section: 'bracket', rest: '12' }
  expect(pageAt(to.tournament(tournament, 'bracket', 12))).toEqual(bracket)
  expect(to.tournament(tournament, 'bracket')).toBe('/t/hive/friday-1/bracket')
})

test('names are escaped so that parsing restores them', () => {
  const odd = { scene: { name: 'a/b?' }, slug: '🐝 ü' }
  expect(pageAt(to.tournament(odd))).toMatchObject({ scene: 'a/b?', slug: '🐝 ü' })
})

test.each([
  '/tournament/1/admin',
  '/scene/hive/new-tournament',
  '/t/hive',
  '/t/a/b/c/d/e',
  '/tournament-match',
  '/elsewhere',
  '/t/%E0%A4%A/x',
])('%s is not a public page', (path) => {
  expect(pageAt(path)).toBeNull()
})
