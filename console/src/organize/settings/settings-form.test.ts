import { expect, test } from 'vitest'
import { changesIn, conflicts, draftOf, followed, settingsOf, taken } from './settings-form.ts'
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
const typed = (values: Partial<Settings>) => ({ values: { ...server, ...values }, seen: server })

test('a tournament without a description has an empty one, and nothing else comes along', () => {
  const { description: _, ...without } = server
  expect(settingsOf({ ...without, id: 7 } as typeof without)).toEqual(server)
})

test('only what was changed is sent', () => {
  expect(changesIn(draftOf(server))).toEqual({})
  expect(changesIn(typed({ name: 'Saturday', isActive: false }))).toEqual({
    name: 'Saturday',
    isActive: false,
  })
  expect(changesIn(typed({ name: 'Friday' }))).toEqual({})
})

test('what is typed stays while what is not follows the server', () => {
  const draft = followed(typed({ name: 'Mine' }), { ...server, name: 'Theirs', date: '2026-02-03' })
  expect(draft.values).toMatchObject({ name: 'Mine', date: '2026-02-03' })
  expect(changesIn(draft)).toEqual({ name: 'Mine' })
})

test('a field that two have changed is a conflict, unless they agree', () => {
  const draft = typed({ name: 'Mine', date: '2026-02-03' })
  expect(conflicts(draft, server)).toEqual([])
  const theirs = { ...server, name: 'Theirs', date: '2026-02-03', description: 'Hello' }
  expect(conflicts(draft, theirs)).toEqual(['name'])
  expect(conflicts(followed(draft, theirs), theirs)).toEqual(['name'])
  expect(changesIn(taken(draft, 'name', theirs))).toEqual({ date: '2026-02-03' })
})

test('what was saved is no longer a change', () => {
  const draft = typed({ name: 'Saturday' })
  expect(changesIn(followed(draft, { ...server, name: 'Saturday' }))).toEqual({})
})
