// Checks the invariants after a storm and counts what was acknowledged.
import { isDeepStrictEqual } from 'node:util'
import { firstChain, chainOf, openLog } from '#services/log/index.ts'
import type { Log, LogPair, StoredCommit } from '#services/log/index.ts'
import { tailPositions, verify } from '#services/projector/index.ts'
import { openStore, sceneOfCabinet } from '#services/store/index.ts'
import type { Store } from '#services/store/index.ts'
import { openTablet } from '#test/support/tablet-client.ts'
import { pause, projected, until, whenAnswered } from '#test/support/desk-client.ts'
import { random } from '#events/simulation/random.ts'
import type { ServiceProcesses } from './service-processes.ts'
import type { Load, PreparedTournament } from './load.ts'

type Storm = {
  databaseUrl: string
  natsUrl: string
  services: ServiceProcesses
  venues: Venue[]
  say?: (line: string) => void
}
export type Venue = { load: Load; prepared: PreparedTournament }
export type Findings = { commands: number; commits: number; events: number; problems: string[] }

export async function check(storm: Storm): Promise<Findings> {
  const { say = () => {} } = storm
  const store = await openStore({ url: storm.databaseUrl, max: 4 })
  const log = await openLog({ url: storm.natsUrl, sceneOfCabinet: sceneOfCabinet(store) })
  try {
    say('until nothing is written any more')
    const again = (error: Error) => say(error.message)
    await untilQuiet(log)
    say('until all of it has rows')
    await projected(log, store)
    say('whether commits, rows and viewers agree')
    const commits = await commitsOf(log, again)
    const { problems } = await whenAnswered(() => verify(log, store), again)
    const acknowledged = storm.venues.map(({ load }) => load.acknowledged)
    const commands = acknowledged.flatMap((one) => one.commands)
    const events = acknowledged.flatMap((one) => one.events)
    const apart = await Promise.all(storm.venues.map((venue) => viewersApart(storm, venue, store)))
    return {
      commands: commands.length,
      commits: commits.count,
      events: events.length,
      problems: [
        ...problems,
        ...commits.problems,
        ...commands.flatMap((id) => notOnce(id, commits.times.get(id) ?? 0)),
        ...(await eventsNotOnce(store, events)),
        ...acknowledged.flatMap(({ odd }) =>
          odd.map((answer) => `an answer that was not expected: ${answer}`),
        ),
        ...storm.services.processes.flatMap((one) => one.endedByItself() ?? []),
        ...apart.flat(),
      ],
    }
  } finally {
    await store.close()
    await log.close()
  }
}

/** Waits until a referee has counted the last games. */
async function untilQuiet(log: Log): Promise<void> {
  const end = async () => JSON.stringify(await whenAnswered(() => tailPositions(log)))
  for (let before = '', now = await end(); now !== before;) {
    await pause(quietMs)
    before = now
    now = await end()
  }
}
const quietMs = 3_000

export function notOnce(id: string, times: number): string[] {
  return times === 1 ? [] : [`the command ${id} was acknowledged and is in the log ${times} times`]
}

/** Reads the whole log; versions must have no gaps and every chain must be valid (P5, R-DI-5). */
export async function commitsOf(log: Log, again: (error: Error) => void) {
  const found: FoundCommits = { count: 0, times: new Map(), heads: new Map(), problems: [] }
  for (const pair of log.pairs) await readPair(pair, found, again)
  return found
}

type FoundCommits = {
  count: number
  times: Map<string, number>
  heads: Map<number, { version: number; chain: string }>
  problems: string[]
}

async function readPair(
  pair: LogPair,
  found: FoundCommits,
  again: (error: Error) => void,
): Promise<void> {
  const { times, heads, problems } = found
  const tail = await whenAnswered(() => pair.tail())
  const ending = new AbortController()
  let count = 0
  const take = async (batch: StoredCommit[]) => {
    for (const { commit, seq } of batch.filter((one) => one.seq <= tail)) {
      count++
      times.set(commit.id, (times.get(commit.id) ?? 0) + 1)
      const head = heads.get(commit.tournament) ?? { version: 0, chain: firstChain }
      const isNext = commit.version === head.version + 1
      if (!isNext || commit.chain !== chainOf(head.chain, commit))
        problems.push(`the commit at ${seq} does not follow the one before it`)
      heads.set(commit.tournament, commit)
      if (seq >= tail) ending.abort()
    }
  }
  // Positions have no gaps, so the number of commits read gives the current position.
  const before = pair.first - 1
  if (tail > before) {
    await whenAnswered(() => pair.follow(before + count, take, ending.signal), again)
  }
  if (before + count !== tail) problems.push(`${count} commits were read of ${tail - before}`)
  found.count += count
}

async function eventsNotOnce({ pool }: Store, ids: string[]): Promise<string[]> {
  const text = 'select event_id as id, count(*)::int as n from view.cabinet_event group by 1'
  const { rows } = await pool.query<{ id: string; n: number }>(text)
  const found = new Map(rows.map(({ id, n }) => [id, n]))
  return ids
    .filter((id) => found.get(id) !== 1)
    .map((id) => `the cabinet event ${id} was acknowledged and has ${found.get(id) ?? 0} rows`)
}

/** Viewers that watched all the time must have the same rows as a new viewer and the database. */
async function viewersApart(
  { services }: Storm,
  { load, prepared }: Venue,
  { pool }: Store,
): Promise<string[]> {
  const { tournament } = prepared
  const at = {
    at: services.loadBalancer.url,
    key: services.adminKey,
    tournament,
    chance: random('late'),
  }
  const late = openTablet(at)
  const all = [late, ...load.tablets]
  const text = 'select version from view.tournament_version where tournament = $1'
  // A referee that was disconnected from the log may still have to count a game.
  const areLive = async () => {
    const { rows } = await pool.query<{ version: number }>(text, [tournament])
    return all.every((tablet) => tablet.shown().live.version === rows[0]?.version)
  }
  try {
    await until(`all viewers of tournament ${tournament} to see its last version`, areLive)
    const { rows } = late.shown().live
    return load.tablets.flatMap((tablet, n) =>
      isDeepStrictEqual(tablet.shown().live.rows, rows) ? [] : [`viewer ${n + 1} has other rows`],
    )
  } finally {
    late.close()
  }
}
