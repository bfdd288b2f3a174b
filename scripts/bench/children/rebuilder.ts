// Writes the log of a season once, and rebuilds the read models from it with the product's code.
import { openLog } from '#services/log/index.ts'
import type { Log } from '#services/log/index.ts'
import { fill, tableHashes } from '#services/projector/index.ts'
import { createView, migrate, openStore } from '#services/store/index.ts'
import type { Store } from '#services/store/index.ts'
import { cpuMs, heldBytes, serve } from './child.ts'
import { nowMs } from '../measure/numbers.ts'
import { writeEvents, writeTournaments } from './generated-season.ts'

let log: Log
let store: Store

const handlers = {
  cpuMs,
  heldBytes,
  async open(options: { databaseUrl: string; natsUrl: string; streams: string }): Promise<void> {
    store = await openStore({ url: options.databaseUrl, max: 4 })
    await migrate(store)
    log = await openLog({ url: options.natsUrl, streams: options.streams })
  },
  async writeSeason(size: { commits: number; events: number }) {
    const commits = await writeTournaments(log, size.commits)
    const events = await writeEvents(log, size.events)
    return { commits, events, upTo: { tournament: await log.tail(), facts: await log.factsTail() } }
  },
  async refill(upTo: { tournament: number; facts: number }): Promise<number> {
    const startMs = nowMs()
    await fill({ log, store, schema: 'view_next', upTo })
    return nowMs() - startMs
  },
  maxBytes: () => process.resourceUsage().maxRSS * 1024,
  clear: async (schema: string) => void (await createView(store, schema)),
  async hashOf(schema: string, table: string): Promise<string> {
    return (await tableHashes(store, schema))[table] ?? ''
  },
}
export type Rebuilder = typeof handlers
serve(handlers)
