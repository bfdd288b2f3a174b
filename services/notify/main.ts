import { runService } from '../process/index.ts'
import { openEncryption } from '../store/index.ts'
import { openChannels } from './channels.ts'
import { startNotify } from './index.ts'

await runService(
  { room: 'notify', port: 3007, metricsPort: 9407, connections: 4 },
  ({ store, log, web, openStates, onClose }) => {
    const states = openStates()
    const encryption = openEncryption(process.env['WAGGLE_SECRET'])
    const { logError } = web
    const channels = openChannels({ store, states, encryption })
    const service = startNotify({ log, states, store, encryption, channels, logError })
    onClose(() => service.stop())
  },
)
