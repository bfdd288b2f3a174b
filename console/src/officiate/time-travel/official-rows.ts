import { createContext } from 'react'
import type { MatchRow } from '#events/schema/rows.ts'

/** The match row that officials saw while the public view was held back for review (R-CMD-4). */
export const OfficialContext = createContext<(match: number) => MatchRow | null>(() => null)
