import { pageRoutes } from '../api/links-and-videos.ts'
import { accountRoutes } from './account.ts'
import type { RouteCases } from './route.ts'
import { moneyRoutes } from './money.ts'
import { organiseRoutes } from './organise.ts'
import { deletionRoutes, playRoutes } from './play.ts'
import { protestRoutes } from './protest.ts'
import { registrationRoutes } from './registration.ts'
import { tournamentRoutes } from './tournament.ts'
import { venueRoutes } from './venue.ts'

export type { RouteCase, Target } from './route.ts'

/** The access matrix: the roles that each route is granted to. A new area adds a file here. */
export function matrixRoutes(game: () => number): RouteCases {
  return {
    ...tournamentRoutes,
    ...playRoutes,
    ...protestRoutes,
    ...organiseRoutes,
    ...accountRoutes,
    ...registrationRoutes,
    ...moneyRoutes,
    ...venueRoutes,
    ...pageRoutes(game),
    ...deletionRoutes,
  }
}
