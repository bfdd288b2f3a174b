type MatchType = 'winners' | 'losers' | 'first_final' | 'second_final' | 'third_place'

/** `seed` is 1-based; matches are 0-based indexes into the layout's list. */
export type LayoutSlot = { seed: number } | { winnerOf: number } | { loserOf: number }

export type LayoutTarget = { match: number; slot: 0 | 1 }

export type LayoutMatch = {
  num: number
  type: MatchType | null
  roundNum: number | null
  roundName: string
  /** blue, gold */
  slots: [LayoutSlot, LayoutSlot]
  winnerTo: LayoutTarget | null
  loserTo: LayoutTarget | null
  winnerPlace: number | null
  loserPlace: number | null
  /** the second grand final: only played if the losers-bracket champion wins the first (R-BR-7) */
  ifNeeded: boolean
}
