import { requireSyncAlways } from '../log/index.ts'
import { runService } from '../process/index.ts'
import { migrate } from '../store/index.ts'
import { startProjector } from './index.ts'

await runService(
  {
    room: 'projector',
    port: 3004,
    metricsPort: 9404,
    connections: 4,
    migrates: true,
    async prepare(store) {
      await migrate(store)
      // P1: all other services wait for this one, so the check is here.
      const { NATS_MONITOR_URL } = process.env
      if (NATS_MONITOR_URL) await requireSyncAlways(NATS_MONITOR_URL)
    },
  },
  async ({ store, log, web, openStates, onClose }) => {
    const states = openStates()
    const projector = await startProjector({ log, store, states, logError: web.logError })
    onClose(() => projector.stop())
    web.addHealthCheck('witness', () => projector.isSound())
    web.addLifeCheck('projector', () => projector.isAlive())
  },
)
