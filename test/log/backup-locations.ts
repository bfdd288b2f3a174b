import { inject } from 'vitest'
import { openRawLog, openLog } from '#services/log/index.ts'
import type { RawLog, Log } from '#services/log/index.ts'
import { migrate, openStore, sceneOfCabinet } from '#services/store/index.ts'
import type { Store } from '#services/store/index.ts'

type Location = { databaseUrl: string; streams: string }
export type BackupLocation = Location & {
  log: Log
  reopen(): Promise<Log>
  rawLog: RawLog
  store: Store
  close(): Promise<void>
}

/**
 * Opens the log, its raw streams and database of a location on the run's servers, as the backup scripts do.
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
  const rawLog = await openRawLog({ url, streams })
  const close = async () => {
    await rawLog.close()
    await log.close()
    await store.close()
  }
  return { databaseUrl, streams, log, reopen, rawLog, store, close }
}
