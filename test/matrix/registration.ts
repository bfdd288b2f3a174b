import { t } from './route.ts'
import type { RouteCases } from './route.ts'

const url = `${t}/tournament/:id/registration/`

/** Registration by players, export of players, and erasure. */
export const registrationRoutes: RouteCases = {
  [`GET ${url}`]: { who: 'signed-in', id: 'tournament' },
  // None of the callers is registered, and the body has no name.
  [`POST ${url}`]: { who: 'signed-in', id: 'tournament', status: 400 },
  [`PATCH ${url}`]: { who: 'signed-in', id: 'tournament', status: 404 },
  [`PUT ${url}check-in/`]: { who: 'signed-in', id: 'tournament', status: 404 },
  [`PUT ${url}waiting/`]: { who: 'signed-in', id: 'tournament', status: 409 },
  [`DELETE ${url}waiting/`]: { who: 'signed-in', id: 'tournament', status: 204 },
  [`GET ${t}/tournament/:id/waiting/`]: { who: 'admin', id: 'tournament' },
  [`DELETE ${url}`]: { who: 'signed-in', id: 'tournament', status: 404 },
  [`GET ${t}/tournament/:id/players.csv`]: { who: 'admin', id: 'tournament' },
  // No picture has such an address.
  'GET /api/image/:id/': { id: 'nothing', status: 404 },
  // The successor is invalid. Erasure itself is tested in test/api/erasure.test.ts.
  'DELETE /api/user/me/': { who: 'self', body: () => ({ handTo: 'nobody' }), status: 400 },
  'DELETE /api/user/:id/': { who: 'owner', id: 'nothing', status: 404 },
}
