import type { StatusLine } from '../schema/status.ts'
import { gauge } from '../../telemetry/index.ts'
import type { Context } from '../http/context.ts'
import { route } from '../http/route.ts'
import { readLines } from './lines.ts'
import type { StatusLog } from './lines.ts'
import type { StatusSettings } from './settings.ts'

type StatusOptions = { log: StatusLog; settings: StatusSettings }

const maxAgeMs = 1_000
/** For metrics they are read again at most so often. */
const forMetricsMs = 5_000

/** "Is it all right?": what the owner looks at before an evening and when something is odd. */
export function statusRoutes(
  { web, store, desk }: Context,
  { log, settings }: StatusOptions,
): void {
  let last = { at: -Infinity, lines: Promise.resolve<StatusLine[]>([]) }
  let known: StatusLine[] = []

  function lines(olderMs: number): Promise<StatusLine[]> {
    const now = performance.now()
    if (now - last.at > olderMs) {
      last = { at: now, lines: readLines({ log, store, desk, settings }) }
      last.lines.then(
        (read) => (known = read),
        () => {},
      )
    }
    return last.lines
  }

  route(web, 'GET /api/status/', { access: 'readStatus' }, async () => {
    return { at: new Date().toISOString(), lines: await lines(maxAgeMs) }
  })

  // A scrape does not wait for what is away: it gets what was read last, and has it read again.
  const end = gauge('waggle_line_red', () => {
    void lines(forMetricsMs)
    return known.map(({ line, ok }) => [{ line }, ok === false ? 1 : 0])
  })
  web.addHook('onClose', async () => end())
}
