import { createContext, use } from 'react'
import type { AdminBody } from '../../core/rest.ts'
import type { Estimate } from '../../../../events/estimate/publish.ts'
import { clockIn, zoneOf } from '../../core/zone.ts'
import type { Clocks } from '../../core/zone.ts'

/** The tournament of a page, with the cabinets of its scene. */
export const TournamentPageContext = createContext<AdminBody | null>(null)

export function usePlace(): AdminBody {
  const place = use(TournamentPageContext)
  if (!place) throw new Error('outside of a public page')
  return place
}

export function useCabinetName(): (id: number) => string {
  const { cabinets } = usePlace()
  return (id) => cabinets.find((cabinet) => cabinet.id === id)?.displayName ?? `${id}`
}

/** Times in the venue's time zone, wherever the reader is (ux 49). */
export function useClock(): Clocks {
  const { cabinets } = usePlace()
  return clockIn(zoneOf(cabinets))
}

export function useSpan(): (estimate: Pick<Estimate, 'from' | 'to'>) => string {
  const { time } = useClock()
  return ({ from, to }) => [...new Set([time(from), time(to)])].join('–')
}
