import { t } from './route.ts'
import type { RouteCases } from './route.ts'

const key = 'k'.repeat(40)

/** Displays, devices, sign-ins and lines at cabinets, overlays. */
export const venueRoutes: RouteCases = {
  [`POST ${t}/display/`]: { who: 'everyone', body: () => ({ key }) },
  // Only the display itself sends a known key.
  [`GET ${t}/display/wish/`]: { status: 404, device: 200 },
  [`GET ${t}/display/`]: { who: 'official', query: ({ scene }) => `sceneId=${scene}` },
  // No display shows this code.
  [`POST ${t}/display/claim/`]: {
    who: 'official',
    body: ({ scene }) => ({ scene, code: 'AAAAA' }),
    status: 400,
  },
  [`PATCH ${t}/display/:id/`]: {
    who: 'official',
    id: 'display',
    body: (_, { tournament }) => ({ role: { name: 'queue-board', tournament } }),
  },
  [`PUT ${t}/display/:id/reload/`]: { who: 'official', id: 'display' },
  [`DELETE ${t}/display/:id/`]: { who: 'official', id: 'display' },
  [`GET ${t}/scene/:id/playing/`]: { id: 'scene' },
  [`GET ${t}/scene/:id/winner/`]: { id: 'scene' },
  'GET /api/game/cabinet/:id/signin/': { id: 'cabinet' },
  'GET /api/game/client-device/:id/': { id: 'nothing', status: 404 },
  'GET /api/game/client-device/:id/signin/': { id: 'nothing', status: 404 },
  'GET /api/game/cabinet/:id/device/': { who: 'admin', id: 'cabinet' },
  'POST /api/game/cabinet/:id/device/': { id: 'cabinet', body: () => ({ name: 'Reader' }) },
  // This device does not exist.
  'DELETE /api/game/cabinet/:id/device/:device/': { id: 'cabinet', status: 404 },
  'GET /api/game/cabinet/:id/code/': { who: 'admin', id: 'cabinet' },
  'POST /api/game/cabinet/:id/code/': { id: 'cabinet', body: () => ({}), status: 200 },
  'GET /api/game/cabinet/:id/pickup/': { id: 'cabinet' },
  'PUT /api/game/cabinet/:id/pickup/': {
    who: 'official',
    id: 'cabinet',
    body: () => ({ isOpen: true, rule: 'winner_stays', maxWins: null }),
  },
  // The line is empty.
  'PUT /api/game/cabinet/:id/pickup/remove/': {
    who: 'official',
    id: 'cabinet',
    body: () => ({ entry: 1 }),
    status: 409,
  },
  'PUT /api/game/cabinet/:id/pickup/skip/': {
    who: 'official',
    id: 'cabinet',
    body: () => ({ entry: 1 }),
    status: 409,
  },
  // This code does not exist.
  'POST /api/stats/pickup/': {
    who: 'everyone',
    body: () => ({ code: 'nobody', key, name: 'Ada', size: 1 }),
    status: 404,
  },
  'POST /api/stats/pickup/leave/': {
    who: 'everyone',
    body: () => ({ code: 'nobody', key }),
    status: 404,
  },
  // This code does not exist.
  'GET /api/tournament/scene/:id/chat-hook/': { who: 'admin', id: 'scene' },
  // The server has no secret with which to encrypt the address.
  'POST /api/tournament/scene/:id/chat-hook/': {
    id: 'scene',
    body: () => ({ chat: 'slack', name: 'A', url: 'https://1.1.1.1/', kinds: ['called'] }),
    status: 409,
  },
  'PATCH /api/tournament/scene/:id/chat-hook/:hook/': {
    id: 'scene',
    body: () => ({ name: 'B' }),
    status: 404,
  },
  'DELETE /api/tournament/scene/:id/chat-hook/:hook/': { id: 'scene', status: 404 },
  'POST /api/tournament/scene/:id/chat-hook/:hook/test/': { id: 'scene', status: 404 },
  'GET /api/tournament/scene/:id/chat-hook/:hook/delivery/': {
    who: 'admin',
    id: 'scene',
    status: 404,
  },
  'GET /api/stats/signin/code/:code/': { status: 404 },
  'POST /api/stats/signin/code/': {
    who: 'everyone',
    body: () => ({ code: 'nobody', action: 'sign_out', position: 1 }),
    status: 404,
  },
  // No profile is public.
  'GET /api/user/user/:id/': { id: 'nothing', status: 404 },
  'GET /api/user/user/:id/public-data/': { id: 'nothing', status: 404 },
  'GET /api/user/user/:id/totals/': { id: 'nothing', status: 404 },
  'GET /api/tournament/team/:id/totals/': { id: 'teams' },
  'GET /api/user/card/': { who: 'self' },
  'DELETE /api/user/card/:id/': { who: 'self', id: 'nothing', status: 404 },
  'GET /api/video/video-clip/': {},
  // The token is unknown: the response has status 200 without success.
  'POST /api/video/video-clip/': {
    who: 'everyone',
    body: ({ cabinet }) => ({ cabinet, token: 'nobody' }),
    status: 200,
  },
  'POST /api/stats/signin/nfc/': {
    who: 'everyone',
    body: () => ({ action: 'sign_out', player: 1, token: 'nobody' }),
    status: 200,
  },
  'POST /api/stats/signin/register/': {
    who: 'self',
    body: () => ({ code: 'nobody' }),
    status: 404,
  },
  [`GET ${t}/scene/:id/device/`]: { who: 'official', id: 'scene' },
  [`POST ${t}/scene/:id/device/`]: {
    who: 'official',
    id: 'scene',
    body: ({ cabinet }) => ({ name: 'north', cabinet }),
  },
  // This device does not exist.
  [`PATCH ${t}/scene/:id/device/:device/`]: {
    id: 'scene',
    body: () => ({ isReadOnly: true }),
    status: 404,
  },
  [`DELETE ${t}/scene/:id/device/:device/`]: { who: 'official', id: 'scene', status: 404 },
  // This code does not exist.
  'POST /api/user/pair/': { who: 'everyone', body: () => ({ code: 'nobody' }), status: 409 },
  'POST /api/user/device/': {
    who: 'signed-in',
    body: () => ({ build: 'a', clockOffsetMs: null }),
    status: 200,
  },
  [`GET ${t}/overlay/`]: {
    query: ({ cabinet }, { tournament }) => `tournamentId=${tournament}&cabinetId=${cabinet}`,
  },
  [`PUT ${t}/tournament/:id/overlay/`]: {
    who: 'official',
    id: 'tournament',
    body: ({ cabinet }) => ({ cabinet, pins: { map: 'Day' } }),
  },
  [`GET ${t}/tournament/:id/overlay/`]: { who: 'official', id: 'tournament' },
  // This overlay part does not exist.
  [`POST ${t}/tournament/:id/overlay/:cabinet/:part/:press/`]: {
    who: 'official',
    id: 'tournament',
    status: 404,
  },
}
