import { expect, test } from 'vitest'
import { nextOf, noProgress, tasksOf } from './tasks.ts'
import type { SetupProgress } from './tasks.ts'

const at = (path: string) => `/tournament/1/admin/${path}`
const withTournament = { ...noProgress, scene: 'hive', tournament: 1 }
const withStage = { ...withTournament, cabinets: 1, teams: 4, stages: [{ id: 7, isCreated: true }] }

test.each<[string, Partial<SetupProgress>, string]>([
  ['nothing', noProgress, '/new-scene'],
  ['a scene', { ...noProgress, scene: 'hive' }, '/scene/hive/new-tournament'],
  ['a tournament', withTournament, at('cabinets')],
  ['a cabinet that is offline', { ...withTournament, cabinets: 1 }, at('teams')],
  ['one team', { ...withTournament, cabinets: 1, isOnline: true, teams: 1 }, at('teams')],
  ['teams', { ...withTournament, cabinets: 1, isOnline: true, teams: 2 }, at('stages/new')],
  [
    'a stage',
    { ...withTournament, cabinets: 1, teams: 2, stages: [{ id: 7, isCreated: false }] },
    at('stages/7'),
  ],
  ['matches', withStage, at('match-queue')],
  ['a queue, all offline', { ...withStage, isQueued: true }, at('cabinets')],
  [
    'a queue, a cabinet online',
    { ...withStage, isQueued: true, isOnline: true },
    at('match-queue'),
  ],
  [
    'a match on a cabinet',
    { ...withStage, isOnline: true, isStarted: true },
    at('current-matches'),
  ],
])('after %s the next task is at %s', (_, progress, to) => {
  expect(nextOf(tasksOf({ ...noProgress, ...progress }))?.to).toBe(to)
})

test('no task is open once the first match is complete', () => {
  const progress = { ...withStage, isOnline: true, isStarted: true, isPlayed: true }
  expect(nextOf(tasksOf(progress))).toBe(null)
})

test('teams of an external bracket are not entered here', () => {
  const progress = { ...withTournament, cabinets: 1, isExternal: true }
  expect(nextOf(tasksOf(progress))?.to).toBe(at('stages/new'))
  expect(tasksOf(progress).map(({ name }) => name)).not.toContain('teams')
})
