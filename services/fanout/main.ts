import { runService } from '../process/index.ts'
import { registerCompatSockets } from './compat.ts'
import { registerFanout } from './index.ts'

await runService(
  { room: 'fanout', port: 3003, metricsPort: 9403, connections: 6, serving: {} },
  ({ store, log, web, compat }) => {
    registerFanout(web, { store, log })
    if (compat) registerCompatSockets(compat, { store, log })
  },
)
