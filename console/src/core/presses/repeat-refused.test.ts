import { describe, expect, test } from 'vitest'
import { matchRow, queueRow } from '#test/support/console-session.ts'
import type { PendingCommand } from './pending-command.ts'
import { moveInto, repeatedMove } from './repeat-refused.ts'

const upToTop = { expected: [1, 2, 3, 4], matches: [3, 1, 2, 4], moved: 3 }

describe('a move on a queue that has changed meanwhile', () => {
  test('puts the match before the match that it was put before', () => {
    expect(moveInto([9, 1, 2, 3, 4], upToTop)).toEqual([9, 3, 1, 2, 4])
  })

  test('uses the nearest neighbour that is still there', () => {
    expect(moveInto([2, 3, 4], upToTop)).toEqual([3, 2, 4])
    expect(moveInto([2, 9], { expected: [1, 2], matches: [1, 2, 5], moved: 5 })).toEqual([2, 5, 9])
    expect(moveInto([9], { expected: [1, 2], matches: [1, 2, 5], moved: 5 })).toEqual([9, 5])
  })

  test('removes the match from the present order', () => {
    expect(moveInto([2, 3, 9], { expected: [1, 2, 3], matches: [1, 3], moved: 2 })).toEqual([3, 9])
  })

  test('moves the match of two neighbours that was picked up', () => {
    const swap = { expected: [1, 2, 3], matches: [1, 3, 2] }
    expect(moveInto([1, 2, 6, 3], { ...swap, moved: 3 })).toEqual([1, 3, 2, 6])
    expect(moveInto([1, 2, 6, 3], { ...swap, moved: 2 })).toEqual([1, 6, 3, 2])
  })

  test('does not bring back a match that has left the queue', () => {
    expect(moveInto([1, 2, 4], upToTop)).toBeNull()
  })
})

describe('R-CMD-2: a refused move', () => {
  const press = {
    id: 'a',
    command: { type: 'SetQueue', queue: 7, ...upToTop },
    place: 'queue:7',
    label: 'Move M3',
    failure: 'Could not',
    state: 'refused',
  } as unknown as PendingCommand
  const rows = (matches: number[], moved: Partial<ReturnType<typeof matchRow>> = {}) => ({
    queue: { 7: queueRow({ id: 7, matches }) },
    match: { 3: matchRow({ id: 3, ...moved }) },
  })

  test('is repeated on the present order', () => {
    expect(repeatedMove(press, rows([2, 3, 4]))).toEqual({
      command: { type: 'SetQueue', queue: 7, matches: [3, 2, 4], expected: [2, 3, 4], moved: 3 },
      place: 'queue:7',
      label: 'Move M3',
      failure: 'Could not',
    })
  })

  test('is not repeated if the match or the queue is gone, or nothing is left to move', () => {
    expect(repeatedMove(press, rows([1, 2, 4]))).toBeNull()
    expect(repeatedMove(press, rows([3, 2, 4]))).toBeNull()
    expect(repeatedMove(press, { ...rows([]), queue: {} })).toBeNull()
    const adding = {
      ...press,
      command: { ...press.command, expected: [1, 2, 4] },
    } as PendingCommand
    expect(repeatedMove(adding, rows([2, 4]))?.command).toMatchObject({ matches: [3, 2, 4] })
    expect(repeatedMove(adding, rows([2, 4], { activeCabinet: 1 }))).toBeNull()
    expect(repeatedMove(adding, rows([2, 4], { isComplete: true }))).toBeNull()
  })
})
