import { inject } from 'vitest'
import { openArchive, openLog } from '../../services/log/index.ts'
import type { Archive, Log } from '../../services/log/index.ts'
import { migrate, openStore } from '../../services/store/index.ts'
import type { Store } from '../../services/store/index.ts'

type Where = { databaseUrl: string; streams: string }
export type Opened = Where & { log: Log; archive: Archive; store: Store; close(): Promise<void> }

/** Opened as the scripts of backup and restore open theirs, on the run's servers. */
export async function takeable({ databaseUrl, streams }: Where): Promise<Opened> {
  const url = inject('natsUrl')
  const store = await openStore({ url: databaseUrl, max: 4 })
  await migrate(store)
  const log = await openLog({ url, streams })
  const archive = await openArchive({ url, streams })
  const close = async () => {
    await archive.close()
    await log.close()
    await store.close()
  }
  return { databaseUrl, streams, log, archive, store, close }
}
