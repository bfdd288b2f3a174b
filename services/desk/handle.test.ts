import { expect, test } from 'vitest'
import type { Command } from '#events/schema/command.ts'
import { Unavailable } from '../log/index.ts'
import { openHandler } from './handle.ts'
import type { NextIds } from './handle.ts'
import { refuse } from './decide/decision.ts'
import type { Ids } from './decide/decision.ts'

const tiebreaks: Command = { type: 'CreateTiebreaks', stage: 1, from: 1, to: 2 }
const short = (more: Record<string, number>) => refuse('IDS_SHORT', 'New ids are needed.', more)

/** Handles a command whose decision is `attempt`, which gets the ids drawn so far. */
function withIds(nextIds: NextIds, command: Command, attempt: (ids: Ids) => Promise<object>) {
  const handle = openHandler({ nextIds, attempt: (_, { ids }) => attempt(ids) as Promise<never> })
  return handle({ id: 'press', tournament: 1, by: { kind: 'person', id: 7 }, command })
}

function openSequences() {
  const drawn: [kind: string, n: number][] = []
  let last = 0
  const nextIds = async (kind: string, n: number) => {
    drawn.push([kind, n])
    return Array.from({ length: n }, () => ++last)
  }
  return { drawn, nextIds }
}

test('allocates as many ids as the decision lacks, each kind from its own sequence', async () => {
  const { drawn, nextIds } = openSequences()
  const answer = await withIds(nextIds, tiebreaks, async (ids) =>
    ids.ids.length < 3 ? short({ needed: 3, stages: 1, queues: 2 }) : ids,
  )
  expect(answer).toEqual({ ids: [1, 2, 3], stageIds: [4], queueIds: [5, 6] })
  expect(drawn).toEqual([
    ['match', 3],
    ['bracket', 1],
    ['queue', 2],
  ])
})

test('allocates again after a concurrent change, and keeps the ids that are still enough', async () => {
  const { drawn, nextIds } = openSequences()
  const shortages: Record<string, number>[] = [
    { needed: 1 },
    { needed: 0, queues: 1 },
    { needed: 2 },
  ]
  const answer = await withIds(nextIds, { ...tiebreaks }, async (ids: Ids) => {
    const next = shortages.shift()
    return next ? short(next) : ids
  })
  expect(answer).toMatchObject({ ids: [3, 4], queueIds: [2] })
  expect(drawn.map(([kind]) => kind)).toEqual(['match', 'queue', 'match'])
})

test('draws no ids for a command that needs none, and gives up after too many attempts', async () => {
  const { drawn, nextIds } = openSequences()
  const swap: Command = { type: 'SetSides', match: 1, isFlipped: true }
  expect(await withIds(nextIds, swap, async () => ({ version: 2 }))).toEqual({ version: 2 })
  expect(drawn).toEqual([])
  const greedy = withIds(nextIds, tiebreaks, async ({ ids }) => short({ needed: ids.length + 1 }))
  await expect(greedy).rejects.toThrow(Unavailable)
})
