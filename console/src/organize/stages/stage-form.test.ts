import { describe, expect, test } from 'vitest'
import { StageSettings, withDefaults } from '#events/schema/parts/stage-settings.ts'
import { tiebreakers } from '#events/rules/tiebreakers.ts'
import {
  allTiebreakers,
  changedBody,
  emptyForm,
  newBody,
  shownFields,
  problemsIn,
} from './stage-form.ts'
import type { StageForm } from './stage-form.ts'

const context = { isNew: true, isExternal: false }
const roundRobin: StageForm = { ...emptyForm, name: 'Groups', stageType: 'round_robin' }
const shownIn = (form: Partial<StageForm>, formContext = context) =>
  shownFields({ ...emptyForm, ...form }, formContext)

describe('a new stage', () => {
  test('starts with the defaults of the server', () => {
    const defaults = withDefaults(StageSettings.parse({ name: 'x' }))
    const { linkToken: _token, numGroups: _groups, ...settings } = emptyForm
    const empty = { name: 'x', stageType: null, linkedOrg: null, linkedBracketId: null }
    expect({ ...settings, ...empty }).toEqual(defaults)
    expect(allTiebreakers).toEqual([...tiebreakers])
  })
  test('sends the shown fields, and the number of groups only for a round robin', () => {
    const body = newBody({ ...roundRobin, numGroups: 2 }, 4, context)
    expect(body).toMatchObject({ tournament: 4, name: 'Groups', numGroups: 2 })
    expect(body).not.toHaveProperty('grandFinal')
    expect(body).not.toHaveProperty('linkToken')
    expect(
      newBody({ ...roundRobin, stageType: 'ladder', numGroups: 2 }, 4, context).numGroups,
    ).toBe(1)
  })
})

describe('the shown fields depend on the stage type', () => {
  test('a round robin has its own fields, and groups only when it is created', () => {
    expect(shownIn({ stageType: 'round_robin' }).has('numGroups')).toBe(true)
    expect(
      shownIn({ stageType: 'round_robin' }, { ...context, isNew: false }).has('numGroups'),
    ).toBe(false)
    expect(shownIn({ stageType: 'round_robin' }).has('matchesPerOpponent')).toBe(true)
    expect(shownIn({ stageType: 'single_elim' }).has('matchesPerOpponent')).toBe(false)
    expect(shownIn({ stageType: 'single_elim' }).has('stageTiebreakers')).toBe(false)
  })
  test('the queue timer needs a type, and the finals settings an elimination type', () => {
    expect(shownIn({}).has('queueTimer')).toBe(false)
    expect(shownIn({ stageType: 'ladder' }).has('queueTimer')).toBe(true)
    expect(shownIn({ stageType: 'single_elim' }).has('thirdPlaceMatch')).toBe(true)
    expect(shownIn({ stageType: 'double_elim' }).has('grandFinal')).toBe(true)
  })
  test('an extra game is offered only if an even number of games can end level', () => {
    const even = { stageType: 'round_robin', roundsPerMatch: 2 } as const
    expect(shownIn(even).has('addTiebreaker')).toBe(true)
    expect(shownIn({ ...even, winsPerMatch: 2 }).has('addTiebreaker')).toBe(false)
    expect(shownIn({ ...even, roundsPerMatch: 3 }).has('addTiebreaker')).toBe(false)
    expect(shownIn({ ...even, stageType: 'single_elim' }).has('addTiebreaker')).toBe(false)
  })
  test('the external bracket is shown if the tournament is linked', () => {
    expect(shownIn({}).has('linkToken')).toBe(false)
    expect(shownIn({}, { ...context, isExternal: true }).has('linkToken')).toBe(true)
  })
})

describe('a changed stage', () => {
  test('sends only changed fields, so that other people’s changes stay', () => {
    const before = { ...roundRobin, linkedBracketId: 'open' }
    expect(changedBody({ ...before, queueTimer: 60 }, before)).toEqual({ queueTimer: 60 })
    expect(changedBody({ ...before, linkedBracketId: '' }, before)).toEqual({
      linkedBracketId: null,
    })
    expect(changedBody(before, before)).toEqual({})
  })
  test('a key is sent when typed, removed on request, and otherwise left unchanged (R-CL-9)', () => {
    expect(changedBody({ ...roundRobin, linkToken: 'secret' }, roundRobin)).toEqual({
      linkToken: 'secret',
    })
    expect(changedBody({ ...roundRobin, linkToken: null }, roundRobin)).toEqual({ linkToken: null })
    expect(changedBody({ ...roundRobin, linkToken: '' }, roundRobin)).toEqual({})
  })
})

test('a name is required, and leaves room for “Group A”', () => {
  expect(problemsIn(emptyForm)).toEqual({ name: 'Stage name is required' })
  const long = 'x'.repeat(95)
  expect(problemsIn({ ...roundRobin, name: long })).toEqual({})
  expect(problemsIn({ ...roundRobin, name: long, numGroups: 2 })).toEqual({ name: 'Too long' })
})
