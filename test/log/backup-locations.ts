import { inject } from 'vitest'
import { openArchive, openLog } from '../../services/log/index.ts'
import type { Archive, Log } from '../../services/log/index.ts'
import { migrate, openStore, sceneOfCabinet } from '../../services/store/index.ts'
import type { Store } from '../../services/store/index.ts'

type Where = { databaseUrl: string; streams: string }
export type Opened = Where & {
  log: Log
  reopen(): Promise<Log>
  archive: Archive
  store: Store
  close(): Promise<void>
}

/** Opened as the scripts of backup and restore open theirs, on the run's servers. */
export async function takeable({ databaseUrl, streams }: Where): Promise<Opened> {
  const url = inject('natsUrl')
  const store = await openStore({ url: databaseUrl, max: 4 })
  await migrate(store)
  const reopen = () => openLog({ url, streams, sceneOfCabinet: sceneOfCabinet(store) })
  const log = await reopen()
  const archive = await openArchive({ url, streams })
  const close = async () => {
    await archive.close()
    await log.close()
    await store.close()
  }
  return { databaseUrl, streams, log, reopen, archive, store, close }
}
