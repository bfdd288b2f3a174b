import { useMatch } from '@tanstack/react-router'
import { zoneOf } from '../core/time/zone.ts'

/** The zone of the venue in the administration of a tournament, else that of this device (ux 49). */
export function useZone(): string {
  const loaded = useMatch({
    from: '/tournament/$id/admin',
    shouldThrow: false,
    select: ({ loaderData }) => loaderData,
  })
  return zoneOf(loaded?.cabinets ?? [])
}
