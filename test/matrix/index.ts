import { pageLines } from '../api/links-and-videos.ts'
import { accountLines } from './account.ts'
import type { Lines } from './route.ts'
import { moneyLines } from './money.ts'
import { organiseLines } from './organise.ts'
import { lastLines, playLines } from './play.ts'
import { protestLines } from './protest.ts'
import { registrationLines } from './registration.ts'
import { tournamentLines } from './tournament.ts'
import { venueLines } from './venue.ts'

export type { Line, Own } from './route.ts'

/** The access matrix: whom each route is for. A new area adds a file here. */
export function matrixLines(game: () => number): Lines {
  return {
    ...tournamentLines,
    ...playLines,
    ...protestLines,
    ...organiseLines,
    ...accountLines,
    ...registrationLines,
    ...moneyLines,
    ...venueLines,
    ...pageLines(game),
    ...lastLines,
  }
}
