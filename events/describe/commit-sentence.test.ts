import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Command } from '../schema/command.ts'
import type { Commit } from '../schema/commit.ts'
import { readCommit } from '../schema/upcast.ts'
import { commitSentence } from './commit-sentence.ts'
import { emptyTournament, fold } from '../state/tournament.ts'
import { english } from '../messages/english.ts'
import type { Message } from '../messages/message.ts'
import { publicMessage } from './commit-line.ts'

const lines = readFileSync(new URL('../past/log.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const messages: Message[] = []
let state = emptyTournament(1)
let last: Commit | undefined
for (const line of lines) {
  const commit = readCommit(JSON.parse(line))
  const after = fold(state, commit)
  messages.push(
    commitSentence({ before: state, after, commit }, (version) => messages[version - 1]),
  )
  state = after
  last = commit
}

/** The smallest valid command of a schema: only its required fields. */
function smallestCommand(schema: z.ZodType): Command {
  return filled(z.toJSONSchema(schema, { io: 'input' }) as Shape) as Command
}

type Shape = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Shape[]
  oneOf?: Shape[]
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  minItems?: number
}
function filled(shape: Shape): unknown {
  const { properties = {}, required = [], anyOf, oneOf } = shape
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  const [first] = anyOf ?? oneOf ?? []
  if (first) return filled(first)
  if (shape.type === 'object') {
    return Object.fromEntries(required.map((name) => [name, filled(properties[name] ?? {})]))
  }
  if (shape.type === 'array') return Array(shape.minItems ?? 0).fill(filled(shape.items ?? {}))
  if (shape.type === 'boolean') return true
  return shape.type === 'string' ? 'x' : 1
}

const schemas = Command.options.map((option) => [option.shape.type.value, option] as const)

test.each(schemas)(
  '%s has a line for the last-action bar and a sentence for the history',
  (_, option) => {
    const commit = { ...last!, command: smallestCommand(option) }
    const both = [
      publicMessage(state, commit),
      commitSentence({ before: state, after: state, commit }, () => undefined),
    ].map(english)
    for (const text of both) {
      expect(text).toMatch(/^\S.* .*\S$/)
      expect(text, 'words, not the name of the command').not.toMatch(/[a-z][A-Z]/)
      expect(text).not.toMatch(/undefined|null|NaN|\[object/)
    }
  },
)

test('R-UN-1: the history describes commits in the words of a referee', () => {
  const sentences = messages.map(english)
  expect(sentences.filter((text, index) => sentences.indexOf(text) === index))
    .toMatchInlineSnapshot(`
    [
      "Tournament created",
      "Cabinets assigned",
      "Team Bees added",
      "Team Wasps added",
      "Team Hornets added",
      "Team Moths added",
      "Team Ants added",
      "Team Gnats added",
      "Gnats renamed to Midges",
      "Team Ticks added",
      "Team Ticks removed",
      "Stage Pools created",
      "Stage Finals created",
      "Stage Pools Group A changed",
      "Teams of Pools Group A",
      "Teams of Pools Group B",
      "Matches of Pools Group A",
      "Matches of Pools Group B",
      "Queues created",
      "Queue Anywhere created",
      "Queue Left changed",
      "Queue Right changed",
      "M1 of Pools Group A started on Left",
      "M1 of Pools Group B started on Right",
      "Game started in M1 of Pools Group A",
      "Game started in M1 of Pools Group B",
      "Sides of M1 of Pools Group A swapped",
      "Bees won a game in M1 of Pools Group A, 0-0 → 0-1",
      "Hornets won a game in M1 of Pools Group B, 0-0 → 0-1",
      "Moths won a game in M1 of Pools Group A, 0-1 → 1-1, M1 of Pools Group A complete",
      "M2 of Pools Group A started on Left",
      "M1 of Pools Group B stopped",
      "A game for M1 of Pools Group B needs a decision",
      "+1 Hornets in M1 of Pools Group B, 0-1 → 0-2",
      "M1 of Pools Group B complete, Hornets won 2-0",
      "Queue timer of Right held",
      "Score of M2 of Pools Group A set, 0-0 → 1-1",
      "M2 of Pools Group A complete, a draw 1-1",
      "M1 of Pools Group B reopened",
      "Queue Right disabled",
      "Cabinets of queue Anywhere changed",
      "M2 of Pools Group B started on Right",
      "+1 Hornets in M2 of Pools Group B, 0-0 → 1-0",
      "Undo of step 47: +1 Hornets in M2 of Pools Group B, 0-0 → 1-0",
      "M3 of Pools Group A started on Left",
      "M3 of Pools Group B started on Right",
      "Queue Anywhere deleted",
      "Teams of Finals",
      "Matches of Finals",
      "Teams of M1 of Finals set: Bees v Ants",
      "M3 of Pools Group A stopped",
      "M3 of Pools Group B stopped",
      "M1 of Finals started on Left",
      "Warm-up of M1 of Finals on",
      "Game started in M1 of Finals",
      "Warm-up game ended in M1 of Finals",
      "Ants won a game in M1 of Finals, 0-0 → 0-1",
      "Ants won a game in M1 of Finals, 0-1 → 0-2, M1 of Finals complete",
      "Score of M2 of Finals set, 0-0 → 2-0",
      "M2 of Finals complete, Hornets won 2-0",
      "Tournament settings changed",
      "Stage Spare created",
      "Stage Spare deleted",
    ]
  `)
})
