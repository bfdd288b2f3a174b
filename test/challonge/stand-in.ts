// A stand-in for Challonge: an HTTP server with the shapes of its two APIs. It checks what it is
// sent, answers as told, and moves winners on as the real one does.
import type { IncomingMessage } from 'node:http'
import { ownServer } from '../support/stand-in-server.ts'
import { formOf, v1Answer, v1Result, v2Answer, v2Result } from './stand-in-shapes.ts'

export type Player = { id: number; name: string; displayName?: string; groupIds?: number[] }
export type Match = {
  id: number
  identifier: string
  order: number | null
  round: number
  group: number | null
  state: 'pending' | 'open' | 'complete'
  players: [number | null, number | null]
  /** matches whose winners, or losers, come here */
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
/** What a report says, whichever API it came by; without `winner` the match goes on. */
export type Told = { scores: [number, number][]; winner?: number | 'tie' }
export type Sent = { method: string; path: string; body: unknown; auth: string }
type Rule = (sent: Sent) => { status: number; retryAfter?: string } | null

export type StandIn = {
  url: string
  bracket: Bracket
  /** all that came, in order */
  sent: Sent[]
  /** what was wrong with it: the documents say otherwise */
  complaints: string[]
  /** tokens and keys that open it */
  valid: { access: string; key: string; refresh: string | null }
  /** may answer in its stead */
  rule: Rule | null
  /** what is done is answered with 502, as if the answer was lost; or never */
  loses: 'nothing' | 'answers' | 'patience'
  match(identifier: string): Match
  /** as a person would, on its pages */
  report(identifier: string, scores: [number, number][], winner: number | 'tie'): void
  /** reports with a winner that changed something */
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

/** Four teams, first to lose is out. */
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
      take(standIn, standIn.match(identifier), { scores, winner }),
    ...ownServer(
      (request, reply) => {
        void answer(standIn, request).then((given) => {
          if (standIn.loses === 'patience') return
          const lost = { status: 502, body: {}, headers: {} }
          const isLost = standIn.loses === 'answers' && request.method !== 'GET'
          const { status, body, headers } = isLost ? lost : given
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

type Answer = { status: number; body: unknown; headers?: Record<string, string> }

async function answer(standIn: StandIn, request: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://stand.in')
  const { method = '' } = request
  const type = request.headers['authorization-type']
  const auth = [type, request.headers.authorization].filter(Boolean).join(' ')
  if (pathname === '/oauth/token') return renew(standIn, text)
  const body: unknown = text === '' ? null : JSON.parse(text)
  const sent = { method, path: pathname, body, auth }
  standIn.sent.push(sent)
  const ruled = standIn.rule?.(sent)
  if (ruled) {
    const { retryAfter } = ruled
    const headers: Record<string, string> = retryAfter ? { 'retry-after': retryAfter } : {}
    return { status: ruled.status, body: { errors: ['ruled'] }, headers }
  }
  const isV1 = pathname.startsWith('/v1/')
  const door = { request, body, searchParams }
  const closed = isV1 ? closedV1(standIn, door) : closedV2(standIn, door)
  if (closed) return { status: closed, body: { errors: ['closed'] } }
  const path = inBracket(standIn, pathname, isV1)
  if (path === null) return { status: 404, body: { errors: ['Not found'] } }
  return isV1
    ? v1(standIn, { method, path, body })
    : v2(standIn, { method, path, body, searchParams })
}

type Door = { request: IncomingMessage; body: unknown; searchParams: URLSearchParams }

function closedV2({ valid, complaints }: StandIn, { request }: Door): number | null {
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

function closedV1({ valid, complaints }: StandIn, { request, body, searchParams }: Door) {
  const inBody = (body as { api_key?: string } | null)?.api_key
  const given = request.method === 'GET' ? searchParams.get('api_key') : inBody
  if (request.method !== 'GET' && searchParams.has('api_key'))
    complaints.push('a key in the address')
  return given === valid.key ? null : 401
}

function renew(standIn: StandIn, text: string): Answer {
  const form = formOf(text)
  standIn.sent.push({ method: 'POST', path: '/oauth/token', body: form, auth: '' })
  const isGood =
    form['grant_type'] === 'refresh_token' &&
    form['client_id'] === 'waggle-app' &&
    form['refresh_token'] === standIn.valid.refresh
  if (!isGood) return { status: 401, body: { error: 'invalid_grant' } }
  // A refresh token is good once.
  standIn.valid = { ...standIn.valid, access: 'renewed-token', refresh: 'next-refresh' }
  const body = { access_token: 'renewed-token', refresh_token: 'next-refresh', expires_in: 604800 }
  return { status: 200, body }
}

/** The rest of the path after the bracket's own. */
function inBracket({ bracket }: StandIn, pathname: string, isV1: boolean): string | null {
  const { slug, org } = bracket
  const inOrg = org === null ? '' : `/communities/${org}`
  const own = isV1
    ? `/v1/tournaments/${org === null ? slug : `${org}-${slug}`}`
    : `/v2.1${inOrg}/tournaments/${slug}`
  return pathname.startsWith(`${own}.`) || pathname.startsWith(`${own}/`)
    ? pathname.slice(own.length)
    : null
}

type Asked = { method: string; path: string; body: unknown }

function v2(standIn: StandIn, asked: Asked & { searchParams: URLSearchParams }): Answer {
  const { method, path, body, searchParams } = asked
  const { bracket, complaints } = standIn
  if (method === 'GET' && path === '.json') return good(v2Answer.heading(bracket))
  const page = (rows: unknown[]) => {
    const size = Math.min(25, Number(searchParams.get('per_page') ?? 25))
    const from = (Number(searchParams.get('page') ?? 1) - 1) * size
    return good({ data: rows.slice(from, from + size), meta: { count: rows.length } })
  }
  if (method === 'GET' && path === '/participants.json') {
    return page(bracket.players.map(v2Answer.participant))
  }
  if (method === 'GET' && path === '/matches.json') return page(bracket.matches.map(v2Answer.match))
  const [, id, verb] = /^\/matches\/(\d+)(\/change_state)?\.json$/.exec(path) ?? []
  const found = bracket.matches.find((one) => `${one.id}` === id)
  if (!found) return { status: 404, body: { errors: ['no match'] } }
  if (method === 'GET' && !verb) return good({ data: v2Answer.match(found) })
  const { data } = body as { data: { type: string; attributes: Record<string, unknown> } }
  if (verb) {
    if (data.type !== 'MatchState') complaints.push(`type ${data.type}`)
    return changed(standIn, found, String(data.attributes['state']))
  }
  const result = v2Result(found, data, complaints)
  return result ? reported(standIn, found, result) : { status: 422, body: { errors: ['bad'] } }
}

function v1(standIn: StandIn, { method, path, body }: Asked): Answer {
  const { bracket, complaints } = standIn
  if (method === 'GET' && path === '.json') return good(v1Answer.whole(bracket))
  if (method === 'GET' && path === '/matches.json') return good(bracket.matches.map(v1Answer.match))
  const [, id, verb] = /^\/matches\/(\d+)(?:\/(\w+))?\.json$/.exec(path) ?? []
  const found = bracket.matches.find((one) => `${one.id}` === id)
  if (!found) return { status: 404, body: { errors: ['no match'] } }
  if (method === 'GET') return good(v1Answer.match(found))
  if (method === 'POST' && verb) return changed(standIn, found, verb)
  const result = v1Result(found, body, complaints)
  return result ? reported(standIn, found, result) : { status: 422, body: { errors: ['bad'] } }
}

function good(body: unknown): Answer {
  return { status: 200, body }
}

function changed(standIn: StandIn, found: Match, state: string): Answer {
  if (state === 'mark_as_underway') found.underway = true
  else if (state === 'unmark_as_underway') found.underway = false
  else if (state === 'reopen' && found.state === 'complete') reopen(standIn, found)
  else return { status: 422, body: { errors: ['no such state'] } }
  return good({})
}

function reported(standIn: StandIn, found: Match, result: Told): Answer {
  const isTie = result.winner === 'tie'
  const mayTie = found.group !== null || ['round robin', 'swiss'].includes(standIn.bracket.type)
  if (found.players.includes(null) || (isTie && !mayTie)) {
    return { status: 422, body: { errors: ['not possible'] } }
  }
  take(standIn, found, result)
  return good({})
}

function take(standIn: StandIn, found: Match, { scores, winner }: Told): void {
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

/** All that follows it is reset. */
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
