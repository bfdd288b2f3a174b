import { t } from './route.ts'
import type { Lines } from './route.ts'

const url = `${t}/tournament/:id/registration/`

/** What players do themselves, and what of them goes out and goes away. */
export const registrationLines: Lines = {
  [`GET ${url}`]: { who: 'signed-in', id: 'tournament' },
  // Nobody of these is registered, and nobody says a name.
  [`POST ${url}`]: { who: 'signed-in', id: 'tournament', status: 400 },
  [`PATCH ${url}`]: { who: 'signed-in', id: 'tournament', status: 404 },
  [`PUT ${url}check-in/`]: { who: 'signed-in', id: 'tournament', status: 404 },
  [`DELETE ${url}`]: { who: 'signed-in', id: 'tournament', status: 404 },
  [`GET ${t}/tournament/:id/players.csv`]: { who: 'admin', id: 'tournament' },
  // No picture has such an address.
  'GET /api/image/:id/': { id: 'nothing', status: 404 },
  // Nobody is to inherit: see the tests of erasure for those who go.
  'DELETE /api/user/me/': { who: 'self', body: () => ({ handTo: 'nobody' }), status: 400 },
  'DELETE /api/user/:id/': { who: 'owner', id: 'nothing', status: 404 },
}
