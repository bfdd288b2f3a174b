import type { RulingSigners } from '#events/schema/parts/ruling.ts'
import { atLeast } from '#events/schema/parts/ruling-signers.ts'
import type { Store } from '../../store/index.ts'
import { Rejection, notFound } from '../../web/index.ts'
import type { SceneDefaults } from '../schema/http/bodies.ts'
import type { SceneId } from '#events/ids.ts'

export async function sceneDefaultsOf(
  { db }: Pick<Store, 'db'>,
  scene: SceneId,
): Promise<SceneDefaults> {
  return db
    .selectFrom('kept.scene')
    .select(['protestDeadline', 'rulingSigners'])
    .where('id', '=', scene)
    .executeTakeFirstOrThrow(notFound)
}

const signersText: Record<RulingSigners, string> = {
  one: 'one official',
  two_for_places: 'two officials if the first three places or another stage depend on it',
  two: 'two officials',
}

/** No tournament may require fewer signatures than its scene. */
export function checkSigners(signers: RulingSigners | undefined, defaults: SceneDefaults): void {
  const { rulingSigners } = defaults
  if (signers === undefined || atLeast(signers, rulingSigners) === signers) return
  const detail = `Rulings of this scene are signed by ${signersText[rulingSigners]}. A tournament may ask for more officials, not for fewer.`
  throw new Rejection(409, { detail, code: 'SCENE_ASKS_FOR_MORE', rulingSigners })
}
