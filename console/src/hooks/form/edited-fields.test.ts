import { expect, test } from 'vitest'
import { changesIn, followed, only, required, rivalsIn, settled, taken } from './edited-fields.ts'

const server = { name: 'Friday', date: '2026-01-02', isActive: true, cabinets: [1, 2] }
const typed = (values: Partial<typeof server>) => ({
  values: { ...server, ...values },
  base: server,
  server,
})
const toSend = ({ values, server }: ReturnType<typeof typed>) => changesIn(values, server)

test('only what was changed is sent, and typed back it is not', () => {
  expect(toSend(typed({}))).toEqual({})
  const change = { name: 'Saturday', isActive: false, cabinets: [2, 1] }
  expect(toSend(typed(change))).toEqual(change)
  expect(toSend(typed({ name: 'Friday', cabinets: [1, 2] }))).toEqual({})
})

test('what is typed stays while what is not follows the server', () => {
  const edited = followed(typed({ name: 'Mine' }), {
    ...server,
    name: 'Theirs',
    date: '2026-02-03',
    cabinets: [3],
  })
  expect(edited.values).toMatchObject({ name: 'Mine', date: '2026-02-03', cabinets: [3] })
  expect(toSend(edited)).toEqual({ name: 'Mine' })
})

test('a field that two have changed has a rival, unless they agree', () => {
  const mine = typed({ name: 'Mine', date: '2026-02-03' })
  expect(rivalsIn(mine)).toEqual([])
  const both = followed(mine, { ...server, name: 'Theirs', date: '2026-02-03', cabinets: [] })
  expect(rivalsIn(both)).toEqual(['name'])
  expect(toSend(both)).toEqual({ name: 'Mine' })
  expect(toSend(taken(both, 'name'))).toEqual({})
  expect(rivalsIn(followed(both, server))).toEqual([])
})

test('what is typed back after somebody else has changed it is a change, with a rival', () => {
  const both = followed(typed({ name: 'Mine' }), { ...server, name: 'Theirs' })
  const back = { ...both, values: { ...both.values, name: 'Friday' } }
  expect(toSend(back)).toEqual({ name: 'Friday' })
  expect(rivalsIn(back)).toEqual(['name'])
})

test('what was saved is no longer a change, as the server has it', () => {
  const sent = { name: ' Saturday ' }
  const done = settled(typed(sent), sent, { ...server, name: 'Saturday', date: '2026-05-05' })
  expect(done.values).toEqual({ ...server, name: 'Saturday', date: '2026-05-05' })
  expect(toSend(done)).toEqual({})
})

test('what is typed while it is saved is the next change, and its own save is no rival', () => {
  const answer = { ...server, name: 'Sat', isActive: false }
  const meanwhile = typed({ name: 'Saturday', date: '2026-02-03' })
  const next = settled(meanwhile, { name: 'Sat' }, answer)
  expect(toSend(next)).toEqual({ name: 'Saturday', date: '2026-02-03' })
  expect(next.values.isActive).toBe(false)
  expect(rivalsIn(next)).toEqual([])
})

test('what was typed back while it was saved is sent again', () => {
  const answer = { ...server, name: 'Saturday' }
  const next = settled(typed({}), { name: 'Saturday' }, answer)
  expect(toSend(next)).toEqual({ name: 'Friday' })
})

test('a body is sent without what was not changed', () => {
  const body = { name: 'Saturday', date: null }
  expect(only(body, { date: '' })).toEqual({ date: null })
  expect(only(body, {})).toEqual({})
})

test('what has to be filled is said of each empty field', () => {
  const check = required({ name: 'Which name?', date: 'Which day?', game: 'Which game?' })
  expect(check({ name: ' ', date: '2026-01-02', game: null })).toEqual({
    name: 'Which name?',
    game: 'Which game?',
  })
})
