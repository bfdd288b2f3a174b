import type { StatusLine } from '../schema/http/status.ts'
import { buildOf, gauge } from '../../telemetry/index.ts'
import type { Context } from '../http/context.ts'
import { route } from '../http/route.ts'
import { readLines } from './lines.ts'
import type { StatusLog } from './lines.ts'
import type { StatusSettings } from './settings.ts'

type StatusOptions = { log: StatusLog; settings: StatusSettings }

const maxAgeMs = 1_000
/** Minimum interval of reads for metrics. */
const metricsMaxAgeMs = 5_000

/** The status page, for the owner before an evening and when something is wrong. */
export function statusRoutes(
  { web, store, desk, encryption }: Context,
  { log, settings }: StatusOptions,
): void {
  let last = { at: -Infinity, lines: Promise.resolve<StatusLine[]>([]) }
  let latestLines: StatusLine[] = []

  function lines(maxAge: number): Promise<StatusLine[]> {
    const now = performance.now()
    if (now - last.at > maxAge) {
      last = { at: now, lines: readLines({ log, store, desk, settings, encryption }) }
      last.lines.then(
        (read) => (latestLines = read),
        () => {},
      )
    }
    return last.lines
  }

  route(web, 'GET /api/status/', { access: 'readStatus' }, async () => {
    return { at: new Date().toISOString(), lines: await lines(maxAgeMs), build: buildOf() }
  })

  // A scrape does not wait for dead dependencies: it gets the last values and starts another read.
  const removeGauge = gauge('waggle_line_red', () => {
    void lines(metricsMaxAgeMs)
    return latestLines.map(({ line, ok }) => [{ line }, ok === false ? 1 : 0])
  })
  web.addHook('onClose', async () => removeGauge())
}
