import { createContext } from 'react'
import type { MatchRow } from '../../../../events/schema/rows.ts'

/** A match as officials had it, while the public saw what it last saw (R-CMD-4). */
export const OfficialContext = createContext<(match: number) => MatchRow | null>(() => null)
