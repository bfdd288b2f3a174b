import { expect, test } from 'vitest'
import { missingIn, settingsOf, displayValue } from './settings-form.ts'
import type { Settings } from './settings-form.ts'

const server: Settings = {
  name: 'Friday',
  date: '2026-01-02',
  linkType: 'hivemind',
  isActive: true,
  protestDeadline: 'next_match',
  rulingSigners: 'one',
  description: '',
}

test('a missing description becomes empty, and other fields are dropped', () => {
  const { description: _, ...without } = server
  expect(settingsOf({ ...without, id: 7 } as typeof without)).toEqual(server)
})

test('a tournament needs a name and a date', () => {
  expect(missingIn(server)).toEqual({})
  expect(missingIn({ name: ' ', date: '' })).toEqual({
    name: 'Tournament name is required',
    date: 'Tournament date is required',
  })
})

test('values chosen by somebody else are shown in the words of the form', () => {
  expect(displayValue('name', server)).toBe('Friday')
  expect(displayValue('description', server)).toBe('(empty)')
  expect(displayValue('description', { ...server, description: 'x'.repeat(300) })).toHaveLength(201)
  expect(displayValue('isActive', server)).toBe('active')
  expect(displayValue('linkType', server)).toBe('Stages of this tournament')
})
