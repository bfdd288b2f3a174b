import { createContext, use } from 'react'
import type { TournamentWithCabinets } from '../../core/rest.ts'
import type { Estimate } from '#events/estimate/publish.ts'
import { clockIn, zoneOf } from '../../core/time/zone.ts'
import type { Clocks } from '../../core/time/zone.ts'
import { text } from '../../core/text/text.ts'

/** The tournament of a page, with the cabinets of its scene. */
export const TournamentPageContext = createContext<TournamentWithCabinets | null>(null)

export function useTournamentPage(): TournamentWithCabinets {
  const loaded = use(TournamentPageContext)
  if (!loaded) throw new Error('outside of a public page')
  return loaded
}

export function useCabinetName(): (id: number) => string {
  const { cabinets } = useTournamentPage()
  return (id) => cabinets.find((cabinet) => cabinet.id === id)?.displayName ?? `${id}`
}

/** Times in the venue's time zone, wherever the reader is (ux 49). */
export function useClock(): Clocks {
  const { cabinets } = useTournamentPage()
  return clockIn(zoneOf(cabinets))
}

export function useSpan(): (estimate: Pick<Estimate, 'from' | 'to'>) => string {
  const { time } = useClock()
  return ({ from, to }) => text.dashed(...new Set([time(from), time(to)]))
}
