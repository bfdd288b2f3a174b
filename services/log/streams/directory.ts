import type { Message } from './message.ts'
import type { Stream } from './stream.ts'
import { shardOfScene } from './shards.ts'

export type SceneOfCabinet = (cabinet: number) => Promise<number | null>

/** The shard of a tournament, from its own commits; null if none of them can be read. */
export async function shardOfTournament(
  commits: readonly Stream[],
  id: number,
): Promise<number | null> {
  for (const stream of commits) {
    const message = await stream.next(`*.${id}`, 0)
    if (message?.shard !== undefined) return message.shard
  }
  const first = await commits[0]!.next(`${id}`, 0)
  const scene = first && sceneIn(readOrNull(first))
  return scene === null ? null : shardOfScene(scene)
}

/** The content of a message; null if it is damaged, because that must halt only its tournament. */
function readOrNull(message: Message): unknown {
  try {
    return message.json()
  } catch {
    return null
  }
}

/** The scene in which a commit creates its tournament; null if it creates none. */
export function sceneIn(commit: unknown): number | null {
  const { events } = (commit ?? {}) as { events?: { type: string; scene?: number }[] }
  if (!Array.isArray(events)) return null
  return events.find(({ type }) => type === 'TournamentCreated')?.scene ?? null
}

/** The shard of a cabinet: that of its facts, or that of its scene if it has none. */
export async function shardOfCabinet(
  facts: readonly Stream[],
  sceneOf: SceneOfCabinet,
  id: number,
): Promise<number | null> {
  for (const stream of facts) {
    const message = await stream.next(`*.${id}`, 0)
    if (message?.shard !== undefined) return message.shard
  }
  const scene = await sceneOf(id)
  return scene === null ? null : shardOfScene(scene)
}
