import { expect, test } from 'vitest'
import { sceneIn, shardOfCabinet, shardOfTournament } from './directory.ts'
import type { Stream } from './stream.ts'

type Texts = Record<string, { text: string; shard?: number }>

/** A stream that has only the first message of each key. */
function streamOf(texts: Texts): Stream {
  const next: Stream['next'] = async (key) => {
    const found = texts[key]
    if (!found) return null
    const { text, ...place } = found
    return { seq: 1, key, time: '', json: () => JSON.parse(text) as unknown, ...place }
  }
  return { next } as Stream
}

const created = JSON.stringify({ events: [{ type: 'TournamentCreated', scene: 70 }] })

test('takes the shard of a tournament from its subjects, or from the scene of its first commit', async () => {
  const streams = [
    streamOf({ 5: { text: created } }),
    streamOf({ '*.7': { text: '{}', shard: 33 } }),
  ]
  expect(await shardOfTournament(streams, 5)).toBe(70 % 64)
  expect(await shardOfTournament(streams, 7)).toBe(33)
  expect(await shardOfTournament(streams, 9)).toBeNull()
})

test('a damaged first commit gives no shard and throws no error', async () => {
  const damaged = [
    streamOf({ 5: { text: '{"events": [' }, 6: { text: 'null' }, 7: { text: '{}' } }),
  ]
  for (const id of [5, 6, 7]) expect(await shardOfTournament(damaged, id)).toBeNull()
  expect(sceneIn({ events: 'none' })).toBeNull()
})

test('a cabinet without facts is in the shard of its scene', async () => {
  const facts = [streamOf({ '*.3': { text: '{}', shard: 12 } })]
  const sceneOf = async (cabinet: number) => (cabinet === 4 ? 65 : null)
  expect(await shardOfCabinet(facts, sceneOf, 3)).toBe(12)
  expect(await shardOfCabinet(facts, sceneOf, 4)).toBe(1)
  expect(await shardOfCabinet(facts, sceneOf, 5)).toBeNull()
})
