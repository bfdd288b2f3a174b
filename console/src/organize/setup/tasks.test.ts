import { expect, test } from 'vitest'
import { nextOf, nothing, tasksOf } from './tasks.ts'
import type { SetupProgress } from './tasks.ts'

const at = (segment: string) => `/tournament/1/admin/${segment}`
const made = { ...nothing, scene: 'hive', tournament: 1 }
const staged = { ...made, cabinets: 1, teams: 4, stages: [{ id: 7, isCreated: true }] }

test.each<[string, Partial<SetupProgress>, string]>([
  ['nothing', nothing, '/new-scene'],
  ['a scene', { ...nothing, scene: 'hive' }, '/scene/hive/new-tournament'],
  ['a tournament', made, at('cabinets')],
  ['a cabinet that is offline', { ...made, cabinets: 1 }, at('teams')],
  ['one team', { ...made, cabinets: 1, isOnline: true, teams: 1 }, at('teams')],
  ['teams', { ...made, cabinets: 1, isOnline: true, teams: 2 }, at('stages/new')],
  [
    'a stage',
    { ...made, cabinets: 1, teams: 2, stages: [{ id: 7, isCreated: false }] },
    at('stages/7'),
  ],
  ['matches', staged, at('match-queue')],
  ['a queue, all offline', { ...staged, isQueued: true }, at('cabinets')],
  ['a queue, a cabinet online', { ...staged, isQueued: true, isOnline: true }, at('match-queue')],
  ['a match on a cabinet', { ...staged, isOnline: true, isStarted: true }, at('current-matches')],
])('after %s the next is done at %s', (_, now, to) => {
  expect(nextOf(tasksOf({ ...nothing, ...now }))?.to).toBe(to)
})

test('with the first match played nothing is open', () => {
  const now = { ...staged, isOnline: true, isStarted: true, isPlayed: true }
  expect(nextOf(tasksOf(now))).toBe(null)
})

test('teams of another service are not typed here', () => {
  const now = { ...made, cabinets: 1, isOutside: true }
  expect(nextOf(tasksOf(now))?.to).toBe(at('stages/new'))
  expect(tasksOf(now).map(({ name }) => name)).not.toContain('teams')
})
