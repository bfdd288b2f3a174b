import { expect, test } from 'vitest'
import { nextOf, noProgress, tasksOf } from './tasks.ts'
import type { SetupProgress } from './tasks.ts'

const at = (path: string) => `/tournament/1/admin/${path}`
const withTournament = { ...noProgress, scene: 'hive', tournament: 1 }
const withStage = {
  ...withTournament,
  cabinets: 1,
  teams: 4,
  stages: [{ id: 7, isCreated: true, groupSet: null }],
}

test.each<[string, Partial<SetupProgress>, string]>([
  ['nothing', noProgress, '/new-scene'],
  ['a scene', { ...noProgress, scene: 'hive' }, '/scene/hive/new-tournament'],
  ['a tournament', withTournament, at('cabinets')],
  ['a cabinet that is offline', { ...withTournament, cabinets: 1 }, at('teams')],
  ['one team', { ...withTournament, cabinets: 1, isOnline: true, teams: 1 }, at('teams')],
  ['teams', { ...withTournament, cabinets: 1, isOnline: true, teams: 2 }, at('stages/new')],
  [
    'a stage',
    {
      ...withTournament,
      cabinets: 1,
      teams: 2,
      stages: [{ id: 7, isCreated: false, groupSet: null }],
    },
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

test('without a tournament every task leads to what must be made first', () => {
  const addresses = (progress: SetupProgress) => new Set(tasksOf(progress).map((task) => task.to))
  expect([...addresses(noProgress)]).toEqual(['/new-scene'])
  expect([...addresses({ ...noProgress, scene: 'hive' })]).toEqual([
    '/new-scene',
    '/scene/hive/new-tournament',
  ])
})

test('teams of an external bracket are not entered here', () => {
  const progress = { ...withTournament, cabinets: 1, isExternal: true }
  expect(nextOf(tasksOf(progress))?.to).toBe(at('stages/new'))
  expect(tasksOf(progress).map(({ name }) => name)).not.toContain('teams')
})

test('groups are one task: it stays open until each has its matches, whatever a final still lacks', () => {
  const group = (id: number, isCreated: boolean) => ({ id, isCreated, groupSet: 7 })
  const final = { id: 9, isCreated: false, groupSet: null }
  const taskWith = (...stages: SetupProgress['stages'][number][]) =>
    tasksOf({ ...withStage, stages }).find(({ name }) => name === 'stage')
  expect(taskWith(group(7, false), group(8, false), final)?.to).toBe(at('stages/7/groups'))
  expect(taskWith(group(7, true), group(8, false), final)).toMatchObject({
    isDone: false,
    to: at('stages/8/groups'),
  })
  expect(taskWith(group(7, true), group(8, true), final)?.isDone).toBe(true)
})
