import { ApiError } from './external-bracket.ts'
import type { Adapter, ExternalMatch, BracketSummary, Result } from './external-bracket.ts'
import { scorePairsOf } from '#events/text/untrusted-json.ts'
import type { Fields } from '#events/text/untrusted-json.ts'
import { externalMatchOf, summaryOf, participantOf } from './wire-shapes.ts'
import { send, withRefresh } from './request.ts'
import type { LinkToken } from '../store/index.ts'
import type { Call } from './request.ts'

/** Challonge's API v2.1: JSON:API, 25 rows a page. */
type Resource = { id: unknown; attributes?: Fields; relationships?: Relations }
type Relations = Record<string, { data?: { id?: unknown } | null } | undefined>
type Page = { data?: Resource[] }

const pageSize = 25
const maxPages = 80

type BracketAddress = { org: string | null; bracket: string }
export type RequestOptions = {
  url: string
  clock: { now(): number }
  address: BracketAddress
  token: LinkToken
  renew(old: LinkToken): Promise<LinkToken | null>
  signal?: AbortSignal
}

export function openV2(options: RequestOptions): Adapter {
  const { org, bracket } = options.address
  const inOrg = org === null ? '' : `/communities/${encodeURIComponent(org)}`
  const path = `/v2.1${inOrg}/tournaments/${encodeURIComponent(bracket)}`
  const call = withRefresh(
    (request, token) => send(options, request, { ...headers, ...authorization(token) }),
    options,
  )
  const matchPath = (match: string) => `${path}/matches/${encodeURIComponent(match)}`
  const change = async (match: string, state: string) => {
    const body = { data: { type: 'MatchState', attributes: { state } } }
    await call({ method: 'PUT', path: `${matchPath(match)}/change_state.json`, body })
  }
  const readMatches = async (heading: BracketSummary) =>
    (await pages(call, `${path}/matches.json`)).map((row) => external(row, heading))

  return {
    async readBracket() {
      const heading = await orApiError(async () => {
        const { data } = (await call({ method: 'GET', path: `${path}.json` })) as {
          data?: Resource
        }
        return summaryOf(data?.attributes ?? {})
      })
      const participants = await orApiError(async () =>
        (await pages(call, `${path}/participants.json`)).map(({ id, attributes }) =>
          participantOf({ ...attributes, id }),
        ),
      )
      const summary = heading instanceof ApiError ? summaryOf({}) : heading
      return { heading, participants, matches: await orApiError(() => readMatches(summary)) }
    },
    readMatches,
    async readMatch(match, heading) {
      const { data } = (await call({ method: 'GET', path: `${matchPath(match)}.json` })) as {
        data?: Resource
      }
      if (!data) throw new ApiError(404)
      return external(data, heading)
    },
    async report(result) {
      const body = { data: { type: 'Match', attributes: reportOf(result) } }
      await call({ method: 'PUT', path: `${matchPath(result.match)}.json`, body })
    },
    markUnderway: (match) => change(match, 'mark_as_underway'),
    unmark: (match) => change(match, 'unmark_as_underway'),
    reopen: (match) => change(match, 'reopen'),
  }
}

const headers = { 'content-type': 'application/vnd.api+json', accept: 'application/json' }

function authorization(token: LinkToken): Record<string, string> {
  if ('key' in token) return { authorization: token.key, 'authorization-type': 'v1' }
  return { authorization: `Bearer ${token.access}`, 'authorization-type': 'v2' }
}

async function pages(call: Call, path: string): Promise<Resource[]> {
  const all: Resource[] = []
  for (let page = 1; page <= maxPages; page++) {
    const query = `?page=${page}&per_page=${pageSize}`
    const { data = [] } = (await call({ method: 'GET', path: path + query })) as Page
    all.push(...data)
    if (data.length < pageSize) break
  }
  return all
}

/**
 * Returns an `ApiError` instead of throwing it, so that the other parts are still read (R-CL-7).
 */
export async function orApiError<T>(work: () => Promise<T>): Promise<T | ApiError> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

function external(
  { id, attributes = {}, relationships }: Resource,
  heading: BracketSummary,
): ExternalMatch {
  const { points_by_participant: points, score_in_sets: sets, timestamps } = attributes
  const related = { ...relationships, ...(attributes['relationships'] as Relations | undefined) }
  // Some responses omit the relationships and name the players only in the points.
  const player = (index: 0 | 1) =>
    related[`player${index + 1}`]?.data?.id ??
    (points as { participant_id?: unknown }[] | undefined)?.[index]?.participant_id
  const inSets = Array.isArray(sets) ? (sets as [number, number][]) : []
  return externalMatchOf({ ...attributes, id }, heading, {
    players: [player(0), player(1)],
    group: attributes['group_id'] ?? related['group']?.data?.id,
    underwayAt: (timestamps as Fields | undefined)?.['underway_at'],
    scores: inSets.length > 0 ? inSets : scorePairsOf(attributes['scores']),
  })
}

/** Sends sets as `1,0,1` and `0,1,1`; rank and advancing only with a result (R-CL-4). */
function reportOf({ players, scores, winner }: Result): Fields {
  const match = players.map((participant, index) => {
    const side = { participant_id: participant, score_set: scores.map((set) => set[index]).join() }
    if (winner === undefined) return side
    const isFirst = winner === null || winner === index
    return { ...side, rank: isFirst ? 1 : 2, advancing: winner === index }
  })
  return winner === undefined ? { match } : { match, tie: winner === null }
}
