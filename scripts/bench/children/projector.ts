// The projector alone in a process, to measure the cost of the read models.
import { openLog } from '#services/log/index.ts'
import type { Log } from '#services/log/index.ts'
import { startProjector } from '#services/projector/index.ts'
import { migrate, openStore } from '#services/store/index.ts'
import type { Store } from '#services/store/index.ts'
import { cpuMs, serve } from './child.ts'

let log: Log
let store: Store

const handlers = {
  async open(options: { natsUrl: string; streams: string; databaseUrl: string }): Promise<void> {
    store = await openStore({ url: options.databaseUrl, max: 4 })
    await migrate(store)
    log = await openLog({ url: options.natsUrl, streams: options.streams })
    await startProjector({ log, store })
  },
  cpuMs,
  projected,
}
export type ProjectorHandlers = typeof handlers
serve(handlers)

/** Waits until the read models have all commits of the log. */
async function projected(): Promise<void> {
  const target = await log.tail()
  for (;;) {
    const { rows } = await store.pool.query<{ seq: number }>(
      `select seq from view.checkpoint where name = 'tournament'`,
    )
    if ((rows[0]?.seq ?? 0) >= target) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
