import { openDesk } from '../desk/index.ts'
import { openLog } from '../log/index.ts'
import { runService } from '../process/index.ts'
import { sceneOfCabinet } from '../store/index.ts'
import { startAutomation } from './index.ts'

await runService(
  // The database has the snapshots of states, and the HTTP server's health check needs it.
  { room: 'referee', port: 3005, metricsPort: 9405, connections: 2 },
  async ({ log, store, web, openStates, onClose }) => {
    // DESK_NATS_URL has a user with the permission to append commits, if that of NATS_URL has not.
    const { NATS_URL, DESK_NATS_URL: url = NATS_URL } = process.env
    const deskLog =
      !url || url === NATS_URL ? log : await openLog({ url, sceneOfCabinet: sceneOfCabinet(store) })
    if (deskLog !== log) onClose(() => deskLog.close())
    const states = openStates()
    const desk = openDesk(deskLog, { states })
    onClose(() => desk.close())
    web.addHealthCheck('gate', () => desk.ready())
    const automation = await startAutomation({ log, desk, states, logError: web.logError })
    onClose(() => automation.stop())
    web.addLifeCheck('referee', () => automation.isAlive())
  },
)
