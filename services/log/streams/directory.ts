import type { Message } from './message.ts'
import type { Stream } from './stream.ts'
import { shardOfScene } from './numbers.ts'

export type SceneOfCabinet = (cabinet: number) => Promise<number | null>

/** The shard of a tournament, as its own commits say it; null: it has none that can be read. */
export async function shardOfTournament(
  commits: readonly Stream[],
  id: number,
): Promise<number | null> {
  for (const stream of commits) {
    const message = await stream.next(`*.${id}`, 0)
    if (message?.shard !== undefined) return message.shard
  }
  const first = await commits[0]!.next(`${id}`, 0)
  const scene = first && sceneIn(readable(first))
  return scene === null ? null : shardOfScene(scene)
}

/** One that is damaged says nothing: its tournament is halted, and its pair goes on. */
function readable(message: Message): unknown {
  try {
    return message.json()
  } catch {
    return null
  }
}

/** The scene in which a commit makes its tournament; null: it makes none. */
export function sceneIn(commit: unknown): number | null {
  const { events } = (commit ?? {}) as { events?: { type: string; scene?: number }[] }
  if (!Array.isArray(events)) return null
  return events.find(({ type }) => type === 'TournamentCreated')?.scene ?? null
}

/** The shard of a cabinet: where it has said something, else that of its scene. */
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
