// The seeded evening has one bracket, which is over after a quarter of an hour: then the next begins.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Api } from './support/rest-client.ts'
import { seedQueues } from './seed.ts'

type Match = { isComplete: boolean; activeCabinet: number | null }
type List<Row> = { results: Row[] }
type Row = { id: number }
type Options = {
  signal: AbortSignal
  /** so long the final stands before the next bracket is there */
  pauseMs?: number
  lookEveryMs?: number
}

/** Looks in a row with nothing on a cabinet: longer than a queue timer runs. */
const idleLooks = 4

/** Until the signal. What cannot be done just now is tried again. */
export async function keepGoing(api: Api, tournament: number, options: Options): Promise<void> {
  const { signal, pauseMs = 60_000, lookEveryMs = 10_000 } = options
  const rest = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
  let idle = 0
  async function look(): Promise<void> {
    const matches = await matchesOf(api, tournament)
    const open = matches.filter((match) => !match.isComplete)
    if (matches.length > 0 && open.length === 0) {
      await rest(pauseMs)
      if (!signal.aborted) await nextBracket(api, tournament)
      return
    }
    // A second final comes up last, and stands in no queue.
    const isIdle = open.length > 0 && open.every((match) => match.activeCabinet === null)
    idle = isIdle ? idle + 1 : 0
    if (idle < idleLooks) return
    idle = 0
    await seedQueues(api, tournament)
  }
  while (!signal.aborted) {
    await look().catch(() => undefined)
    await rest(lookEveryMs)
  }
}

async function matchesOf(api: Api, tournament: number): Promise<Match[]> {
  const path = `/api/tournament/match/?tournamentId=${tournament}&rowsPerPage=1000`
  return (await api.get<List<Match>>(path)).results
}

/** The same teams in another order. */
async function nextBracket(api: Api, tournament: number): Promise<void> {
  const of = `?tournamentId=${tournament}&rowsPerPage=1000`
  const stages = await api.get<List<Row>>(`/api/tournament/bracket/${of}`)
  const { results: teams } = await api.get<List<Row>>(`/api/tournament/team/${of}`)
  const played = stages.results.length
  const first = played % teams.length
  const order = [...teams.slice(first), ...teams.slice(0, first)].map((team) => team.id)
  const { id } = await api.post<Row>('/api/tournament/bracket/', {
    tournament,
    name: `Bracket ${played + 1}`,
    stageType: 'double_elim',
    winsPerMatch: 2,
    queueTimer: 20,
  })
  await api.put(`/api/tournament/bracket/${id}/set-teams/`, { teams: order })
  await api.put(`/api/tournament/bracket/${id}/create-matches/`, {})
  await seedQueues(api, tournament)
}
