import { useLoaderData } from '@tanstack/react-router'
import { zoneOf } from './zone.ts'

export function useZone(): string {
  return zoneOf(useLoaderData({ from: '/tournament/$id/admin' }).cabinets)
}

/** `20:40` */
export function clockIn(timeZone: string, at: string): string {
  const parts = { hour: '2-digit', minute: '2-digit', timeZone } as const
  return new Intl.DateTimeFormat('en-GB', parts).format(new Date(at))
}
