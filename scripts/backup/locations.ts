import { openArchive, openLog } from '../../services/log/index.ts'
import { migrate, openStore, sceneOfCabinet } from '../../services/store/index.ts'
import { findServers } from '../support/environment.ts'

/** Opens the connections that a backup or restore needs. */
export async function openLocations() {
  const servers = await findServers()
  const store = await openStore({ url: servers.databaseUrl, max: 4 })
  await migrate(store)
  const reopen = () => openLog({ url: servers.natsUrl, sceneOfCabinet: sceneOfCabinet(store) })
  const log = await reopen()
  const archive = await openArchive({ url: servers.natsUrl })
  const close = async () => {
    await archive.close()
    await log.close()
    await store.close()
    await servers.stop()
  }
  return { log, reopen, archive, store, close }
}
