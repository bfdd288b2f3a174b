import { openLog } from '#services/log/index.ts'
import { migrate, openStore, sceneOfCabinet } from '#services/store/index.ts'
import { orGiveUp } from './failure.ts'
import { findServers } from './environment.ts'

/** Opens the log and the database, for scripts that may run beside Waggle. */
export async function openLogAndStore(options: { restoring?: boolean } = {}) {
  const servers = await findServers()
  const opening = openStore({ url: servers.databaseUrl, max: 4 })
  const store = await orGiveUp('The database (DATABASE_URL)', opening)
  await migrate(store, options)
  const { natsUrl } = servers
  const reopen = () => openLog({ url: natsUrl, sceneOfCabinet: sceneOfCabinet(store) })
  const log = await orGiveUp('NATS (NATS_URL)', reopen())
  const close = async () => {
    await log.close()
    await store.close()
    await servers.stop()
  }
  return { log, reopen, store, natsUrl, close }
}
