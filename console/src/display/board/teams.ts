import { said } from '../../core/text/catalogue.ts'
import type { MatchRow } from '../../../../events/schema/rows.ts'
import type { Tables } from '../../core/live/rows.ts'
import { publicText } from '../../core/text/public.ts'
import type { Colour } from '../../core/text/text.ts'

export type TeamLine = {
  colour: Colour
  name: string
  /** it is not known yet who plays: the name says where they come from */
  isOpen: boolean
  score: number
  isWinner: boolean
}

/** Blue first: players look for the colour they sit down at. */
export function pairOf(rows: Tables, match: MatchRow): [TeamLine, TeamLine] {
  const side = (colour: Colour): TeamLine => {
    const team = match[`${colour}Team`]
    const from = match[`${colour}From`]
    const name = team === null ? from && said(from) : rows.team[team]?.name
    return {
      colour,
      name: name ?? publicText.match.unknown,
      isOpen: team === null,
      score: match[`${colour}Score`],
      isWinner: match.isComplete && team !== null && match.winner === team,
    }
  }
  return [side('blue'), side('gold')]
}

type Length = 'short' | 'long' | 'very-long'
const signs = new Intl.Segmenter()
const shortest = 20
const longer = 44

/** Up to twenty signs a name has its full size; then it is smaller and has two lines (ux 44). */
export function lengthOf(name: string): Length {
  const count = [...signs.segment(name)].length
  if (count <= shortest) return 'short'
  return count <= longer ? 'long' : 'very-long'
}
