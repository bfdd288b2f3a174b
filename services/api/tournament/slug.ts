import type { Store } from '../../store/index.ts'
import { lockScene } from '../http/row-locks.ts'
import { slugOf } from '../http/validators.ts'
import type { SceneId } from '../../../events/ids.ts'

/**
 * The end of a tournament's address, the only one in its scene. It is chosen once and stays when the
 * name changes: links that were given away must not break.
 */
export function keepSlug(
  { db }: Store,
  { id, scene, name }: { id: number; scene: SceneId; name: string },
): Promise<string> {
  return db.transaction().execute(async (tx) => {
    await lockScene(tx, scene)
    const own = await tx
      .selectFrom('kept.tournament')
      .select('slug')
      .where('id', '=', id)
      .executeTakeFirst()
    if (own?.slug) return own.slug
    const start = slugOf(name)
    const slug = freeSlug(start, await takenSlugs(tx, scene, start))
    await tx.updateTable('kept.tournament').set({ scene, slug }).where('id', '=', id).execute()
    return slug
  })
}

/** In the log, or kept for one that is just being made. */
async function takenSlugs(tx: Store['db'], scene: SceneId, start: string): Promise<Set<string>> {
  const [shown, kept] = await Promise.all(
    (['view', 'kept'] as const).map((schema) =>
      tx
        .selectFrom(`${schema}.tournament`)
        .select('slug')
        .where('scene', '=', scene)
        .where('slug', 'like', `${start}%`)
        .execute(),
    ),
  )
  return new Set([...(shown ?? []), ...(kept ?? [])].flatMap(({ slug }) => slug ?? []))
}

export function freeSlug(start: string, taken: ReadonlySet<string>): string {
  if (!taken.has(start)) return start
  let n = 2
  while (taken.has(`${start}-${n}`)) n++
  return `${start}-${n}`
}
