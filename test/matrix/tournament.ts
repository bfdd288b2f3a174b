import { newName, t } from './line.ts'
import type { Lines } from './line.ts'

/** Scenes, cabinets, games, the tournament, its teams and players. */
export const tournamentLines: Lines = {
  'GET /api/game/scene/': {},
  'GET /api/game/scene/:id/': { id: 'scene' },
  [`GET ${t}/scene/`]: {},
  [`GET ${t}/scene/:id/`]: { id: 'scene' },
  'POST /api/game/scene/': { who: 'owner', body: () => ({ name: newName(), displayName: 'New' }) },
  'GET /api/game/cabinet/': {},
  'GET /api/game/cabinet/:id/': { id: 'cabinet' },
  'POST /api/game/cabinet/': {
    body: ({ scene }) => ({ scene, name: newName(), displayName: 'New' }),
  },
  'PATCH /api/game/cabinet/:id/': { id: 'cabinet', body: () => ({ description: newName() }) },
  'POST /api/game/cabinet/:id/token/': { id: 'cabinet', status: 200 },
  'GET /api/game/game/': {},
  'GET /api/game/game/recent/': {},
  'GET /api/game/game/:id/': { id: 'nothing', status: 404 },
  'PATCH /api/game/game/:id/': {
    who: 'official',
    id: 'game',
    body: () => ({ tournamentMatch: null }),
  },
  'GET /api/game/game/:id/stats/': { id: 'nothing', status: 404 },
  [`GET ${t}/tournament/`]: {},
  [`GET ${t}/tournament/tiebreaker-types/`]: {},
  [`GET ${t}/tournament/:id/`]: { id: 'tournament' },
  [`GET ${t}/tournament/:id/standings/`]: { id: 'tournament' },
  [`GET ${t}/tournament/:id/available-matches/`]: { id: 'tournament' },
  [`GET ${t}/tournament/:id/history/`]: { who: 'official', id: 'tournament' },
  [`GET ${t}/tournament/:id/history/:version/`]: { who: 'official', id: 'tournament' },
  [`POST ${t}/tournament/`]: { body: ({ scene }) => ({ scene, name: 'New', date: '2026-02-03' }) },
  [`PUT ${t}/tournament/:id/`]: {
    id: 'tournament',
    body: () => ({ name: newName(), date: '2026-02-03' }),
  },
  [`PATCH ${t}/tournament/:id/`]: { id: 'tournament', body: () => ({ description: newName() }) },
  [`PUT ${t}/tournament/:id/create-queues/`]: { who: 'official', id: 'tournament' },
  [`PUT ${t}/tournament/:id/create-queue/`]: { who: 'official', id: 'tournament' },
  // No timer runs.
  [`PUT ${t}/tournament/:id/extend-timer/`]: {
    who: 'official',
    id: 'tournament',
    body: ({ cabinet }) => ({ cabinet }),
    status: 409,
  },
  [`PUT ${t}/tournament/:id/hold-timer/`]: {
    who: 'official',
    id: 'tournament',
    body: ({ cabinet }) => ({ cabinet }),
  },
  [`PUT ${t}/tournament/:id/release-timer/`]: {
    who: 'official',
    id: 'tournament',
    body: ({ cabinet }) => ({ cabinet }),
  },
  [`GET ${t}/tournament/:id/estimates/`]: { id: 'tournament' },
  [`GET ${t}/team/`]: {},
  [`GET ${t}/team/:id/`]: { id: 'teams' },
  [`POST ${t}/team/`]: { body: (_, { tournament }) => ({ tournament, name: newName() }) },
  [`PUT ${t}/team/:id/`]: { id: 'teams', body: () => ({ name: newName() }) },
  [`PATCH ${t}/team/:id/`]: { id: 'teams', body: () => ({ name: newName() }) },
  [`GET ${t}/player/`]: {},
  [`GET ${t}/player/:id/`]: { id: 'players' },
  [`POST ${t}/player/`]: { body: (_, { tournament }) => ({ tournament, name: newName() }) },
  [`PUT ${t}/player/:id/`]: { id: 'players', body: () => ({ name: newName() }) },
  // With any other field it asks for an admin: see the players' own tests.
  [`PATCH ${t}/player/:id/`]: {
    who: 'official',
    id: 'players',
    body: () => ({ checkInTime: 'now' }),
  },
  [`GET ${t}/tournament/:id/draft-status/`]: { id: 'tournament' },
  [`PUT ${t}/tournament/:id/draft-status/`]: {
    id: 'tournament',
    body: () => ({ draftOrder: 'straight', teams: [{ name: newName() }, { name: newName() }] }),
  },
  [`PUT ${t}/tournament/:id/draft-pick/`]: {
    id: 'tournament',
    body: (_, { players }) => ({ player: players[0], round: 0, index: 0 }),
  },
  [`PUT ${t}/tournament/:id/draft-replace/`]: {
    id: 'tournament',
    body: (_, { players }) => ({ player: players[1], round: 0, index: 0 }),
  },
  [`PUT ${t}/tournament/:id/draft-undo/`]: { id: 'tournament' },
  [`PUT ${t}/tournament/:id/finalize-draft/`]: {
    id: 'tournament',
    body: () => ({ allowShort: true }),
  },
  'GET /api/user/me/': { who: 'signed-in' },
  'POST /api/user/sign-out/': { who: 'everyone', status: 200 },
  'GET /api/user/sign-in/:code/': { status: 404 },
  'GET /api/docs/': {},
  'GET /api/docs/json/': {},
  'GET /api/health/': {},
}
