import { expect, expectTypeOf, test } from 'vitest'
import type { MatchId } from '../../../events/ids.ts'
import { rest } from './rest.ts'
import type { Address, Answer, Row, Write } from './rest.ts'

test('values fill the path, and what it does not name is asked for', () => {
  expect(rest.get('/api/tournament/team/:id/', { id: 7 })).toBe('/api/tournament/team/7/')
  const of = { id: 7, search: 'M1 & on', order: 'newest' } as const
  expect(rest.get('/api/tournament/tournament/:id/history/', of)).toBe(
    '/api/tournament/tournament/7/history/?search=M1+%26+on&order=newest',
  )
  expect(rest.post('/api/user/oauth/:provider/', { provider: 'a/b' }, { to: '/' }).path).toBe(
    '/api/user/oauth/a%2Fb/',
  )
})

test('what is left out is not asked for, and no body is sent where a route takes none', () => {
  const tournaments = rest.get('/api/tournament/tournament/', {
    sceneId: undefined,
    isActive: 'true',
  })
  expect(tournaments).toBe('/api/tournament/tournament/?isActive=true')
  expect(rest.delete('/api/tournament/team/:id/', { id: 7 })).toEqual({
    method: 'DELETE',
    path: '/api/tournament/team/7/',
  })
})

test('a write says what it takes and what comes back, as the route does', () => {
  const write = rest.patch('/api/tournament/team/:id/', { id: 7 }, { name: 'Bees' })
  expect(write).toEqual({
    method: 'PATCH',
    path: '/api/tournament/team/7/',
    body: { name: 'Bees' },
  })
  expectTypeOf(write).toEqualTypeOf<Write<Answer<'/api/tournament/team/:id/'>>>()
})

test('the types of an answer are those of its schema', () => {
  type Team = Row<'/api/tournament/team/'>
  expectTypeOf<Team['name']>().toEqualTypeOf<string>()
  expectTypeOf<Team['image']>().toEqualTypeOf<string | null>()
  expectTypeOf<Team>().not.toBeAny()
  expectTypeOf(rest.get('/api/tournament/team/:id/', { id: 7 })).toEqualTypeOf<
    Address<Answer<'/api/tournament/team/:id/'>>
  >()
  // @ts-expect-error a field that no schema has
  expectTypeOf<Team['nmae']>()
})

test('no request compiles that the API would not take', () => {
  const match: MatchId = 7
  const wrong = [
    // @ts-expect-error no such path
    () => rest.get('/api/tournament/teams/'),
    // @ts-expect-error a path without its id
    () => rest.get('/api/tournament/team/:id/'),
    // @ts-expect-error an id that is none
    () => rest.get('/api/tournament/team/:id/', { id: 'seven' }),
    // @ts-expect-error a filter that the list does not have
    () => rest.get('/api/tournament/team/', { colour: 'blue' }),
    // @ts-expect-error a method that the route does not have
    () => rest.post('/api/tournament/team/:id/', { id: 7 }, { name: 'Bees' }),
    // @ts-expect-error a body without what has to be in it
    () => rest.post('/api/tournament/team/', {}, { name: 'Bees' }),
    // @ts-expect-error a field of another kind
    () => rest.patch('/api/tournament/team/:id/', { id: 7 }, { name: 7 }),
    // @ts-expect-error a field by its old name
    () => rest.patch('/api/tournament/team/:id/', { id: 7 }, { title: 'Bees' }),
    // @ts-expect-error a match where the path asks for a team
    () => rest.get('/api/tournament/team/:id/', { id: match }),
    // @ts-expect-error a match where a filter asks for a tournament
    () => rest.get('/api/tournament/queue/', { tournamentId: match }),
    // @ts-expect-error a match where a field asks for a cabinet
    () => rest.put('/api/tournament/match/:id/start/', { id: match }, { cabinet: match }),
  ]
  expect(wrong).toHaveLength(11)
})
