import { expect, test } from 'vitest'
import type { Command } from '../../events/schema/command.ts'
import { Unavailable } from '../log/index.ts'
import { withIds } from './allocate-ids.ts'
import type { Ids } from './allocate-ids.ts'
import { refuse } from './decide/decision.ts'

const tiebreaks: Command = { type: 'CreateTiebreaks', stage: 1, from: 1, to: 2 }
const short = (more: Record<string, number>) => refuse('IDS_SHORT', 'New ids are needed.', more)

function openSequences() {
  const drawn: [kind: string, n: number][] = []
  let last = 0
  const nextIds = async (kind: string, n: number) => {
    drawn.push([kind, n])
    return Array.from({ length: n }, () => ++last)
  }
  return { drawn, nextIds }
}

test('a decision gets as many ids as it is short of, each kind from its sequence', async () => {
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

test('it asks again where a rival made something meanwhile, and keeps what it has of the rest', async () => {
  const { drawn, nextIds } = openSequences()
  const asked: Record<string, number>[] = [{ needed: 1 }, { needed: 0, queues: 1 }, { needed: 2 }]
  const answer = await withIds<object>(nextIds, { ...tiebreaks }, async (ids: Ids) => {
    const next = asked.shift()
    return next ? short(next) : ids
  })
  expect(answer).toMatchObject({ ids: [3, 4], queueIds: [2] })
  expect(drawn.map(([kind]) => kind)).toEqual(['match', 'queue', 'match'])
})

test('a command that makes nothing draws nothing, and one that is never content is tried again later', async () => {
  const { drawn, nextIds } = openSequences()
  const swap: Command = { type: 'SetSides', match: 1, isFlipped: true }
  expect(await withIds(nextIds, swap, async () => ({ version: 2 }))).toEqual({ version: 2 })
  expect(drawn).toEqual([])
  const greedy = withIds(nextIds, tiebreaks, async ({ ids }) => short({ needed: ids.length + 1 }))
  await expect(greedy).rejects.toThrow(Unavailable)
})
