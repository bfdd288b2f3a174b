import type { FastifyRequest } from 'fastify'
import type { CabinetId } from '#events/ids.ts'
import type { Store } from '../../store/index.ts'
import { enforceNetworkLimit, notFound } from '../../web/index.ts'

/** The limit for one address, which a whole venue may share. */
export const wrongCodes = { most: 60, windowMs: 60_000 }

export async function cabinetByCode(
  store: Store,
  { ip }: FastifyRequest,
  code: string,
): Promise<CabinetId> {
  const row = await store.db
    .selectFrom('kept.cabinetCode')
    .select('cabinet')
    .where('code', '=', code)
    .executeTakeFirst()
  if (row) return row.cabinet
  await enforceNetworkLimit(store, { of: 'wrong code', ip }, wrongCodes)
  throw notFound()
}
