import { expect, test } from 'vitest'
import {
  changesIn,
  withServerValues,
  pickChanged,
  required,
  conflictsIn,
  afterSave,
  withServerField,
} from './edited-fields.ts'

const server = { name: 'Friday', date: '2026-01-02', isActive: true, cabinets: [1, 2] }
const typed = (values: Partial<typeof server>) => ({
  values: { ...server, ...values },
  base: server,
  server,
})
const toSend = ({ values, server }: ReturnType<typeof typed>) => changesIn(values, server)

test('only changed fields are sent, and a field that is typed back is not', () => {
  expect(toSend(typed({}))).toEqual({})
  const change = { name: 'Saturday', isActive: false, cabinets: [2, 1] }
  expect(toSend(typed(change))).toEqual(change)
  expect(toSend(typed({ name: 'Friday', cabinets: [1, 2] }))).toEqual({})
})

test('typed fields stay, and the others follow the server', () => {
  const edited = withServerValues(typed({ name: 'Mine' }), {
    ...server,
    name: 'Theirs',
    date: '2026-02-03',
    cabinets: [3],
  })
  expect(edited.values).toMatchObject({ name: 'Mine', date: '2026-02-03', cabinets: [3] })
  expect(toSend(edited)).toEqual({ name: 'Mine' })
})

test('a field that two people have changed has a concurrent edit, unless they agree', () => {
  const mine = typed({ name: 'Mine', date: '2026-02-03' })
  expect(conflictsIn(mine)).toEqual([])
  const both = withServerValues(mine, {
    ...server,
    name: 'Theirs',
    date: '2026-02-03',
    cabinets: [],
  })
  expect(conflictsIn(both)).toEqual(['name'])
  expect(toSend(both)).toEqual({ name: 'Mine' })
  expect(toSend(withServerField(both, 'name'))).toEqual({})
  expect(conflictsIn(withServerValues(both, server))).toEqual([])
})

test('typing back a field that somebody else has changed is a change with a concurrent edit', () => {
  const both = withServerValues(typed({ name: 'Mine' }), { ...server, name: 'Theirs' })
  const back = { ...both, values: { ...both.values, name: 'Friday' } }
  expect(toSend(back)).toEqual({ name: 'Friday' })
  expect(conflictsIn(back)).toEqual(['name'])
})

test('after a save the fields have the values of the server and are no changes', () => {
  const sent = { name: ' Saturday ' }
  const done = afterSave(typed(sent), sent, { ...server, name: 'Saturday', date: '2026-05-05' })
  expect(done.values).toEqual({ ...server, name: 'Saturday', date: '2026-05-05' })
  expect(toSend(done)).toEqual({})
})

test('what is typed during a save is the next change, and the save itself is no concurrent edit', () => {
  const answer = { ...server, name: 'Sat', isActive: false }
  const meanwhile = typed({ name: 'Saturday', date: '2026-02-03' })
  const next = afterSave(meanwhile, { name: 'Sat' }, answer)
  expect(toSend(next)).toEqual({ name: 'Saturday', date: '2026-02-03' })
  expect(next.values.isActive).toBe(false)
  expect(conflictsIn(next)).toEqual([])
})

test('a field that is typed back during its save is sent again', () => {
  const answer = { ...server, name: 'Saturday' }
  const next = afterSave(typed({}), { name: 'Saturday' }, answer)
  expect(toSend(next)).toEqual({ name: 'Friday' })
})

test('unchanged fields are left out of a body', () => {
  const body = { name: 'Saturday', date: null }
  expect(pickChanged(body, { date: '' })).toEqual({ date: null })
  expect(pickChanged(body, {})).toEqual({})
})

test('each empty required field gets its own text', () => {
  const check = required({ name: 'Which name?', date: 'Which day?', game: 'Which game?' })
  expect(check({ name: ' ', date: '2026-01-02', game: null })).toEqual({
    name: 'Which name?',
    game: 'Which game?',
  })
})
