import { accountsFrom } from '../account/index.ts'
import { openDesk } from '../desk/index.ts'
import { stripeFrom } from '../money/index.ts'
import { runService } from '../process/index.ts'
import { openEncryption } from '../store/index.ts'
import { keepAdminKey } from '../web/index.ts'
import { registerApi, statusSettings } from './index.ts'

const { CONSOLE_DIST: consoleDist, ADMIN_API_KEY, PUBLIC_URL, WAGGLE_SECRET } = process.env

await runService(
  {
    room: 'api',
    port: 3001,
    metricsPort: 9401,
    prepare: (store) => keepAdminKey(store, ADMIN_API_KEY || null),
    serving: { https: PUBLIC_URL?.startsWith('https:') ?? false, consoleDist },
  },
  ({ store, log, web, compat, openStates, onClose }) => {
    const states = openStates()
    const desk = openDesk(log, { states, nextIds: store.nextIds })
    onClose(() => desk.close())
    web.addHealthCheck('gate', () => desk.ready())
    const accounts = accountsFrom(process.env, { store, logError: web.logError })
    const encryption = openEncryption(WAGGLE_SECRET)
    const stripe = stripeFrom()
    const status = statusSettings(process.env)
    registerApi({ web, compat, store, desk, states, accounts, log, encryption, stripe, status })
  },
)
