import { runService } from '../process/index.ts'
import { registerHiveSockets } from './hive.ts'
import { registerFanout } from './index.ts'

await runService(
  { room: 'fanout', port: 3003, metricsPort: 9403, connections: 6, serving: {} },
  ({ store, log, web, hive }) => {
    registerFanout(web, { store, log })
    if (hive) registerHiveSockets(hive, { store, log })
  },
)
