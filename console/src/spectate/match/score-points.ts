import type { Colour } from '#events/game/map/colour.ts'
import type { MatchRow, Rows } from '#events/schema/rows.ts'

type Played = Rows['played']
type Scored = Pick<
  MatchRow,
  'id' | 'isFlipped' | 'blueScore' | 'goldScore' | 'blueByHand' | 'goldByHand'
>

/** A point of a match: from this counted game, or given by hand (null). */
type Point = { colour: Colour; game: string | null }

/**
 * The points of a match in order: those of counted games, then those that officials added. The
 * colour is that of the team now, whichever side it played. Points that officials took away are in
 * `byHand` only.
 */
export function pointsOf(match: Scored, played: readonly Played[]): Point[] {
  const games = played
    .filter((one) => one.match === match.id && one.status === 'counted')
    .map((one): Point => ({ colour: winnerNow(match, one), game: one.game }))
  return [...games, ...byHand('blue', match.blueByHand), ...byHand('gold', match.goldByHand)]
}

function winnerNow({ isFlipped }: Scored, { blueSlot, winningTeam }: Played): Colour {
  const slot = winningTeam === 'blue' ? blueSlot : 1 - blueSlot
  return (slot === 0) === isFlipped ? 'gold' : 'blue'
}

function byHand(colour: Colour, points: number): Point[] {
  return Array.from({ length: Math.max(0, points) }, () => ({ colour, game: null }))
}
