import type { RulingSigners } from '../../../events/schema/ruling.ts'
import { atLeast } from '../../../events/schema/ruling-signers.ts'
import type { Store } from '../../store/index.ts'
import { Rejection, notFound } from '../../web/index.ts'
import type { SceneDefaults } from '../schema/bodies.ts'
import type { SceneId } from '../../../events/ids.ts'

export async function sceneDefaultsOf(
  { db }: Pick<Store, 'db'>,
  scene: SceneId,
): Promise<SceneDefaults> {
  const asks = await db
    .selectFrom('kept.scene')
    .select(['protestDeadline', 'rulingSigners'])
    .where('id', '=', scene)
    .executeTakeFirst()
  if (!asks) throw notFound()
  return asks
}

const asked: Record<RulingSigners, string> = {
  one: 'one official',
  two_for_places: 'two officials where the first three places or another stage rest on it',
  two: 'two officials',
}

/** Fewer officials than the scene wants are not enough in any of its tournaments. */
export function checkSigners(wanted: RulingSigners | undefined, asks: SceneDefaults): void {
  const { rulingSigners } = asks
  if (wanted === undefined || atLeast(wanted, rulingSigners) === wanted) return
  const detail = `Rulings of this scene are signed by ${asked[rulingSigners]}. A tournament may ask for more, not for less.`
  throw new Rejection(409, { detail, code: 'SCENE_ASKS_FOR_MORE', rulingSigners })
}
