import { expect, test } from 'vitest'
import type { Command } from '#events/schema/command.ts'
import { matchRow } from '#test/support/console-session.ts'
import { tablesFrom } from '../../core/live/rows.ts'
import { replacements } from './replacements.ts'
import type { StepWithEvents } from './useSteps.ts'

const rows = tablesFrom({
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
    matchRow({ id: 7, isComplete: true, blueTeam: 30, goldTeam: 40, blueScore: 2 }),
  ],
})
const step = (command: object, events: object[] = [], more: Partial<StepWithEvents> = {}) =>
  ({ command: command as Command, events, ...more }) as StepWithEvents
const of = (step: StepWithEvents) => replacements(rows, 9, step)
const labels = (step: StepWithEvents) => of(step).choices.map(({ label }) => label)

test('ux 9 a point can be moved to the other team or made a warm-up game, with its original time', () => {
  const { choices, ofMatch } = of(
    step({ type: 'AddScore', match: 1, team: 20, by: 1 }, [], { version: 4, undoable: true }),
  )
  expect(choices).toEqual([
    {
      label: '+1 Blue: Bees',
      write: {
        method: 'PUT',
        path: '/api/tournament/tournament/9/replace/',
        body: { version: 4, by: { team: 10 } },
      },
    },
    {
      label: 'A warm-up game: no point, and warm-up on',
      write: expect.objectContaining({ body: { version: 4, by: { warmup: true } } }),
    },
  ])
  expect(ofMatch(2).body).toEqual({ version: 4, by: { match: 2 } })
})

test('a point of a finished match becomes a warm-up game without turning warm-up on', () => {
  expect(labels(step({ type: 'AddScore', match: 6, team: 20, by: 1 }))).toEqual([
    '+1 Blue: Bees',
    'It was a warm-up game: no point',
    'No point for anybody',
  ])
})

test('ux 9 a forfeit can be the other team’s or nobody’s, a typed score swapped or of another match', () => {
  const forfeit = of(step({ type: 'ForfeitMatch', match: 6, teams: [20] }, [], { version: 5 }))
  expect(forfeit.choices.map(({ label, write }) => [label, write.body])).toEqual([
    ['Bees forfeited', { version: 5, by: { team: 10 } }],
    ['Nobody forfeited: open the match again', { version: 5, by: { nothing: true } }],
  ])
  expect(forfeit.matches).toEqual([])
  const score = of(step({ type: 'SetScore', match: 6, blueScore: 2, goldScore: 0 }))
  expect(score.choices.map(({ label }) => label)).toEqual([
    'The score was the other way round',
    'No score for this match',
  ])
  expect(score.matches.map(({ id }) => id)).toContain(7)
})

test('every match with two known teams is offered as the one that was meant', () => {
  const { matches } = of(step({ type: 'AddScore', match: 1, team: 20, by: 1 }))
  expect(matches.map(({ id }) => id)).toEqual([2, 3, 5, 6, 7])
})

test('a point that was taken off cannot be replaced', () => {
  expect(of(step({ type: 'AddScore', match: 1, team: 20, by: -1 }))).toMatchObject({
    choices: [],
    matches: [],
  })
})

test('R-WU-2 a counted game can be the other team’s, a warm-up, or nobody’s', () => {
  const counted = step({ type: 'FinishGame', game: 'g1' }, [{ type: 'GameCounted', match: 1 }], {
    wonBy: 10,
  })
  expect(labels(counted)).toEqual([
    'Gold won it: Wasps',
    'A warm-up game: take the point off',
    'No point for anybody',
  ])
})

test('R-QT-3 a started match can be replaced by another one that can be played', () => {
  const started = { type: 'MatchStarted', match: 1 }
  expect(labels(step({ type: 'SelectNext', cabinet: 7 }, [started]))).toEqual([
    'Start M3 Bees vs. Moths instead',
    'Warm-up on in M1',
  ])
})

test('R-ST-7 after play, the sides of a started match can be swapped or its first game made a warm-up', () => {
  const started = [{ type: 'MatchStarted', match: 7 }]
  expect(labels(step({ type: 'StartMatch' }, started))).toEqual([
    'Its first game was a warm-up',
    'Teams were on the other sides in M7',
  ])
})
