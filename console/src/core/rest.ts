import { maxRowsPerPage } from '#events/rules/limits.ts'
import { refusalText } from './text/server-words.ts'
import type { Refusal } from './text/server-words.ts'
import type {
  AnswerOf,
  BodyOf,
  Method,
  PathOf,
  Routes,
  ValuesOf,
} from '#services/api/schema/routes.ts'
import { fetchInTime } from './connection/fetch-in-time.ts'
import { newId } from './device.ts'
import { text } from './text/text.ts'

export type { AnswerOf, BodyOf } from '#services/api/schema/routes.ts'

declare const answered: unique symbol
/** The address of a read request. `A` is the type of its answer. */
export type Address<A> = string & { readonly [answered]: A }
/** A write request. `A` is the type of its answer. No body is sent if `body` is undefined. */
export type Write<A = unknown> = {
  method: Exclude<Method, 'GET'>
  path: string
  body?: unknown
  readonly [answered]?: A
}
export type PageOf<R> = { results: R[]; next: string | null }
export type Answer<P extends PathOf<'GET'>> = AnswerOf<`GET ${P}`>
/** A row of the list at that path. */
export type Row<P extends PathOf<'GET'>> = Answer<P> extends { results: (infer R)[] } ? R : never

export type TournamentBody = Row<'/api/tournament/tournament/'>
/** A cabinet that was lent by another scene has only the first three fields. */
export type CabinetBody = Pick<SceneCabinet, 'id' | 'name' | 'displayName'> & Partial<SceneCabinet>
export type SceneCabinet = Row<'/api/game/cabinet/'>
type SceneStyle = TournamentBody['scene']
export type Scene = Pick<SceneStyle, 'id' | 'name' | 'displayName'> &
  Partial<Pick<SceneStyle, 'practiceOf'>>
/** The rules for protests and rulings in the tournaments of a scene. */
export type SceneDefaults = Pick<TournamentBody, 'protestDeadline' | 'rulingSigners'>
export type TournamentWithCabinets = { tournament: TournamentBody; cabinets: CabinetBody[] }

type Values<K extends keyof Routes> =
  object extends ValuesOf<K> ? [values?: ValuesOf<K>] : [values: ValuesOf<K>]
type WriteArguments<K extends keyof Routes> =
  undefined extends BodyOf<K> ? Values<K> : [values: ValuesOf<K>, body: BodyOf<K>]

function writer<M extends Write['method']>(method: M) {
  return <P extends PathOf<M>>(
    path: P,
    ...args: WriteArguments<`${M} ${P}` & keyof Routes>
  ): Write<AnswerOf<`${M} ${P}` & keyof Routes>> => {
    const [values, body] = args as [object?, unknown?]
    return { method, path: addressOf(path, values), ...(body !== undefined && { body }) }
  }
}

/**
 * Builds requests, typed by the routes of the API: a wrong path or field does not compile. `values`
 * fill the parameters of the path; the remaining ones become the query.
 */
export const rest = {
  get: <P extends PathOf<'GET'>>(path: P, ...[values]: Values<`GET ${P}`>) =>
    addressOf(path, values) as Address<Answer<P>>,
  post: writer('POST'),
  put: writer('PUT'),
  patch: writer('PATCH'),
  delete: writer('DELETE'),
}

function addressOf(path: string, values: object = {}): string {
  const query = new URLSearchParams()
  let filledPath = path
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue
    if (path.includes(`:${name}/`)) {
      filledPath = filledPath.replace(`:${name}/`, `${encodeURIComponent(String(value))}/`)
    } else query.set(name, String(value))
  }
  return query.size === 0 ? filledPath : `${filledPath}?${query}`
}

/**
 * Sends a write once: no other function sends one. The id is its idempotency key, so that a repeat
 * has no second effect (P2); routes without idempotency ignore it.
 */
export function sendOnce(
  { method, path, body }: Write,
  device?: string,
  id = newId(),
  send: (path: string, init: RequestInit) => Promise<Response> = fetchInTime,
): Promise<Response> {
  const headers = {
    Accept: 'application/json',
    'Idempotency-Key': id,
    ...(device && { 'X-Device': device }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  }
  return send(path, { method, headers, body: JSON.stringify(body) })
}

/** A read that the server answered with an error status. */
export class Failure extends Error {
  readonly status: number
  constructor(status: number, detail: string) {
    super(detail)
    this.status = status
  }
}

/** Whether the server answered that there is no such thing. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Failure && error.status === 404

export async function read<A>(path: Address<A>): Promise<A> {
  const response = await fetchInTime(path, { headers: { Accept: 'application/json' } })
  if (response.ok) return (await response.json()) as A
  throw await failureOf(response)
}

/** What a response with an error status says, in the language of the page. */
export async function failureOf(response: Response): Promise<Failure> {
  // A proxy may answer an error without `detail`.
  const detail = detailIn(await response.json().catch(() => null)) ?? text.apiFailed
  return new Failure(response.status, withNumber(detail, numberOf(response)))
}

/** The reason in the answer to a refused request, translated; undefined if it has none. */
export function detailIn(answer: unknown): string | undefined {
  const { detail, ...rest } = (answer ?? {}) as Partial<Refusal> & { detail?: unknown }
  return typeof detail === 'string' ? refusalText({ ...rest, detail }) : undefined
}

/**
 * The number under which a server error is found in the server's log; undefined for other answers.
 */
export function numberOf({ status, headers }: Response): string | undefined {
  return (status >= 500 && headers.get('X-Request-Id')) || undefined
}

export function withNumber(detail: string, number: string | undefined): string {
  return number === undefined ? detail : `${detail} ${text.sayNumber(number)}`
}

/** Reads all pages of a list. */
export async function readAll<R>(path: Address<PageOf<R>>): Promise<R[]> {
  const rows: R[] = []
  for (let next: string | null = path; next;) {
    const page: PageOf<R> = await read(next as typeof path)
    rows.push(...page.results)
    next = page.next
  }
  return rows
}

/** The largest page that the API allows. */
export const rowsPerPage = maxRowsPerPage

export function tournaments(): Promise<TournamentBody[]> {
  return readAll(rest.get('/api/tournament/tournament/', { rowsPerPage }))
}

export async function tournamentAt(id: number): Promise<TournamentWithCabinets> {
  const tournament = await read(rest.get('/api/tournament/tournament/:id/', { id }))
  return { tournament, cabinets: await cabinetsOf(tournament.scene.id) }
}

export function cabinetsOf(sceneId: number): Promise<CabinetBody[]> {
  return readAll(rest.get('/api/game/cabinet/', { sceneId, rowsPerPage }))
}

/** Why a read failed, in words. */
export function reasonOf(error: unknown): string {
  return error instanceof Failure ? error.message : text.apiFailed
}
