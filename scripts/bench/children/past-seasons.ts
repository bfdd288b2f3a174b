// A Waggle with a long history: its log is generated, then projected, backed up and verified as
// usual.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRawLog, openLog } from '#services/log/index.ts'
import type { Log } from '#services/log/index.ts'
import { tableHashes, positions, startProjector, verify } from '#services/projector/index.ts'
import { migrate, openStore } from '#services/store/index.ts'
import type { Store } from '#services/store/index.ts'
import { backup } from '../../backup/create-backup.ts'
import { restore } from '../../backup/restore-backup.ts'
import { cpuMs, serve } from './child.ts'
import { appendAll, evening, writeEvents, writeTournaments } from './generated-season.ts'

type Servers = { natsUrl: string; streams: string; databaseUrl: string }
let log: Log
let store: Store
let servers: Servers
const folder = mkdtempSync(join(tmpdir(), 'waggle-bench-backup-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const handlers = {
  cpuMs,
  async open(to: Servers): Promise<void> {
    servers = to
    store = await openStore({ url: to.databaseUrl, max: 4 })
    await migrate(store)
    log = await openLog({ url: to.natsUrl, streams: to.streams })
  },
  /** Writes the log; returns an unfinished tournament and the disk space per commit and event. */
  async write(size: { commits: number; events: number }) {
    const empty = await diskBytes()
    const atOnce = Math.min(64, Math.ceil(size.commits / 100))
    const commits = await writeTournaments(log, size.commits, atOnce)
    const open = 1_000_000
    await appendAll(log, evening(open, { cabinets: [1], upTo: 30 }))
    const projector = await startProjector({ log, store })
    await projected()
    const withCommits = await diskBytes()
    const events = await writeEvents(log, size.events)
    await projected()
    await projector.stop()
    const withEvents = await diskBytes()
    const commitBytes = (withCommits - empty) / commits
    return { commits, events, open, commitBytes, eventBytes: (withEvents - withCommits) / events }
  },
  /** Inserts rows of cabinet events that are not in the log. */
  async fillRows(rows: number): Promise<void> {
    await store.pool.query('truncate view.cabinet_event')
    await store.pool.query(
      `insert into view.cabinet_event (cabinet, event_id, game_id, time, type, "values", seq, after)
       select 1 + i % 40, 'event ' || i, 'game ' || i / 700, '2026-01-01T12:00:00.000Z', 'playerKill',
         '["1", "2", "3", "4", "5"]', i, 0 from generate_series(1, $1) i`,
      [rows],
    )
  },
  hash: async () => void (await tableHashes(store, 'view')),
  async verify(): Promise<void> {
    const { problems } = await verify(log, store)
    if (problems.length > 0) throw new Error(problems.join('\n'))
  },
  async backup(): Promise<void> {
    const rawLog = await openRawLog({ url: servers.natsUrl, streams: servers.streams })
    await backup({ log, rawLog, store, folder })
    await rawLog.close()
  },
  /** onto the empty servers of `to` */
  async restore(to: Servers): Promise<void> {
    const into = await openStore({ url: to.databaseUrl, max: 4 })
    await migrate(into)
    const rawLog = await openRawLog({ url: to.natsUrl, streams: to.streams })
    const own = await openLog({ url: to.natsUrl, streams: to.streams })
    const { differences } = await restore({ log: own, rawLog, store: into, folder })
    if (differences.length > 0) throw new Error(differences.join('\n'))
    await Promise.all([own.close(), rawLog.close(), into.close()])
  },
}
export type PastSeasons = typeof handlers
serve(handlers)

async function projected(): Promise<void> {
  const target = { tournament: await log.tail(), facts: await log.factsTail() }
  for (;;) {
    const { tournament, facts } = await positions(store.pool)
    if (tournament >= target.tournament && facts >= target.facts) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Disk space of the log and of Postgres. */
async function diskBytes(): Promise<number> {
  const { rows } = await store.pool.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  )
  return Number(rows[0]?.bytes) + (await log.size()).bytes
}
