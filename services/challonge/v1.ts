import { ApiError } from './external-bracket.ts'
import type { Adapter, ExternalMatch, BracketSummary, Result } from './external-bracket.ts'
import { externalMatchOf, summaryOf, pairsOf, participantOf } from './wire-shapes.ts'
import type { Fields } from './wire-shapes.ts'
import { send } from './request.ts'
import type { Request } from './request.ts'
import { trying } from './v2.ts'
import type { RequestOptions } from './v2.ts'

/** Challonge's API v1, said to go: one request reads all, and a personal key opens it. */
type Wrapped<K extends string> = { [key in K]?: Fields }
type Tournament = Fields & {
  participants?: Wrapped<'participant'>[]
  matches?: Wrapped<'match'>[]
}

export function openV1(wanted: RequestOptions): Adapter {
  const { org, bracket } = wanted.place
  const name = org === null ? bracket : `${org}-${bracket}`
  const path = `/v1/tournaments/${encodeURIComponent(name)}`
  const matchPath = (match: string) => `${path}/matches/${encodeURIComponent(match)}`

  /** The key goes as a parameter: in what is written with the body, in what is read in the query. */
  async function call({ method, path: to, body = {} }: Request): Promise<unknown> {
    if (!('key' in wanted.token)) throw new ApiError(401, null, 'API v1 takes a personal key only.')
    const { key } = wanted.token
    const headers = { accept: 'application/json', 'content-type': 'application/json' }
    if (method !== 'GET') {
      return send(
        wanted,
        { method, path: to, body: { api_key: key, ...(body as object) } },
        headers,
      )
    }
    const query = `${to.includes('?') ? '&' : '?'}api_key=${encodeURIComponent(key)}`
    return send(wanted, { method, path: to + query }, headers)
  }

  async function read(): Promise<Tournament> {
    const query = '?include_participants=1&include_matches=1'
    const answer = (await call({ method: 'GET', path: `${path}.json${query}` })) as {
      tournament?: Tournament
    }
    return answer.tournament ?? {}
  }

  return {
    async survey() {
      const found = await trying(read)
      if (found instanceof ApiError) return failed(found)
      const heading = summaryOf(found)
      return {
        heading,
        participants: (found.participants ?? []).map((one) => participantOf(one.participant ?? {})),
        matches: (found.matches ?? []).map((one) => external(one.match, heading)),
      }
    },
    async matches(heading) {
      const all = (await call({
        method: 'GET',
        path: `${path}/matches.json`,
      })) as Wrapped<'match'>[]
      return all.map((one) => external(one.match, heading))
    },
    async look(match, heading) {
      const one = (await call({
        method: 'GET',
        path: `${matchPath(match)}.json`,
      })) as Wrapped<'match'>
      return external(one.match, heading)
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
    scores: pairsOf(fields['scores_csv']),
  })
}

/** `winner_id` never goes without `scores_csv`; a tie is said by that word (R-CL-4). */
function reportOf({ players, scores, winner }: Result): Fields {
  const csv = scores.map((pair) => pair.join('-')).join()
  if (winner === undefined) return { scores_csv: csv }
  return { scores_csv: csv, winner_id: winner === null ? 'tie' : players[winner] }
}
