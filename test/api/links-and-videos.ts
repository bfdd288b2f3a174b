import { expectOk } from '../support/two-scenes.ts'
import type { SampleTournament, TwoScenes } from '../support/two-scenes.ts'

export type Pages = { link: number; video: number }

/** Creates a link and a video of a tournament; the video begins a minute before the game. */
export async function newPages(
  { call }: TwoScenes,
  { tournament }: SampleTournament,
  game: number,
): Promise<Pages> {
  const create = async (url: string, body: unknown) =>
    (await expectOk(call('key', 'POST', `/api/tournament/${url}/`, { body }))).body.id as number
  const link = await create('links', { tournament, url: 'https://example.org/' })
  const video = await create('video/add', newVideo(tournament, game))
  return { link, video }
}

function newVideo(tournament: number, game: number) {
  return {
    tournament,
    game,
    videoId: 'dQw4w9WgXcQ',
    gameEndTime: 60,
    length: 7_200,
    referencePoint: 'start',
  }
}

type RouteCase = {
  who?: 'editor'
  id?: keyof SampleTournament | keyof Pages
  body?: (fixture: TwoScenes, event: SampleTournament & Pages) => unknown
  status?: number
}
const t = '/api/tournament'

/** Their routes in the access matrix, deletions last. */
export const pageRoutes = (game: () => number): Record<string, RouteCase> => ({
  [`GET ${t}/links/`]: {},
  [`GET ${t}/links/:id/`]: { id: 'link' },
  // The link has no picture.
  [`GET ${t}/links/:id/image/`]: { id: 'link', status: 404 },
  [`POST ${t}/links/`]: {
    body: (_, { tournament }) => ({ tournament, url: 'https://example.org/' }),
  },
  [`PUT ${t}/links/:id/`]: { id: 'link', body: () => ({ url: 'https://example.org/' }) },
  [`PATCH ${t}/links/:id/`]: { id: 'link', body: () => ({ title: 'New' }) },
  // An earlier case has added another link.
  [`PUT ${t}/tournament/:id/link-order/`]: {
    id: 'tournament',
    body: (_, { link }) => ({ order: [link] }),
    status: 409,
  },
  [`POST ${t}/links/opengraph/`]: {
    who: 'editor',
    body: () => ({ url: 'http://127.0.0.1/' }),
    status: 200,
  },
  // The address of the picture is missing.
  [`GET ${t}/links/opengraph/image/`]: { who: 'editor', status: 400 },
  [`GET ${t}/video/`]: {},
  [`GET ${t}/video/:id/`]: { id: 'video' },
  [`GET ${t}/video/:id/timestamps/`]: { id: 'video' },
  [`POST ${t}/video/add/`]: { body: (_, { tournament }) => newVideo(tournament, game()) },
  [`DELETE ${t}/links/:id/`]: { id: 'link' },
  [`DELETE ${t}/video/:id/`]: { id: 'video' },
})
