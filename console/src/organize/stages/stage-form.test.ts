import { describe, expect, test } from 'vitest'
import { StageSettings, withDefaults } from '../../../../events/schema/stage-settings.ts'
import { tiebreakers } from '../../../../events/rules/tiebreakers.ts'
import { allTiebreakers, changedBody, fresh, newBody, shownFields, wrongIn } from './stage-form.ts'
import type { StageForm } from './stage-form.ts'

const own = { isNew: true, isOutside: false }
const named: StageForm = { ...fresh, name: 'Groups', stageType: 'round_robin' }
const shows = (form: Partial<StageForm>, where = own) => shownFields({ ...fresh, ...form }, where)

describe('a new stage', () => {
  test('begins with the defaults of the server', () => {
    const defaults = withDefaults(StageSettings.parse({ name: 'x' }))
    const { linkToken: _token, numGroups: _groups, ...settings } = fresh
    const empty = { name: 'x', stageType: null, linkedOrg: null, linkedBracketId: null }
    expect({ ...settings, ...empty }).toEqual(defaults)
    expect(allTiebreakers).toEqual([...tiebreakers])
  })
  test('sends what its form shows, and the number of groups only where there are groups', () => {
    const body = newBody({ ...named, numGroups: 2 }, 4, own)
    expect(body).toMatchObject({ tournament: 4, name: 'Groups', numGroups: 2 })
    expect(body).not.toHaveProperty('grandFinal')
    expect(body).not.toHaveProperty('linkToken')
    expect(newBody({ ...named, stageType: 'ladder', numGroups: 2 }, 4, own).numGroups).toBe(1)
  })
})

describe('what the form shows depends on the type', () => {
  test('of a round robin its own fields, and groups only at its creation', () => {
    expect(shows({ stageType: 'round_robin' }).has('numGroups')).toBe(true)
    expect(shows({ stageType: 'round_robin' }, { ...own, isNew: false }).has('numGroups')).toBe(
      false,
    )
    expect(shows({ stageType: 'round_robin' }).has('matchesPerOpponent')).toBe(true)
    expect(shows({ stageType: 'single_elim' }).has('matchesPerOpponent')).toBe(false)
    expect(shows({ stageType: 'single_elim' }).has('stageTiebreakers')).toBe(false)
  })
  test('a queue timer once there is a type, the finals where there are such finals', () => {
    expect(shows({}).has('queueTimer')).toBe(false)
    expect(shows({ stageType: 'ladder' }).has('queueTimer')).toBe(true)
    expect(shows({ stageType: 'single_elim' }).has('thirdPlaceMatch')).toBe(true)
    expect(shows({ stageType: 'double_elim' }).has('grandFinal')).toBe(true)
  })
  test('one more game only where an even number of games can end level', () => {
    const even = { stageType: 'round_robin', roundsPerMatch: 2 } as const
    expect(shows(even).has('addTiebreaker')).toBe(true)
    expect(shows({ ...even, winsPerMatch: 2 }).has('addTiebreaker')).toBe(false)
    expect(shows({ ...even, roundsPerMatch: 3 }).has('addTiebreaker')).toBe(false)
    expect(shows({ ...even, stageType: 'single_elim' }).has('addTiebreaker')).toBe(false)
  })
  test('the bracket outside where the tournament is linked', () => {
    expect(shows({}).has('linkToken')).toBe(false)
    expect(shows({}, { ...own, isOutside: true }).has('linkToken')).toBe(true)
  })
})

describe('a changed stage', () => {
  test('sends only what was changed here, so that a rival’s other change stays', () => {
    const before = { ...named, linkedBracketId: 'open' }
    expect(changedBody({ ...before, queueTimer: 60 }, before)).toEqual({ queueTimer: 60 })
    expect(changedBody({ ...before, linkedBracketId: '' }, before)).toEqual({
      linkedBracketId: null,
    })
    expect(changedBody(before, before)).toEqual({})
  })
  test('a key is sent when it is typed, forgotten when that is said, else left alone (R-CL-9)', () => {
    expect(changedBody({ ...named, linkToken: 'secret' }, named)).toEqual({ linkToken: 'secret' })
    expect(changedBody({ ...named, linkToken: null }, named)).toEqual({ linkToken: null })
    expect(changedBody({ ...named, linkToken: '' }, named)).toEqual({})
  })
})

test('a name is required, and leaves room for “Group A”', () => {
  expect(wrongIn(fresh)).toEqual({ name: 'Stage name is required' })
  const long = 'x'.repeat(95)
  expect(wrongIn({ ...named, name: long })).toEqual({})
  expect(wrongIn({ ...named, name: long, numGroups: 2 })).toEqual({ name: 'Too long' })
})
