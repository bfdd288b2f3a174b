export const screens = {
  officials: ['cabinets', 'referee', 'queue', 'results'],
  everyone: ['public', 'bracket', 'standings', 'queues', 'teams', 'match'],
} as const
type Screen = (typeof screens)[keyof typeof screens][number]
const all: readonly string[] = Object.values(screens).flat()

/** What the time travel screen shows. A null `version` means the latest. */
export type PastView = {
  version: number | null
  screen: Screen
  match: number | null
  stage: number | null
}

/** Parses `as-it-was/123/results?match=12`. Invalid parts get defaults. */
export function viewFromPath([version = '', screen = '']: string[], search: object): PastView {
  const query = new Map<string, unknown>(Object.entries(search))
  const match = positive(query.get('match'))
  const fallback = match === null ? 'cabinets' : 'match'
  return {
    version: positive(version),
    screen: isScreen(screen) ? screen : fallback,
    match,
    stage: positive(query.get('stage')),
  }
}

export function pathOf(tournament: number, { version, screen, match, stage }: PastView): string {
  const search = new URLSearchParams()
  if (match !== null) search.set('match', `${match}`)
  if (stage !== null) search.set('stage', `${stage}`)
  const queryString = search.size > 0 ? `?${search}` : ''
  return `/tournament/${tournament}/admin/as-it-was/${version ?? ''}/${screen}${queryString}`
}

function isScreen(name: string): name is Screen {
  return all.includes(name)
}

function positive(value: unknown): number | null {
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : null
}
