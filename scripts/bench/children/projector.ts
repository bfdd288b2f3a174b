// The projector alone in a process: what the read models cost.
import { openLog } from '../../../services/log/index.ts'
import type { Log } from '../../../services/log/index.ts'
import { startProjector } from '../../../services/projector/index.ts'
import { migrate, openStore } from '../../../services/store/index.ts'
import type { Store } from '../../../services/store/index.ts'
import { cpuMs, serve } from './child.ts'

let log: Log
let store: Store

const works = {
  async open(wanted: { natsUrl: string; streams: string; databaseUrl: string }): Promise<void> {
    store = await openStore({ url: wanted.databaseUrl, max: 4 })
    await migrate(store)
    log = await openLog({ url: wanted.natsUrl, streams: wanted.streams })
    await startProjector({ log, store })
  },
  cpuMs,
  projected,
}
export type ProjectorWorks = typeof works
serve(works)

/** Waits until the read models have all commits of the log. */
async function projected(): Promise<void> {
  const wanted = await log.tail()
  for (;;) {
    const { rows } = await store.pool.query<{ seq: number }>(
      `select seq from view.checkpoint where name = 'tournament'`,
    )
    if ((rows[0]?.seq ?? 0) >= wanted) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
