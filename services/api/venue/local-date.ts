import { venueZoneOf } from '../../../events/text/venue-zone.ts'
import type { Tx } from '../http/context.ts'
import type { SceneId } from '../../../events/ids.ts'

/** The date in a time zone, as `2026-03-01`. */
export function dateInZone(timeZone: string, at: Date): string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  return new Intl.DateTimeFormat('en-CA', { timeZone, ...parts }).format(at)
}

export async function zoneOf(db: Tx, scene: SceneId): Promise<string> {
  const cabinets = await db
    .selectFrom('kept.cabinet')
    .select('timeZone')
    .where('scene', '=', scene)
    .orderBy('id')
    .execute()
  return venueZoneOf(cabinets) ?? 'UTC'
}
