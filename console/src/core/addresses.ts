// The addresses of the public pages: which page an address opens, and which address a page has.

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
  /** `at`: the seconds since its start to open it at */
  game: (id: number, at?: number) => `/game/${id}${at === undefined ? '' : `?at=${at}`}`,
  admin: (tournament: number, segment: string) => `/tournament/${tournament}/admin/${segment}`,
  timeline: (tournament: number, match: number) =>
    `/tournament/${tournament}/admin/timeline?match=${match}`,
} as const

/** Null: not a public page; what it is then, the router of the administration says. */
export function pageAt(path: string): Page | null {
  const parts = partsOf(path)
  if (!parts) return null
  const [first, one, two, section = 'now', rest = null, ...more] = parts
  if (first === undefined) return { page: 'home' }
  if (one === undefined || more.length > 0) return null
  if (first === 't' && two !== undefined) {
    return { page: 'tournament', scene: one, slug: two, section, rest }
  }
  if (parts.length !== 2) return null
  if (first === 'scene') return { page: 'scene', scene: one }
  if (first === 'tournament-match') return { page: 'match', id: one }
  if (first === 'tournament-team') return { page: 'team', id: one }
  if (first === 'game') return { page: 'game', id: one }
  return null
}

export function partsOf(path: string): string[] | null {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return null
  }
}
