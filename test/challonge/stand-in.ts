// A stand-in for Challonge: an HTTP server with the shapes of its two APIs. It validates requests,
// fails as the test asks it to, and advances winners as Challonge does.
import type { IncomingMessage } from 'node:http'
import { bodyOf, ownServer } from '../support/stand-in-server.ts'
import { formOf, v1Response, v1Result, v2Response, v2Result } from './stand-in-shapes.ts'

export type Player = { id: number; name: string; displayName?: string; groupIds?: number[] }
export type Match = {
  id: number
  identifier: string
  order: number | null
  round: number
  group: number | null
  state: 'pending' | 'open' | 'complete'
  players: [number | null, number | null]
  /** the matches whose winner or loser plays on each side */
  from: [From | null, From | null]
  scores: [number, number][]
  winner: number | null
  tie: boolean
  underway: boolean
}
type From = { match: number; loser?: boolean }
export type Bracket = {
  id: number
  slug: string
  org: string | null
  type: string
  groupType: string | null
  state: string
  players: Player[]
  matches: Match[]
}
/** A report received by either API; without `winner` the match continues. */
export type Report = { scores: [number, number][]; winner?: number | 'tie' }
export type Sent = { method: string; path: string; body: unknown; auth: string }
type Rule = (sent: Sent) => { status: number; retryAfter?: string } | null

export type StandIn = {
  url: string
  bracket: Bracket
  /** all requests, in order */
  sent: Sent[]
  /** how requests contradicted Challonge's documentation */
  complaints: string[]
  /** the tokens and keys it accepts */
  valid: { access: string; key: string; refresh: string | null }
  /** may return a failure for a request instead of handling it */
  rule: Rule | null
  /**
   * `answers`: handles writes but responds with 502, as if the response was lost. `patience`: never
   * responds.
   */
  loses: 'nothing' | 'answers' | 'patience'
  match(identifier: string): Match
  /** enters a result, as a person would on Challonge's pages */
  report(identifier: string, scores: [number, number][], winner: number | 'tie'): void
  /** reports of a winner that changed a match */
  results: string[]
  down(): Promise<void>
  up(): Promise<void>
}

export function player(id: number, name: string, more: Partial<Player> = {}): Player {
  return { id, name, ...more }
}

export function match(id: number, identifier: string, more: Partial<Match> = {}): Match {
  const players = more.players ?? [null, null]
  return {
    id,
    identifier,
    order: identifier.charCodeAt(0) - 64,
    round: 1,
    group: null,
    state: players.includes(null) ? 'pending' : 'open',
    players,
    from: [null, null],
    scores: [],
    winner: null,
    tie: false,
    underway: false,
    ...more,
  }
}

/** A single elimination of four teams. */
export function fourTeams(): Bracket {
  return {
    id: 1086875,
    slug: 'friday',
    org: null,
    type: 'single elimination',
    groupType: null,
    state: 'underway',
    players: ['Bees', 'Wasps', 'Hornets', 'Moths'].map((name, index) => player(901 + index, name)),
    matches: [
      match(11, 'A', { players: [901, 904] }),
      match(12, 'B', { players: [902, 903] }),
      match(13, 'C', { round: 2, from: [{ match: 11 }, { match: 12 }] }),
    ],
  }
}

export async function startChallonge(bracket: Bracket = fourTeams()): Promise<StandIn> {
  const standIn: StandIn = {
    url: '',
    bracket,
    sent: [],
    complaints: [],
    valid: { access: 'good-token', key: 'k'.repeat(40), refresh: 'good-refresh' },
    rule: null,
    loses: 'nothing',
    results: [],
    match: (identifier) => standIn.bracket.matches.find((one) => one.identifier === identifier)!,
    report: (identifier, scores, winner) =>
      applyReport(standIn, standIn.match(identifier), { scores, winner }),
    ...ownServer(
      (request, reply) => {
        void respond(standIn, request).then((response) => {
          if (standIn.loses === 'patience') return
          const lostResponse = { status: 502, body: {}, headers: {} }
          const isLost = standIn.loses === 'answers' && request.method !== 'GET'
          const { status, body, headers } = isLost ? lostResponse : response
          reply.writeHead(status, { 'content-type': 'application/json', ...headers })
          reply.end(JSON.stringify(body))
        })
      },
      (url) => {
        standIn.url = url
      },
    ),
  }
  await standIn.up()
  return standIn
}

