import type { Store } from '../../store/index.ts'
import { lockScene } from '../http/row-locks.ts'
import type { SceneId } from '#events/ids.ts'

/** The readable last part of a tournament's address. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return (
    plain
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 80) || 'tournament'
  )
}

/**
 * Chooses and stores the last part of a tournament's address, which is unique in its scene. It does
 * not change with the name, because shared links must not break.
 */
export function storeSlug(
  { db }: Store,
  { id, scene, name }: { id: number; scene: SceneId; name: string },
): Promise<string> {
  return db.transaction().execute(async (tx) => {
    await lockScene(tx, scene)
    const existing = await tx
      .selectFrom('kept.tournament')
      .select('slug')
      .where('id', '=', id)
      .executeTakeFirst()
    if (existing?.slug) return existing.slug
    const base = slugOf(name)
    const slug = freeSlug(base, await takenSlugs(tx, scene, base))
    await tx.updateTable('kept.tournament').set({ scene, slug }).where('id', '=', id).execute()
    return slug
  })
}

/** Slugs of existing tournaments and of those that are just being created. */
async function takenSlugs(tx: Store['db'], scene: SceneId, base: string): Promise<Set<string>> {
  const [inLog, reserved] = await Promise.all(
    (['view', 'kept'] as const).map((schema) =>
      tx
        .selectFrom(`${schema}.tournament`)
        .select('slug')
        .where('scene', '=', scene)
        .where('slug', 'like', `${base}%`)
        .execute(),
    ),
  )
  return new Set([...(inLog ?? []), ...(reserved ?? [])].flatMap(({ slug }) => slug ?? []))
}

export function freeSlug(base: string, taken: ReadonlySet<string>): string {
  if (!taken.has(base)) return base
  let n = 2
  while (taken.has(`${base}-${n}`)) n++
  return `${base}-${n}`
}
