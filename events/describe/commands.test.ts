import { expect, test } from 'vitest'
import { Command } from '../schema/command.ts'
import { commands } from './commands.ts'

test('every command has its record, and no other', () => {
  const types = Command.options.map((option) => option.shape.type.value)
  expect(Object.keys(commands).toSorted()).toEqual(types.toSorted())
})

test('what the console keeps until there is a network is no note of a service', () => {
  const kept = Object.entries(commands).filter(([, about]) => 'outbox' in about)
  expect(kept.map(([type]) => type)).toEqual(expect.arrayContaining(['AddScore', 'Undo']))
  for (const [type, about] of kept) expect([type, 'isNote' in about]).toEqual([type, false])
})