type Reply = { status: number; body: unknown; headers?: Record<string, string> }

async function respond(standIn: StandIn, request: IncomingMessage): Promise<Reply> {
  const text = (await bodyOf(request)).toString()
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://stand.in')
  const { method = '' } = request
  const type = request.headers['authorization-type']
  const auth = [type, request.headers.authorization].filter(Boolean).join(' ')
  if (pathname === '/oauth/token') return renew(standIn, text)
  const body: unknown = text === '' ? null : JSON.parse(text)
  const sent = { method, path: pathname, body, auth }
  standIn.sent.push(sent)
  const failure = standIn.rule?.(sent)
  if (failure) {
    const { retryAfter } = failure
    const headers: Record<string, string> = retryAfter ? { 'retry-after': retryAfter } : {}
    return { status: failure.status, body: { errors: ['ruled'] }, headers }
  }
  const isV1 = pathname.startsWith('/v1/')
  const credentials = { request, body, searchParams }
  const refusal = isV1 ? refusedByV1(standIn, credentials) : refusedByV2(standIn, credentials)
  if (refusal) return { status: refusal, body: { errors: ['closed'] } }
  const path = pathInBracket(standIn, pathname, isV1)
  if (path === null) return { status: 404, body: { errors: ['Not found'] } }
  return isV1
    ? v1(standIn, { method, path, body })
    : v2(standIn, { method, path, body, searchParams })
}

type Credentials = { request: IncomingMessage; body: unknown; searchParams: URLSearchParams }

function refusedByV2({ valid, complaints }: StandIn, { request }: Credentials): number | null {
  const { headers, method } = request
  if (headers['content-type'] !== 'application/vnd.api+json') {
    complaints.push(`${method}: content-type ${headers['content-type']}`)
    return 415
  }
  if (headers.accept !== 'application/json') return 406
  const type = headers['authorization-type']
  if (type === 'v2') return headers.authorization === `Bearer ${valid.access}` ? null : 401
  if (type === 'v1') return headers.authorization === valid.key ? null : 401
  complaints.push(`${method}: authorization-type ${String(type)}`)
  return 401
}

function refusedByV1({ valid, complaints }: StandIn, { request, body, searchParams }: Credentials) {
  const inBody = (body as { api_key?: string } | null)?.api_key
  const key = request.method === 'GET' ? searchParams.get('api_key') : inBody
  if (request.method !== 'GET' && searchParams.has('api_key'))
    complaints.push('a key in the address')
  return key === valid.key ? null : 401
}

function renew(standIn: StandIn, text: string): Reply {
  const form = formOf(text)
  standIn.sent.push({ method: 'POST', path: '/oauth/token', body: form, auth: '' })
  const isValid =
    form['grant_type'] === 'refresh_token' &&
    form['client_id'] === 'waggle-app' &&
    form['refresh_token'] === standIn.valid.refresh
  if (!isValid) return { status: 401, body: { error: 'invalid_grant' } }
  // A refresh token can be used once.
  standIn.valid = { ...standIn.valid, access: 'renewed-token', refresh: 'next-refresh' }
  const body = { access_token: 'renewed-token', refresh_token: 'next-refresh', expires_in: 604800 }
  return { status: 200, body }
}

/** The part of the path after the bracket's path; null for another bracket. */
function pathInBracket({ bracket }: StandIn, pathname: string, isV1: boolean): string | null {
  const { slug, org } = bracket
  const inOrg = org === null ? '' : `/communities/${org}`
  const own = isV1
    ? `/v1/tournaments/${org === null ? slug : `${org}-${slug}`}`
    : `/v2.1${inOrg}/tournaments/${slug}`
  return pathname.startsWith(`${own}.`) || pathname.startsWith(`${own}/`)
    ? pathname.slice(own.length)
    : null
}

type ApiRequest = { method: string; path: string; body: unknown }

