import type { Store } from '../../store/index.ts'
import type { CabinetId } from '../../../events/ids.ts'

type CabinetName = { cabinetId: number; cabinetName: string; sceneName: string }

const cacheMs = 60_000

/** Looks up the names of a cabinet and its scene; caches them for a minute. */
export function openCabinetNames({ db }: Store) {
  let names = new Map<CabinetId, CabinetName>()
  let readAt = Number.NEGATIVE_INFINITY

  return async function nameOf(cabinet: CabinetId): Promise<CabinetName | undefined> {
    const isOld = performance.now() - readAt > cacheMs
    if (!isOld && names.has(cabinet)) return names.get(cabinet)
    const rows = await db
      .selectFrom('kept.cabinet')
      .innerJoin('kept.scene', 'kept.scene.id', 'kept.cabinet.scene')
      .select(['kept.cabinet.id', 'kept.cabinet.name', 'kept.scene.name as sceneName'])
      .execute()
    readAt = performance.now()
    names = new Map(
      rows.map(({ id, name, sceneName }) => [id, { cabinetId: id, cabinetName: name, sceneName }]),
    )
    return names.get(cabinet)
  }
}
