import { timingSafeEqual } from 'node:crypto'
import type { Store } from '../../store/index.ts'
import { hashOf } from './secret.ts'
import type { SceneId } from '#events/ids.ts'

/** The cabinet if the token is correct, otherwise null; names are case-insensitive. */
export async function cabinetByToken(
  store: Store,
  credentials: { sceneName: string; cabinetName: string; token: string },
): Promise<{ id: number; scene: SceneId; isPractice: boolean } | null> {
  const cabinet = await store.db
    .selectFrom('kept.cabinet')
    .innerJoin('kept.scene', 'kept.scene.id', 'kept.cabinet.scene')
    .select(['kept.cabinet.id', 'kept.cabinet.scene', 'kept.cabinet.tokenHash', 'practiceOf'])
    .where('kept.scene.name', '=', credentials.sceneName.toLowerCase())
    .where('kept.cabinet.name', '=', credentials.cabinetName.toLowerCase())
    .executeTakeFirst()
  if (!cabinet) return null
  const actual = Buffer.from(hashOf(credentials.token))
  const expected = Buffer.from(cabinet.tokenHash)
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null
  const { id, scene, practiceOf } = cabinet
  return { id, scene, isPractice: practiceOf !== null }
}
