import { runService } from '../process/index.ts'
import { cabinetByToken } from '../web/index.ts'
import { registerIntake } from './index.ts'
import type { IntakeOptions } from './index.ts'

await runService(
  { room: 'intake', port: 3002, metricsPort: 9402, connections: 4, serving: {} },
  ({ store, log, web, compat }) => {
    const { INTAKE_NAME: name } = process.env
    const intake: IntakeOptions = {
      log,
      name,
      store,
      cabinetByToken: (named) => cabinetByToken(store, named),
    }
    registerIntake(web, intake)
    if (compat) registerIntake(compat, { ...intake, name: `${name ?? 'intake'}-hive` })
  },
)
