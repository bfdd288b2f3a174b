import { inject } from 'vitest'
import { openArchive, openLog } from '../../services/log/index.ts'
import type { Archive, Log } from '../../services/log/index.ts'
import { migrate, openStore, sceneOfCabinet } from '../../services/store/index.ts'
import type { Store } from '../../services/store/index.ts'

type Location = { databaseUrl: string; streams: string }
export type BackupLocation = Location & {
  log: Log
  reopen(): Promise<Log>
  archive: Archive
  store: Store
  close(): Promise<void>
}

/**
 * Opens the log, archive and database of a location on the run's servers, as the backup scripts do.
 */
export async function openBackupLocation({
  databaseUrl,
  streams,
}: Location): Promise<BackupLocation> {
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
