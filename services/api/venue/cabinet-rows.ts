import { ofScene } from '../../store/index.ts'
import type { Store } from '../../store/index.ts'
import { notFound, wrongFields } from '../../web/index.ts'
import type { SceneId } from '#events/ids.ts'

type CabinetFilters = { sceneId?: number; scene?: string; name?: string }

export function matchingCabinets(store: Pick<Store, 'db'>, filters: CabinetFilters) {
  const { name } = filters
  return cabinets(store)
    .where(ofScene('kept.cabinet.scene', filters))
    .$if(name !== undefined, (q) => q.where('kept.cabinet.name', '=', (name ?? '').toLowerCase()))
}

function cabinets({ db }: Pick<Store, 'db'>) {
  return db
    .selectFrom('kept.cabinet')
    .innerJoin('kept.scene', 'kept.scene.id', 'kept.cabinet.scene')
    .leftJoin('view.cabinet', 'view.cabinet.id', 'kept.cabinet.id')
    .select([
      'kept.cabinet.id',
      'kept.cabinet.scene',
      'kept.cabinet.name',
      'kept.cabinet.displayName',
      'kept.cabinet.description',
      'kept.cabinet.timeZone',
      'view.cabinet.clientStatus',
      'view.cabinet.live',
    ])
}

export async function readCabinet(store: Pick<Store, 'db'>, id: number) {
  const cabinet = await cabinets(store)
    .where('kept.cabinet.id', '=', id)
    .executeTakeFirstOrThrow(notFound)
  return cabinetBody(cabinet)
}

export function cabinetBody<T extends { clientStatus: 'online' | 'offline' | null }>(cabinet: T) {
  return { ...cabinet, clientStatus: cabinet.clientStatus ?? ('offline' as const) }
}

type Choice = { scene: SceneId; ids: number[]; field: string }

/**
 * Cabinets with their names, which commands include so that the log does not depend on rows (P6).
 */
export async function namedCabinets({ db }: Pick<Store, 'db'>, { scene, ids, field }: Choice) {
  const existing = await cabinetsOf(db, scene, ids)
  const foreign = ids.filter((id) => !existing.has(id))
  if (foreign.length > 0) {
    throw wrongFields({ [field]: [`Not in this scene: ${foreign.join(', ')}`] })
  }
  return [...new Set(ids)].flatMap((id) => existing.get(id) ?? [])
}

/** The cabinets of the scene, by id. */
export async function cabinetsOf(db: Store['db'], scene: SceneId, ids: number[]) {
  if (ids.length === 0) return new Map<number, { id: number; name: string }>()
  const rows = await db
    .selectFrom('kept.cabinet')
    .select(['id', 'displayName as name'])
    .where('scene', '=', scene)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