function v2(standIn: StandIn, request: ApiRequest & { searchParams: URLSearchParams }): Reply {
  const { method, path, body, searchParams } = request
  const { bracket, complaints } = standIn
  if (method === 'GET' && path === '.json') return ok(v2Response.heading(bracket))
  const page = (rows: unknown[]) => {
    const size = Math.min(25, Number(searchParams.get('per_page') ?? 25))
    const from = (Number(searchParams.get('page') ?? 1) - 1) * size
    return ok({ data: rows.slice(from, from + size), meta: { count: rows.length } })
  }
  if (method === 'GET' && path === '/participants.json') {
    return page(bracket.players.map(v2Response.participant))
  }
  if (method === 'GET' && path === '/matches.json')
    return page(bracket.matches.map(v2Response.match))
  const [, id, verb] = /^\/matches\/(\d+)(\/change_state)?\.json$/.exec(path) ?? []
  const found = bracket.matches.find((one) => `${one.id}` === id)
  if (!found) return { status: 404, body: { errors: ['no match'] } }
  if (method === 'GET' && !verb) return ok({ data: v2Response.match(found) })
  const { data } = body as { data: { type: string; attributes: Record<string, unknown> } }
  if (verb) {
    if (data.type !== 'MatchState') complaints.push(`type ${data.type}`)
    return changeState(standIn, found, String(data.attributes['state']))
  }
  const result = v2Result(found, data, complaints)
  return result ? report(standIn, found, result) : { status: 422, body: { errors: ['bad'] } }
}

function v1(standIn: StandIn, { method, path, body }: ApiRequest): Reply {
  const { bracket, complaints } = standIn
  if (method === 'GET' && path === '.json') return ok(v1Response.whole(bracket))
  if (method === 'GET' && path === '/matches.json') return ok(bracket.matches.map(v1Response.match))
  const [, id, verb] = /^\/matches\/(\d+)(?:\/(\w+))?\.json$/.exec(path) ?? []
  const found = bracket.matches.find((one) => `${one.id}` === id)
  if (!found) return { status: 404, body: { errors: ['no match'] } }
  if (method === 'GET') return ok(v1Response.match(found))
  if (method === 'POST' && verb) return changeState(standIn, found, verb)
  const result = v1Result(found, body, complaints)
  return result ? report(standIn, found, result) : { status: 422, body: { errors: ['bad'] } }
}

function ok(body: unknown): Reply {
  return { status: 200, body }
}

function changeState(standIn: StandIn, found: Match, state: string): Reply {
  if (state === 'mark_as_underway') found.underway = true
  else if (state === 'unmark_as_underway') found.underway = false
  else if (state === 'reopen' && found.state === 'complete') reopen(standIn, found)
  else return { status: 422, body: { errors: ['no such state'] } }
  return ok({})
}

function report(standIn: StandIn, found: Match, result: Report): Reply {
  const isTie = result.winner === 'tie'
  const mayTie = found.group !== null || ['round robin', 'swiss'].includes(standIn.bracket.type)
  if (found.players.includes(null) || (isTie && !mayTie)) {
    return { status: 422, body: { errors: ['not possible'] } }
  }
  applyReport(standIn, found, result)
  return ok({})
}

function applyReport(standIn: StandIn, found: Match, { scores, winner }: Report): void {
  found.scores = scores
  if (winner === undefined) return
  const before = [found.state, found.winner, found.tie].join()
  if (found.state === 'complete' && found.winner !== winner) reopen(standIn, found)
  found.scores = scores
  found.state = 'complete'
  found.winner = winner === 'tie' ? null : winner
  found.tie = winner === 'tie'
  found.underway = false
  if (before !== [found.state, found.winner, found.tie].join()) {
    standIn.results.push(`${found.identifier} ${winner}`)
  }
  for (const next of standIn.bracket.matches) fill(standIn, next)
}

/** Reopens a match and resets all matches that depend on it. */
function reopen(standIn: StandIn, found: Match): void {
  Object.assign(found, { state: 'open', winner: null, tie: false, scores: [] })
  for (const next of standIn.bracket.matches) {
    if (!next.from.some((from) => from?.match === found.id)) continue
    if (next.state === 'complete') reopen(standIn, next)
    Object.assign(next, { state: 'pending', winner: null, scores: [], underway: false })
    fill(standIn, next)
  }
}

function fill({ bracket }: StandIn, next: Match): void {
  for (const side of [0, 1] as const) {
    const from = next.from[side]
    if (!from) continue
    const source = bracket.matches.find((one) => one.id === from.match)
    const isOver = source?.state === 'complete'
    const loser = source?.players.find((id) => id !== source.winner) ?? null
    next.players[side] = isOver ? (from.loser ? loser : source.winner) : null
  }
  if (next.state === 'complete') return
  next.state = next.players.includes(null) ? 'pending' : 'open'
}
