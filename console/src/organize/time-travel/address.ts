export const screens = {
  officials: ['cabinets', 'referee', 'queue', 'results'],
  everyone: ['public', 'bracket', 'standings', 'queues', 'teams', 'match'],
} as const
type Screen = (typeof screens)[keyof typeof screens][number]
const all: readonly string[] = Object.values(screens).flat()

/** What is looked at; `version` null: the latest. */
export type Place = {
  version: number | null
  screen: Screen
  match: number | null
  stage: number | null
}

/** `as-it-was/123/results?match=12` */
export function placeIn([version = '', screen = '']: string[], search: object): Place {
  const asked = new Map<string, unknown>(Object.entries(search))
  const match = positive(asked.get('match'))
  const fallback = match === null ? 'cabinets' : 'match'
  return {
    version: positive(version),
    screen: isScreen(screen) ? screen : fallback,
    match,
    stage: positive(asked.get('stage')),
  }
}

export function pathOf(tournament: number, { version, screen, match, stage }: Place): string {
  const search = new URLSearchParams()
  if (match !== null) search.set('match', `${match}`)
  if (stage !== null) search.set('stage', `${stage}`)
  const query = search.size > 0 ? `?${search}` : ''
  return `/tournament/${tournament}/admin/as-it-was/${version ?? ''}/${screen}${query}`
}

function isScreen(name: string): name is Screen {
  return all.includes(name)
}

function positive(value: unknown): number | null {
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : null
}
