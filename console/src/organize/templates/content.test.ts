import { expect, test } from 'vitest'
import { contentOf, wayOut } from './content.ts'

const data = {
  v: 1,
  stages: [{ settings: { name: 'Group A' } }, { settings: { name: 'Finals' } }],
  cabinets: [{ id: 1, name: 'North' }],
  questions: [{}],
  links: [],
}

test('a template says what it holds', () => {
  expect(contentOf(data)).toBe('Group A, Finals · North · 1 question · 0 links')
  expect(contentOf({ ...data, stages: [], cabinets: [], links: [{}, {}] })).toBe(
    'no stages · no cabinets · 1 question · 2 links',
  )
})

test('one of another form is not guessed at', () => {
  for (const other of [null, {}, { v: 2, stages: 3 }, { ...data, links: null }]) {
    expect(contentOf(other)).toBe('Saved by another version. Save it again to use it.')
  }
})

test('what stands in the way of loading has a place where it is seen to', () => {
  expect(wayOut('STAGE_HAS_MATCHES')?.to).toBe('stages')
  expect(wayOut('PLAYERS_REGISTERED')?.to).toBe('teams')
  expect(wayOut('CABINET_GONE')).toBeNull()
  expect(wayOut(null)).toBeNull()
})
