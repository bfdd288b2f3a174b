import { expect, test } from 'vitest'
import { Command } from '../schema/command.ts'
import { commands } from './commands.ts'

test('every command has a record, and every record has a command', () => {
  const types = Command.options.map((option) => option.shape.type.value)
  expect(Object.keys(commands).toSorted()).toEqual(types.toSorted())
})

test('no press is a note of a service', () => {
  const queued = Object.entries(commands).filter(([, about]) => 'isPress' in about)
  expect(queued.map(([type]) => type)).toEqual(expect.arrayContaining(['AddScore', 'Undo']))
  for (const [type, about] of queued) expect([type, 'isNote' in about]).toEqual([type, false])
})
