import { expect, expectTypeOf, test } from 'vitest'
import type { MatchId } from '#events/ids.ts'
import { rest } from './rest.ts'
import type { Address, Answer, Row, Write } from './rest.ts'

test('values fill the path, and the others become the query', () => {
  expect(rest.get('/api/tournament/team/:id/', { id: 7 })).toBe('/api/tournament/team/7/')
  const values = { id: 7, search: 'M1 & on', order: 'newest' } as const
  expect(rest.get('/api/tournament/tournament/:id/history/', values)).toBe(
    '/api/tournament/tournament/7/history/?search=M1+%26+on&order=newest',
  )
  expect(rest.post('/api/user/oauth/:provider/', { provider: 'a/b' }, { to: '/' }).path).toBe(
    '/api/user/oauth/a%2Fb/',
  )
})

test('undefined values are left out of the query, and a route without a body gets none', () => {
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

test('the type of a write is that of its route', () => {
  const write = rest.patch('/api/tournament/team/:id/', { id: 7 }, { name: 'Bees' })
  expect(write).toEqual({
    method: 'PATCH',
    path: '/api/tournament/team/7/',
    body: { name: 'Bees' },
  })
  expectTypeOf(write).toEqualTypeOf<Write<Answer<'/api/tournament/team/:id/'>>>()
})

test('the type of an answer is that of its schema', () => {
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

test('a request that the API would not accept does not compile', () => {
  const match: MatchId = 7
  const wrong = [
    // @ts-expect-error a path that does not exist
    () => rest.get('/api/tournament/teams/'),
    // @ts-expect-error a path without its id
    () => rest.get('/api/tournament/team/:id/'),
    // @ts-expect-error an id that is not a number
    () => rest.get('/api/tournament/team/:id/', { id: 'seven' }),
    // @ts-expect-error a filter that the list does not have
    () => rest.get('/api/tournament/team/', { colour: 'blue' }),
    // @ts-expect-error a method that the route does not have
    () => rest.post('/api/tournament/team/:id/', { id: 7 }, { name: 'Bees' }),
    // @ts-expect-error a body without a required field
    () => rest.post('/api/tournament/team/', {}, { name: 'Bees' }),
    // @ts-expect-error a field of the wrong type
    () => rest.patch('/api/tournament/team/:id/', { id: 7 }, { name: 7 }),
    // @ts-expect-error an unknown field
    () => rest.patch('/api/tournament/team/:id/', { id: 7 }, { title: 'Bees' }),
    // @ts-expect-error a match id where the path needs a team id
    () => rest.get('/api/tournament/team/:id/', { id: match }),
    // @ts-expect-error a match id where a filter needs a tournament id
    () => rest.get('/api/tournament/queue/', { tournamentId: match }),
    // @ts-expect-error a match id where a field needs a cabinet id
    () => rest.put('/api/tournament/match/:id/start/', { id: match }, { cabinet: match }),
  ]
  expect(wrong).toHaveLength(11)
})
