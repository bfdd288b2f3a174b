// Minimal rebuild: ordered consumer, JSON.parse, a minimal fold, upserts of 500 rows with the
// checkpoint.
import { DeliverPolicy, jetstream } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { natsAddress } from '#services/log/index.ts'
import pg from 'pg'
import type { Facts } from '#events/schema/cabinet-facts.ts'
import { nowMs } from '../measure/numbers.ts'

type Rebuilding = { databaseUrl: string; natsUrl: string; stream: string; upTo: number }

const atOnce = 500
const schema = 'view_floor'

/** One row per event, and a counter per game. */
export async function rebuildEvents(work: Rebuilding): Promise<number> {
  const games = new Map<string, number>()
  const parts = `put as (insert into ${schema}.cabinet_event select * from jsonb_to_recordset($2) as r(cabinet
    int, event_id text, game_id text, time text, type text, values jsonb, seq bigint, after bigint)
    on conflict (cabinet, event_id) do nothing)`
  return run(work, {
    name: 'facts',
    parts,
    rowsOf: (message, seq) => {
      const { cabinet, after, events } = message as Facts
      return events.map(({ eventID, gameID, ...rest }) => {
        if (gameID) games.set(gameID, (games.get(gameID) ?? 0) + 1)
        return { cabinet, event_id: eventID, game_id: gameID, ...rest, seq, after }
      })
    },
  })
}

/** One row per commit, and the last version of each tournament. */
export async function rebuildCommits(work: Rebuilding): Promise<number> {
  const parts = `versions as (insert into ${schema}.tournament_version
    select tournament, max(version) from jsonb_to_recordset($2) as r(tournament int, version int)
    group by tournament
    on conflict (tournament) do update set version = excluded.version),
    put as (insert into ${schema}.change select * from jsonb_to_recordset($2) as r(tournament int,
    version int, frame jsonb) on conflict (tournament, version) do nothing)`
  return run(work, {
    name: 'tournament',
    parts,
    rowsOf: (message) => {
      const { tournament, version } = message as { tournament: number; version: number }
      return [{ tournament, version, frame: message }]
    },
  })
}

type Rebuild = {
  name: string
  /** clauses of one SQL statement, with the rows as $2 */
  parts: string
  rowsOf(message: unknown, seq: number): unknown[]
}

async function run(work: Rebuilding, { name, parts, rowsOf }: Rebuild): Promise<number> {
  const client = new pg.Client({ connectionString: work.databaseUrl })
  await client.connect()
  const nc = await connect(natsAddress(work.natsUrl))
  const startMs = nowMs()
  const options = { deliver_policy: DeliverPolicy.All }
  const consumer = await jetstream(nc).consumers.get(work.stream, options)
  const text = `with moved as (update ${schema}.checkpoint set seq = $1 where name = '${name}'),
    ${parts} select 1`
  let rows: unknown[] = []
  let writing: Promise<unknown> = Promise.resolve()
  for await (const message of await consumer.consume({ max_messages: 5_000 })) {
    rows.push(...rowsOf(message.json(), message.seq))
    if (rows.length >= atOnce || message.seq >= work.upTo) {
      const parameters = [message.seq, JSON.stringify(rows)]
      rows = []
      await writing
      writing = client.query(text, parameters)
    }
    if (message.seq >= work.upTo) break
  }
  await writing
  const ms = nowMs() - startMs
  await Promise.all([client.end(), nc.close()])
  return ms
}
