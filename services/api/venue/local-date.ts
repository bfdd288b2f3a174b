import { venueZoneOf } from '#events/text/venue-zone.ts'
import type { Tx } from '../http/context.ts'
import type { SceneId } from '#events/ids.ts'

export async function zoneOf(db: Tx, scene: SceneId): Promise<string> {
  const cabinets = await db
    .selectFrom('kept.cabinet')
    .select('timeZone')
    .where('scene', '=', scene)
    .orderBy('id')
    .execute()
  return venueZoneOf(cabinets) ?? 'UTC'
}
