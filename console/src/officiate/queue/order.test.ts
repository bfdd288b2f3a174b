import { expect, test } from 'vitest'
import { matchRow, queueRow } from '#test/support/console-session.ts'
import type { PendingCommand } from '../../core/presses/pending-command.ts'
import { tablesFrom } from '../../core/live/rows.ts'
import { reuseLists, moveMatch, orderOf, queueChange, unconfirmedQueues } from './order.ts'

const order = { 'queue:1': [11, 12, 13], 'queue:2': [], 'stage:3': [14, 15] }

test('a match moves within its queue', () => {
  const after = moveMatch(order, { match: 13, to: 'queue:1', index: 0 })
  expect(after['queue:1']).toEqual([13, 11, 12])
  expect(queueChange(order, after, 13)).toEqual({ queue: 1, matches: [13, 11, 12] })
})

test('a match that moves to another queue changes only that queue', () => {
  const after = moveMatch(order, { match: 12, to: 'queue:2', index: 5 })
  expect(after).toMatchObject({ 'queue:1': [11, 13], 'queue:2': [12] })
  expect(queueChange(order, after, 12)).toEqual({ queue: 2, matches: [12] })
})

test('an unassigned match joins a queue', () => {
  const after = moveMatch(order, { match: 15, to: 'queue:1', index: 1 })
  expect(queueChange(order, after, 15)).toEqual({ queue: 1, matches: [11, 15, 12, 13] })
})

test('a match that leaves its queue changes that queue', () => {
  const after = moveMatch(order, { match: 11, to: 'stage:3', index: 0 })
  expect(queueChange(order, after, 11)).toEqual({ queue: 1, matches: [12, 13] })
})

test('a match dropped at its old position changes nothing', () => {
  const after = moveMatch(order, { match: 12, to: 'queue:1', index: 1 })
  expect(queueChange(order, after, 12)).toBeNull()
  expect(
    queueChange(order, moveMatch(order, { match: 15, to: 'stage:3', index: 0 }), 15),
  ).toBeNull()
})

test('an unknown match moves nothing', () => {
  expect(moveMatch(order, { match: 99, to: 'queue:1', index: 0 })).toBe(order)
})

const bracket = { id: 3, tournament: 1, name: 'Bracket' } as never
const rows = tablesFrom({
  bracket: [bracket],
  queue: [queueRow({ id: 1, matches: [12, 11] }), queueRow({ id: 2 })],
  match: [
    ...[15, 14, 13, 12, 11].map((id) => matchRow({ id, bracket: 3 })),
    matchRow({ id: 16, bracket: 3, isComplete: true }),
    matchRow({ id: 17, bracket: 3, activeCabinet: 1 }),
  ],
})

test('unassigned matches are the unfinished ones on no cabinet and in no queue, by number', () => {
  expect(orderOf(rows, [])).toEqual({ 'queue:1': [12, 11], 'queue:2': [], 'stage:3': [13, 14, 15] })
})

test('a pending order is shown immediately, a refused one is not', () => {
  const command = { type: 'SetQueue', queue: 2, matches: [12, 13] } as const
  const press = { command, state: 'sending', unsure: false } as unknown as PendingCommand
  expect(orderOf(rows, [press])).toEqual({
    'queue:1': [11],
    'queue:2': [12, 13],
    'stage:3': [14, 15],
  })
  expect(orderOf(rows, [{ ...press, state: 'refused' }])).toEqual(orderOf(rows, []))
})

test('a queue being emptied is shown empty; assigned matches are shown after the server answers', () => {
  const press = (command: object) =>
    ({ command, state: 'sending', unsure: false }) as PendingCommand
  expect(orderOf(rows, [press({ type: 'RemoveAll', queue: 1 })])).toEqual({
    'queue:1': [],
    'queue:2': [],
    'stage:3': [11, 12, 13, 14, 15],
  })
  const assigning = [press({ type: 'AssignAll', queue: 2, stages: [3] })]
  expect(orderOf(rows, assigning)).toEqual(orderOf(rows, []))
  expect(unconfirmedQueues(assigning)).toEqual(new Set([2]))
})

test('unchanged lists keep their identity, changed ones do not', () => {
  const next = { 'queue:1': [11, 12, 13], 'queue:2': [14], 'stage:3': [15] }
  const after = reuseLists(order, next)
  expect(after).toEqual(next)
  expect(after['queue:1']).toBe(order['queue:1'])
  expect(reuseLists(order, structuredClone(order))).toBe(order)
  expect(
    reuseLists(order, moveMatch(order, { match: 12, to: 'queue:1', index: 0 }))['queue:1'],
  ).toEqual([12, 11, 13])
})
