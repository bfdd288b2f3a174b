import { text } from './text/text.ts'

export type Scene = { id: number; name: string; displayName: string }
/** What a scene asks of the rulings in its tournaments. */
export type SceneDefaults = Pick<TournamentBody, 'protestDeadline' | 'rulingSigners'>
export type TournamentBody = {
  id: number
  name: string
  slug: string
  date: string
  isActive: boolean
  linkType: 'manual' | 'challonge' | 'hivemind'
  description?: string
  allowRegistration?: boolean
  protestDeadline: 'next_match' | 'none'
  rulingSigners: 'one' | 'two' | 'two_for_places'
  scene: Scene
}
export type CabinetBody = { id: number; name: string; displayName: string; timeZone?: string }
export type AdminBody = { tournament: TournamentBody; cabinets: CabinetBody[] }

/** A read that came back with something else than an answer. */
export class Failure extends Error {
  readonly status: number
  constructor(status: number, detail: string) {
    super(detail)
    this.status = status
  }
}

export async function read<T>(path: string): Promise<T> {
  const response = await fetch(path, { headers: { Accept: 'application/json' } })
  if (response.ok) return (await response.json()) as T
  const answer = (await response.json().catch(() => ({}))) as { detail?: unknown }
  throw new Failure(
    response.status,
    typeof answer.detail === 'string' ? answer.detail : text.apiFailed,
  )
}

/** Every page of a list. */
export async function readAll<T>(path: string): Promise<T[]> {
  const rows: T[] = []
  for (let next: string | null = path; next;) {
    const page: { results: T[]; next: string | null } = await read(next)
    rows.push(...page.results)
    next = page.next
  }
  return rows
}

export function tournaments(): Promise<TournamentBody[]> {
  return readAll('/api/tournament/tournament/?rowsPerPage=1000')
}

export async function tournamentAt(id: number): Promise<AdminBody> {
  const tournament = await read<TournamentBody>(`/api/tournament/tournament/${id}/`)
  return { tournament, cabinets: await cabinetsOf(tournament.scene.id) }
}

export function cabinetsOf(scene: number): Promise<CabinetBody[]> {
  return readAll(`/api/game/cabinet/?sceneId=${scene}&rowsPerPage=1000`)
}
