import { runService } from '../process/index.ts'
import { cabinetByToken } from '../web/index.ts'
import { startPractices } from '../practice/index.ts'
import { registerIntake } from './index.ts'
import type { IntakeOptions } from './index.ts'

const defaultPort = 3002

await runService(
  { room: 'intake', port: defaultPort, metricsPort: 9402, connections: 4, serving: {} },
  ({ store, log, web, compat, onClose }) => {
    const { INTAKE_NAME, PORT, HOST } = process.env
    const name = INTAKE_NAME || undefined
    const intake: IntakeOptions = {
      log,
      name,
      store,
      cabinetByToken: (named) => cabinetByToken(store, named),
    }
    registerIntake(web, intake)
    const practices = startPractices({
      log,
      store,
      host: HOST || '0.0.0.0',
      port: Number(PORT || defaultPort),
      logError: web.logError,
    })
    onClose(() => practices.stop())
    if (compat) registerIntake(compat, { ...intake, name: `${name ?? 'intake'}-hive` })
  },
)
