import { openArchive } from '../../services/log/index.ts'
import { openLogAndStore } from '../support/log-and-store.ts'

/** Opens the connections that a backup or restore needs. */
export async function openLocations() {
  const { natsUrl, ...opened } = await openLogAndStore()
  const archive = await openArchive({ url: natsUrl })
  const close = async () => {
    await archive.close()
    await opened.close()
  }
  return { ...opened, archive, close }
}
