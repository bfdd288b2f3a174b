import { expect, test } from 'vitest'
import type { Command } from '../../../../events/command.ts'
import { matchRow } from '../../live/fakes.ts'
import { keyed } from '../../live/rows.ts'
import { replacements } from './replacements.ts'
import type { WholeStep } from './useSteps.ts'

const rows = keyed({
  team: ['Bees', 'Wasps', 'Moths', 'Flies'].map((name, index) => {
    return { id: (index + 1) * 10, tournament: 1, name }
  }),
  match: [
    matchRow({ id: 1, activeCabinet: 7 }),
    matchRow({ id: 2, blueTeam: 30, goldTeam: 40 }),
    matchRow({ id: 3, blueTeam: 10, goldTeam: 30 }),
    matchRow({ id: 4, blueTeam: 10, goldTeam: null }),
    matchRow({ id: 5, blueTeam: 20, goldTeam: 40, activeCabinet: 8 }),
    matchRow({ id: 6, isComplete: true }),
  ],
})
const step = (command: object, events: object[] = []) =>
  ({ command: command as Command, events }) as WholeStep
const labels = (of: WholeStep) => replacements(rows, of).map(({ label }) => label)

test('ux 9 a point goes to the other team, or was in a warm-up', async () => {
  const [other, warmup] = replacements(rows, step({ type: 'AddScore', match: 1, team: 20, by: 1 }))
  expect(other).toMatchObject({ label: '+1 Blue: Bees', undoesFirst: true })
  expect(await other?.writes()).toEqual([
    { method: 'PUT', path: '/api/tournament/match/1/add-score/', body: { team: 10, by: 1 } },
  ])
  expect(warmup?.undoesFirst).toBe(true)
  expect(labels(step({ type: 'AddScore', match: 6, team: 20, by: 1 }))).toEqual(['+1 Blue: Bees'])
})

test('a point that was taken off has nothing in its place', () => {
  expect(labels(step({ type: 'AddScore', match: 1, team: 20, by: -1 }))).toEqual([])
})

test('R-QT-3 another match that can be played takes the place of the one started', () => {
  const started = { type: 'MatchStarted', match: 1 }
  expect(labels(step({ type: 'SelectNext', cabinet: 7 }, [started]))).toEqual([
    'Start M3 Bees vs. Moths instead',
    'Warm-up on in M1',
  ])
})

test('a match that has left its cabinet is not replaced', () => {
  expect(labels(step({ type: 'StartMatch' }, [{ type: 'MatchStarted', match: 2 }]))).toEqual([])
})
