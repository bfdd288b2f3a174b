import { timingSafeEqual } from 'node:crypto'
import type { Store } from '../../store/index.ts'
import { hashOf } from './secret.ts'
import type { SceneId } from '../../../events/ids.ts'

/** The cabinet whose client knows its token, else null; names are taken in any case. */
export async function cabinetByToken(
  store: Store,
  named: { sceneName: string; cabinetName: string; token: string },
): Promise<{ id: number; scene: SceneId; isPractice: boolean } | null> {
  const cabinet = await store.db
    .selectFrom('kept.cabinet')
    .innerJoin('kept.scene', 'kept.scene.id', 'kept.cabinet.scene')
    .select(['kept.cabinet.id', 'kept.cabinet.scene', 'kept.cabinet.tokenHash', 'practiceOf'])
    .where('kept.scene.name', '=', named.sceneName.toLowerCase())
    .where('kept.cabinet.name', '=', named.cabinetName.toLowerCase())
    .executeTakeFirst()
  if (!cabinet) return null
  const given = Buffer.from(hashOf(named.token))
  const expected = Buffer.from(cabinet.tokenHash)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const { id, scene, practiceOf } = cabinet
  return { id, scene, isPractice: practiceOf !== null }
}
