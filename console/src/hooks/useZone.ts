import { useLoaderData } from '@tanstack/react-router'
import { zoneOf } from '../core/zone.ts'

export function useZone(): string {
  return zoneOf(useLoaderData({ from: '/tournament/$id/admin' }).cabinets)
}
