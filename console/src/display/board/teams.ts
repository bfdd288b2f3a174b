import { originOf } from '../../core/text/server-words.ts'
import type { MatchRow } from '#events/schema/rows.ts'
import type { Tables } from '../../core/live/rows.ts'
import { publicText } from '../../core/text/spectate/public.ts'
import type { Colour } from '#events/game/map/colour.ts'

export type TeamLine = {
  colour: Colour
  name: string
  /** the team is not known yet: the name says where it comes from */
  isOpen: boolean
  score: number
  isWinner: boolean
}

export type ColourOrder = readonly [Colour, Colour]
const blueFirst: ColourOrder = ['blue', 'gold']

/** Both teams, blue first: players look for the colour at which they sit down. */
export function pairOf(rows: Tables, match: MatchRow, order = blueFirst): [TeamLine, TeamLine] {
  const side = (colour: Colour): TeamLine => {
    const team = match[`${colour}Team`]
    const name = team === null ? originOf(match, colour) : rows.team[team]?.name
    return {
      colour,
      name: name ?? publicText.match.unknown,
      isOpen: team === null,
      score: match[`${colour}Score`],
      isWinner: match.isComplete && team !== null && match.winner === team,
    }
  }
  return [side(order[0]), side(order[1])]
}

type Length = 'short' | 'long' | 'very-long'
const graphemes = new Intl.Segmenter()
const maxShort = 20
const maxLong = 44

/** Up to twenty characters a name has full size; a longer one is smaller, on two lines (ux 44). */
export function lengthOf(name: string): Length {
  const count = [...graphemes.segment(name)].length
  if (count <= maxShort) return 'short'
  return count <= maxLong ? 'long' : 'very-long'
}
