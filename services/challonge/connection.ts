import type { Stage } from '#events/schema/parts/stage-settings.ts'
import { readLinkToken, renewLinkToken } from '../store/index.ts'
import type { LinkToken, Encryption, Store } from '../store/index.ts'
import { renewToken, send } from './request.ts'
import type { OAuth, Request } from './request.ts'
import type { Clock } from './clock.ts'
import { ApiError } from './external-bracket.ts'
import type { Adapter, ExternalMatch, BracketSummary, Result } from './external-bracket.ts'
import { openV2, orApiError } from './v2.ts'
import type { RequestOptions } from './v2.ts'
import { scorePairsOf } from '#events/text/untrusted-json.ts'
import type { Fields } from '#events/text/untrusted-json.ts'
import { externalMatchOf, summaryOf, participantOf } from './wire-shapes.ts'

/** Challonge's address, API version and OAuth application. */
export type Challonge = {
  /** `https://api.challonge.com` */
  url: string
  /** Challonge has announced the removal of v1 */
  api: 'v1' | 'v2.1'
  oauth: OAuth
}

/** Reads the settings from the environment. */
export function challongeFrom(env: NodeJS.ProcessEnv = process.env): Challonge {
  const { CHALLONGE_URL, CHALLONGE_API, CHALLONGE_CLIENT_ID, CHALLONGE_CLIENT_SECRET } = env
  return {
    url: (CHALLONGE_URL || 'https://api.challonge.com').replace(/\/+$/, ''),
    api: CHALLONGE_API === 'v1' ? 'v1' : 'v2.1',
    oauth: { clientId: CHALLONGE_CLIENT_ID ?? '', clientSecret: CHALLONGE_CLIENT_SECRET ?? '' },
  }
}

export type SyncContext = {
  store: Store
  encryption: Encryption | null
  challonge: Challonge
  clock: Clock
  /** replaces the database's clock in tests */
  rowsNow?: (() => number) | undefined
  /** `ending` stops new work; `leaving` also aborts open requests */
  ending: AbortSignal
  leaving: AbortSignal
}
type Connection = { adapter: Adapter; token: LinkToken }

/** Opens the external bracket of a stage; returns a sentence with the reason if that fails. */
export async function openBracket(
  context: SyncContext,
  stage: Stage,
): Promise<Connection | string> {
  const { store, encryption, challonge, clock, leaving: signal } = context
  if (!stage.linkedBracketId) return 'Enter the bracket on Challonge first.'
  const token = await readLinkToken(store, encryption, stage.id)
  if (token === 'none') return 'Save a token for Challonge first.'
  if (token === 'unreadable' || !encryption) {
    return 'The saved token cannot be read with the key of this server. Save it again.'
  }
  const options = { url: challonge.url, clock, signal }
  const adapter = (challonge.api === 'v1' ? openV1 : openV2)({
    ...options,
    address: { org: stage.linkedOrg || null, bracket: stage.linkedBracketId },
    token,
    async renew(old) {
      // Another stage with the same token may have renewed it already.
      const current = await readLinkToken(store, encryption, stage.id)
      if (typeof current !== 'string' && JSON.stringify(current) !== JSON.stringify(old))
        return current
      const fresh = await renewToken(options, old, challonge.oauth)
      if (fresh) await renewLinkToken(store, encryption, { old, token: fresh })
      return fresh
    },
  })
  return { adapter, token }
}

/** Challonge's API v1, which is deprecated: one request reads everything, with a personal key. */
type Wrapped<K extends string> = { [key in K]?: Fields }

type Tournament = Fields & {
  participants?: Wrapped<'participant'>[]
  matches?: Wrapped<'match'>[]
}

export function openV1(options: RequestOptions): Adapter {
  const { org, bracket } = options.address
  const name = org === null ? bracket : `${org}-${bracket}`
  const path = `/v1/tournaments/${encodeURIComponent(name)}`
  const matchPath = (match: string) => `${path}/matches/${encodeURIComponent(match)}`

  /** Sends the key as a parameter: in the body of writes, in the query of reads. */
  async function call({ method, path: to, body = {} }: Request): Promise<unknown> {
    if (!('key' in options.token))
      throw new ApiError(401, null, 'API v1 only accepts a personal key.')
    const { key } = options.token
    const headers = { accept: 'application/json', 'content-type': 'application/json' }
    if (method !== 'GET') {
      const request = { method, path: to, body: { api_key: key, ...(body as object) } }
      return send(options, request, headers)
    }
    const query = `${to.includes('?') ? '&' : '?'}api_key=${encodeURIComponent(key)}`
    return send(options, { method, path: to + query }, headers)
  }

  async function read(): Promise<Tournament> {
    const query = '?include_participants=1&include_matches=1'
    const answer = (await call({ method: 'GET', path: `${path}.json${query}` })) as {
      tournament?: Tournament
    }
    return answer.tournament ?? {}
  }

  return {
    async readBracket() {
      const tournament = await orApiError(read)
      if (tournament instanceof ApiError) return failed(tournament)
      const heading = summaryOf(tournament)
      const participants = tournament.participants ?? []
      return {
        heading,
        participants: participants.map((item) => participantOf(item.participant ?? {})),
        matches: (tournament.matches ?? []).map((item) => external(item.match, heading)),
      }
    },
    async readMatches(heading) {
      const all = (await call({
        method: 'GET',
        path: `${path}/matches.json`,
      })) as Wrapped<'match'>[]
      return all.map((item) => external(item.match, heading))
    },
    async readMatch(match, heading) {
      const answer = (await call({
        method: 'GET',
        path: `${matchPath(match)}.json`,
      })) as Wrapped<'match'>
      return external(answer.match, heading)
    },
    async report(result) {
      const body = { match: reportOf(result) }
      await call({ method: 'PUT', path: `${matchPath(result.match)}.json`, body })
    },
    async markUnderway(match) {
      await call({ method: 'POST', path: `${matchPath(match)}/mark_as_underway.json` })
    },
    async unmark(match) {
      await call({ method: 'POST', path: `${matchPath(match)}/unmark_as_underway.json` })
    },
    async reopen(match) {
      await call({ method: 'POST', path: `${matchPath(match)}/reopen.json` })
    },
  }
}

function failed(error: ApiError) {
  return { heading: error, participants: error, matches: error }
}

function external(fields: Fields = {}, heading: BracketSummary): ExternalMatch {
  return externalMatchOf(fields, heading, {
    players: [fields['player1_id'], fields['player2_id']],
    group: fields['group_id'],
    underwayAt: fields['underway_at'],
    scores: scorePairsOf(fields['scores_csv']),
  })
}

/** `winner_id` requires `scores_csv`; the value `tie` reports a tie (R-CL-4). */
function reportOf({ players, scores, winner }: Result): Fields {
  const csv = scores.map((pair) => pair.join('-')).join()
  if (winner === undefined) return { scores_csv: csv }
  return { scores_csv: csv, winner_id: winner === null ? 'tie' : players[winner] }
}
