import { openDesk } from '../desk/index.ts'
import { runService } from '../process/index.ts'
import { openEncryption } from '../store/index.ts'
import { challongeFrom } from './connection.ts'
import { startChallonge } from './index.ts'

await runService(
  {
    room: 'challonge',
    name: 'Challonge service',
    port: 3006,
    metricsPort: 9406,
    connections: 4,
  },
  ({ store, log, web, openStates, onClose }) => {
    const states = openStates()
    const desk = openDesk(log, { states, nextIds: store.nextIds })
    onClose(() => desk.close())
    web.addHealthCheck('gate', () => desk.ready())
    // Without a key no token can be read; validating a stage then reports that.
    const encryption = openEncryption(process.env['WAGGLE_SECRET'])
    const challonge = challongeFrom()
    const { logError } = web
    const service = startChallonge({ log, desk, states, store, encryption, challonge, logError })
    onClose(() => service.stop())
  },
)
