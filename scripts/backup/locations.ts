import { openRawLog } from '#services/log/index.ts'
import { openLogAndStore } from '../support/log-and-store.ts'

/** Opens the connections that a backup or restore needs. */
export async function openLocations(options: { restoring?: boolean } = {}) {
  const { natsUrl, ...opened } = await openLogAndStore(options)
  const rawLog = await openRawLog({ url: natsUrl })
  const close = async () => {
    await rawLog.close()
    await opened.close()
  }
  return { ...opened, rawLog, close }
}
