import { newName, t } from './route.ts'
import type { RouteCases } from './route.ts'

/** Account routes. Cases without a body are refused for that, after the caller is authorized. */
export const accountRoutes: RouteCases = {
  'GET /api/user/options/': {},
  'GET /api/user/visitor/': {},
  'POST /api/user/sign-up/': { who: 'everyone', status: 400 },
  'POST /api/user/sign-in/': { who: 'everyone', status: 400 },
  'POST /api/user/confirm/': { who: 'everyone', status: 400 },
  'POST /api/user/reset/': { who: 'everyone', status: 400 },
  'POST /api/user/reset/finish/': { who: 'everyone', status: 400 },
  // No such provider is configured.
  'POST /api/user/oauth/:provider/': { who: 'everyone', status: 404 },
  'GET /api/user/oauth/callback/:provider/': { status: 404 },
  'POST /api/user/reset/link/': {
    who: 'editor',
    body: () => ({ person: 999_999 }),
    status: 404,
  },
  'PATCH /api/user/me/': { who: 'self', body: () => ({ name: newName() }) },
  'PUT /api/user/password/': { who: 'self', status: 400 },
  'PUT /api/user/email/': { who: 'self', status: 400 },
  'POST /api/user/email/confirm/': { who: 'self', status: 400 },
  'POST /api/user/role/': { who: 'self', status: 400 },
  'GET /api/user/notice/': { who: 'self' },
  'DELETE /api/user/notice/:id/': { who: 'self', id: 'nothing' },
  'POST /api/user/invitation/:id/': { who: 'self', id: 'nothing', status: 404 },
  'DELETE /api/user/invitation/:id/': { who: 'self', id: 'nothing' },
  'GET /api/user/session/': { who: 'self' },
  'DELETE /api/user/session/:id/': { who: 'self', id: 'nothing' },
  'POST /api/user/sign-out-everywhere/': { who: 'self', status: 200 },
  'GET /api/user/key/': { who: 'self' },
  'POST /api/user/key/': { who: 'self', body: () => ({ name: newName() }) },
  'DELETE /api/user/key/:id/': { who: 'self', id: 'nothing', status: 404 },
  [`GET ${t}/scene/:id/role/`]: { who: 'admin', id: 'scene' },
  [`PUT ${t}/scene/:id/role/`]: {
    id: 'scene',
    body: () => ({ email: 'nobody@example.org', role: 'tournament' }),
  },
  [`DELETE ${t}/scene/:id/role/:person/`]: { id: 'scene', status: 404 },
  [`GET ${t}/scene/:id/invitation/`]: { who: 'admin', id: 'scene' },
  [`DELETE ${t}/scene/:id/invitation/:invitation/`]: { id: 'scene', status: 404 },
}
