import { t } from './line.ts'
import type { Lines } from './line.ts'

const key = 'k'.repeat(40)

/** The screens of a venue. */
export const venueLines: Lines = {
  [`POST ${t}/display/`]: { who: 'everyone', body: () => ({ key }) },
  // Nobody's key, but for the screen itself.
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
  [`GET ${t}/overlay/`]: {
    query: ({ cabinet }, { tournament }) => `tournamentId=${tournament}&cabinetId=${cabinet}`,
  },
  [`PUT ${t}/tournament/:id/overlay/`]: {
    who: 'official',
    id: 'tournament',
    body: ({ cabinet }) => ({ cabinet, pins: { map: 'Day' } }),
  },
}
