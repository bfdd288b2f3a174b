import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { openDesk } from '#services/desk/index.ts'
import type { Desk } from '#services/desk/index.ts'
import { openLog } from '#services/log/index.ts'
import type { Log } from '#services/log/index.ts'
import { startProjector } from '#services/projector/index.ts'
import type { Projector } from '#services/projector/index.ts'
import { openStore } from '#services/store/index.ts'
import type { Store } from '#services/store/index.ts'
import { newDatabase } from './app.ts'
import { idAllocator } from './desk-client.ts'

export type DeskOnLog = {
  /** name of the database; the stream names begin with it and `_` */
  name: string
  store: Store
  log: Log
  projector: Projector
  desk: Desk
  close(): Promise<void>
}

/** A desk and a projector on a log and a database of their own, without HTTP. */
export async function openDeskOnLog(): Promise<DeskOnLog> {
  const name = `d${randomBytes(6).toString('hex')}`
  const store = await openStore({ url: await newDatabase(name) })
  const log = await openLog({ url: inject('natsUrl'), streams: `${name}_` })
  const projector = await startProjector({ log, store })
  const desk = openDesk(log, idAllocator)
  async function close(): Promise<void> {
    desk.close()
    await projector.stop()
    await log.close()
    await store.close()
  }
  return { name, store, log, projector, desk, close }
}
