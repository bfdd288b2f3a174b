import { expect, test } from 'vitest'
import { contentOf, remedyFor } from './content.ts'

const data = {
  v: 1,
  stages: [{ settings: { name: 'Group A' } }, { settings: { name: 'Finals' } }],
  cabinets: [{ id: 1, name: 'North' }],
  questions: [{}],
  links: [],
}

test('the contents of a template are summarised', () => {
  expect(contentOf(data)).toBe('Group A, Finals · North · 1 question · 0 links')
  expect(contentOf({ ...data, stages: [], cabinets: [], links: [{}, {}] })).toBe(
    'no stages · no cabinets · 1 question · 2 links',
  )
})

test('an unknown template format is not interpreted', () => {
  for (const other of [null, {}, { v: 2, stages: 3 }, { ...data, links: null }]) {
    expect(contentOf(other)).toBe('Saved by another version. Save it again to use it.')
  }
})

test('a refusal to load names the screen where it can be resolved', () => {
  expect(remedyFor('STAGE_HAS_MATCHES')?.to).toBe('stages')
  expect(remedyFor('PLAYERS_REGISTERED')?.to).toBe('teams')
  expect(remedyFor('CABINET_GONE')).toBeNull()
  expect(remedyFor(null)).toBeNull()
})
