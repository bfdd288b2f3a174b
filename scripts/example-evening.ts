// Shared by `npm start` and `npm run dev`: keeps the example evening going and prints its links.
import { seedQueues } from './seed.ts'
import type { SeedResult } from './seed.ts'
import { simulatePeople } from './simulator/people.ts'
import { simulate } from './simulator/simulate.ts'
import { apiOf } from './support/rest-client.ts'
import type { Api } from './support/rest-client.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { addBracket, matchesOf } from './support/bracket.ts'

/** Consecutive polls with no match on a cabinet; longer than a queue timer. */
const maxIdlePolls = 4

type Evening = {
  url: string
  adminKey: string
  seeded: SeedResult
  /** also simulate people who sign in and out at the cabinets */
  people?: boolean
  signal: AbortSignal
}

/**
 * Until the signal aborts, simulated cabinets play, and a new bracket follows each finished one.
 */
export async function playEvening({
  url,
  adminKey,
  seeded,
  people,
  signal,
}: Evening): Promise<void> {
  const { cabinets, tournament } = seeded
  if (cabinets.length === 0) return
  const socket = `${url.replace('http', 'ws')}/ws/stats_listener/v3`
  await Promise.all([
    simulate({ cabinets, url: socket, signal, gameSeconds: 50, pauseSeconds: 15 }),
    people ? simulatePeople({ url, key: adminKey, signal }) : undefined,
    tournament ? runBrackets(apiOf(url, adminKey), tournament, { signal }) : undefined,
  ])
}

export function printAddresses(url: string, { signIns, tournament }: SeedResult): void {
  console.log('Sign in with one click (each link once, on this machine, within 15 minutes):')
  for (const { name, link } of signIns) console.log(`  ${name.padEnd(10)} ${link}`)
  if (tournament) console.log(`Matches:     ${url}/tournament/${tournament}/admin/current-matches`)
  console.log(`API:         ${url}/api/docs/`)
}

type Match = { isComplete: boolean; activeCabinet: number | null }
type List<Row> = { results: Row[] }
type Row = { id: number }

type Options = {
  signal: AbortSignal
  /** pause between the final and the next bracket */
  pauseMs?: number
  checkEveryMs?: number
}

/**
 * The seeded evening has one bracket, which is over after a quarter of an hour: starts the next one
 * whenever a bracket is over, until the signal aborts. Failed steps are retried.
 */
export async function runBrackets(api: Api, tournament: number, options: Options): Promise<void> {
  const { signal, pauseMs = 60_000, checkEveryMs = 10_000 } = options
  const rest = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
  let idle = 0
  async function poll(): Promise<void> {
    const matches = await matchesOf<Match>(api, tournament)
    const open = matches.filter((match) => !match.isComplete)
    if (matches.length > 0 && open.length === 0) {
      await rest(pauseMs)
      if (!signal.aborted) await nextBracket(api, tournament)
      return
    }
    // A second final appears last and is not in any queue.
    const isIdle = open.length > 0 && open.every((match) => match.activeCabinet === null)
    idle = isIdle ? idle + 1 : 0
    if (idle < maxIdlePolls) return
    idle = 0
    await seedQueues(api, tournament)
  }
  while (!signal.aborted) {
    await poll().catch(() => undefined)
    await rest(checkEveryMs)
  }
}

/** A bracket with the same teams in another order. */
async function nextBracket(api: Api, tournament: number): Promise<void> {
  const of = `?tournamentId=${tournament}&rowsPerPage=1000`
  const stages = await api.get<List<Row>>(`/api/tournament/bracket/${of}`)
  const { results: teams } = await api.get<List<Row>>(`/api/tournament/team/${of}`)
  const played = stages.results.length
  const first = played % teams.length
  const order = [...teams.slice(first), ...teams.slice(0, first)].map((team) => team.id)
  await addBracket(api, tournament, {
    teams: order,
    name: `Bracket ${played + 1}`,
    winsPerMatch: 2,
    queueTimer: 20,
  })
  await seedQueues(api, tournament)
}
