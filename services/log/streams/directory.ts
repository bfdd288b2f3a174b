import type { Stream } from './stream.ts'
import { shardOfScene } from './numbers.ts'

export type SceneOfCabinet = (cabinet: number) => Promise<number | null>

/** The shard of a tournament, as its own commits say it; null: it has none yet. */
export async function shardOfTournament(
  commits: readonly Stream[],
  id: number,
): Promise<number | null> {
  for (const stream of commits) {
    const message = await stream.next(`*.${id}`, 0)
    if (message?.shard !== undefined) return message.shard
  }
  const first = await commits[0]!.next(`${id}`, 0)
  const scene = first && sceneIn(first.json())
  return scene === null ? null : shardOfScene(scene)
}

/** The scene in which a commit makes its tournament; null: it makes none. */
export function sceneIn(commit: unknown): number | null {
  const { events = [] } = (commit ?? {}) as { events?: { type: string; scene?: number }[] }
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
