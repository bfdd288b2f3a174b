// The addresses of the public pages: builds the address of a page, and parses an address.

export type Page =
  | { page: 'home' }
  | { page: 'scene'; scene: string }
  | { page: 'tournament'; scene: string; slug: string; section: string; rest: string | null }
  | { page: 'match'; id: string }
  | { page: 'team'; id: string }
  | { page: 'game'; id: string }

type OfTournament = { scene: { name: string }; slug: string }

export const to = {
  home: () => '/',
  scene: (scene: { name: string }) => `/scene/${encodeURIComponent(scene.name)}`,
  tournament: ({ scene, slug }: OfTournament, section = '', rest: number | string = '') =>
    ['', 't', scene.name, slug, section, `${rest}`]
      .map(encodeURIComponent)
      .join('/')
      .replace(/\/+$/, ''),
  match: (id: number) => `/tournament-match/${id}`,
  team: (id: number) => `/tournament-team/${id}`,
  /** `at`: the position in the game replay, in seconds since the start of the game */
  game: (id: number, at?: number) => `/game/${id}${at === undefined ? '' : `?at=${at}`}`,
  admin: (tournament: number, path: string) => `/tournament/${tournament}/admin/${path}`,
  timeline: (tournament: number, match: number) =>
    `/tournament/${tournament}/admin/timeline?match=${match}`,
} as const

/** Null if it is not a public page; then the router of the administration handles the address. */
export function pageAt(path: string): Page | null {
  const parts = partsOf(path)
  if (!parts) return null
  const [kind, id, slug, section = 'now', rest = null, ...more] = parts
  if (kind === undefined) return { page: 'home' }
  if (id === undefined || more.length > 0) return null
  if (kind === 't' && slug !== undefined) {
    return { page: 'tournament', scene: id, slug, section, rest }
  }
  if (parts.length !== 2) return null
  if (kind === 'scene') return { page: 'scene', scene: id }
  if (kind === 'tournament-match') return { page: 'match', id }
  if (kind === 'tournament-team') return { page: 'team', id }
  if (kind === 'game') return { page: 'game', id }
  return null
}

export function partsOf(path: string): string[] | null {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return null
  }
}
