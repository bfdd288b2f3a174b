import { said } from './text/catalogue.ts'
import type {
  AnswerOf,
  BodyOf,
  Method,
  PathOf,
  Routes,
  ValuesOf,
} from '../../../services/api/schema/routes.ts'
import { fetchInTime } from './fetch-in-time.ts'
import { text } from './text/text.ts'

export type { AnswerOf, BodyOf } from '../../../services/api/schema/routes.ts'

declare const answered: unique symbol
/** Where to read, and what is read there. */
export type Address<A> = string & { readonly [answered]: A }
/** What is sent, and what comes back. `body` undefined: none is sent. */
export type Write<A = unknown> = {
  method: Exclude<Method, 'GET'>
  path: string
  body?: unknown
  readonly [answered]?: A
}
export type PageOf<R> = { results: R[]; next: string | null }
/** What is read there; of a list, one of its rows. */
export type Answer<P extends PathOf<'GET'>> = AnswerOf<`GET ${P}`>
export type Row<P extends PathOf<'GET'>> = Answer<P> extends { results: (infer R)[] } ? R : never

export type TournamentBody = Row<'/api/tournament/tournament/'>
/** Of a cabinet that another scene has lent no more is known. */
export type CabinetBody = Pick<SceneCabinet, 'id' | 'name' | 'displayName'> & Partial<SceneCabinet>
export type SceneCabinet = Row<'/api/game/cabinet/'>
type SceneFace = TournamentBody['scene']
export type Scene = Pick<SceneFace, 'id' | 'name' | 'displayName'> &
  Partial<Pick<SceneFace, 'practiceOf'>>
/** What a scene asks of the rulings in its tournaments. */
export type SceneDefaults = Pick<TournamentBody, 'protestDeadline' | 'rulingSigners'>
export type AdminBody = { tournament: TournamentBody; cabinets: CabinetBody[] }

type Values<K extends keyof Routes> =
  object extends ValuesOf<K> ? [values?: ValuesOf<K>] : [values: ValuesOf<K>]
type Sent<K extends keyof Routes> =
  undefined extends BodyOf<K> ? Values<K> : [values: ValuesOf<K>, body: BodyOf<K>]

function writer<M extends Write['method']>(method: M) {
  return <P extends PathOf<M>>(
    path: P,
    ...sent: Sent<`${M} ${P}` & keyof Routes>
  ): Write<AnswerOf<`${M} ${P}` & keyof Routes>> => {
    const [values, body] = sent as [object?, unknown?]
    return { method, path: filled(path, values), ...(body !== undefined && { body }) }
  }
}

/**
 * Requests by the routes of the API, as types alone: a path that is none, or a field that is no
 * longer there, does not compile. `values` fill the path; what it does not name is asked for.
 */
export const rest = {
  get: <P extends PathOf<'GET'>>(path: P, ...[values]: Values<`GET ${P}`>) =>
    filled(path, values) as Address<Answer<P>>,
  post: writer('POST'),
  put: writer('PUT'),
  patch: writer('PATCH'),
  delete: writer('DELETE'),
}

function filled(path: string, values: object = {}): string {
  const query = new URLSearchParams()
  let whole = path
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue
    if (path.includes(`:${name}/`)) {
      whole = whole.replace(`:${name}/`, `${encodeURIComponent(String(value))}/`)
    } else query.set(name, String(value))
  }
  return query.size === 0 ? whole : `${whole}?${query}`
}

/**
 * How a write is sent. With an id it has no second effect, however often it is sent (P2); routes
 * that take none give it no meaning.
 */
export function initOf({ method, body }: Write, id: string, device: string): RequestInit {
  const headers = {
    Accept: 'application/json',
    'Idempotency-Key': id,
    ...(device && { 'X-Device': device }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  }
  return { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
}

/** A read that came back with something else than an answer. */
export class Failure extends Error {
  readonly status: number
  constructor(status: number, detail: string) {
    super(detail)
    this.status = status
  }
}

export async function read<A>(path: Address<A>): Promise<A> {
  const response = await fetchInTime(path, { headers: { Accept: 'application/json' } })
  if (response.ok) return (await response.json()) as A
  const answer = (await response.json().catch(() => ({}))) as {
    detail?: unknown
    code?: string
  }
  const detail = typeof answer.detail === 'string' ? answer.detail : text.apiFailed
  throw new Failure(response.status, withNumber(said(detail, answer.code), numberOf(response)))
}

/** By which the server's log knows a request that it could not answer. */
export function numberOf({ status, headers }: Response): string | undefined {
  return (status >= 500 && headers.get('X-Request-Id')) || undefined
}

export function withNumber(detail: string, number: string | undefined): string {
  return number === undefined ? detail : `${detail} ${text.sayNumber(number)}`
}

/** Every page of a list. */
export async function readAll<R>(path: Address<PageOf<R>>): Promise<R[]> {
  const rows: R[] = []
  for (let next: string | null = path; next;) {
    const page: PageOf<R> = await read(next as typeof path)
    rows.push(...page.results)
    next = page.next
  }
  return rows
}

/** As many rows on a page as there are. */
export const rowsPerPage = 1_000

export function tournaments(): Promise<TournamentBody[]> {
  return readAll(rest.get('/api/tournament/tournament/', { rowsPerPage }))
}

export async function tournamentAt(id: number): Promise<AdminBody> {
  const tournament = await read(rest.get('/api/tournament/tournament/:id/', { id }))
  return { tournament, cabinets: await cabinetsOf(tournament.scene.id) }
}

export function cabinetsOf(sceneId: number): Promise<CabinetBody[]> {
  return readAll(rest.get('/api/game/cabinet/', { sceneId, rowsPerPage }))
}
