import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Store } from '../../store/index.ts'

const timeoutMs = 1_500
/** Each part is checked at most once a second, however often the route is called. */
const maxAgeMs = 1_000

type Check = () => Promise<unknown>
type Failure = { error: (Error & { retryable?: unknown }) | null }
type Missing = Failure & { part: string }
type Report = { missing: Missing[]; degraded: string[] }

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * adds a dependency of this process; `check` rejects while it is unavailable, and may return
     * `isDegraded` if it works only partially
     */
    addHealthCheck(part: string, check: Check): void
    /** adds work that only a restart recovers; `check` rejects when the work has stopped */
    addLifeCheck(part: string, check: Check): void
  }
}

const ready = 'Say whether the process can do its work, and what it misses'
const schema = {
  response: {
    200: z.object({ ok: z.literal(true), degraded: z.array(z.string()).optional() }),
    503: z.object({
      ok: z.literal(false),
      missing: z.array(z.string()),
      reasons: z.record(z.string(), z.string()).optional(),
    }),
  },
}

/**
 * Routes for the process's supervisor: 200 if the process can do its work (`/health`, `/readyz`) or
 * is alive (`/livez`), otherwise 503 with the list of missing parts.
 */
export function health(web: FastifyInstance, { db, pool }: Store): void {
  const checks = new Map<string, Check>()
  const lives = new Map<string, Check>()
  web.decorate('addHealthCheck', (part, check) => void checks.set(part, check))
  web.decorate('addLifeCheck', (part, check) => void lives.set(part, check))
  web.addHealthCheck('database', () => db.selectNoFrom((eb) => eb.lit(1).as('one')).execute())
  web.addLifeCheck('database connections', () => pool.expectMoving())
  answerAt(web, { '/health': ready, '/readyz': `${ready}; the same as /health` }, checks)
  answerAt(web, { '/livez': 'Say whether the process is alive, or needs a restart' }, lives)
}

type Summaries = Record<string, string>

function answerAt(web: FastifyInstance, paths: Summaries, checks: Map<string, Check>): void {
  let last = { at: -Infinity, report: Promise.resolve<Report>({ missing: [], degraded: [] }) }
  const config = { access: 'readPublic', skipsOverload: true } as const
  for (const [path, summary] of Object.entries(paths)) {
    web.get(path, { config, schema: { ...schema, summary } }, async (_, reply) => {
      const now = performance.now()
      if (now - last.at > maxAgeMs) last = { at: now, report: runChecks(checks) }
      const { missing, degraded } = await last.report
      if (missing.length === 0) return { ok: true, ...(degraded.length > 0 && { degraded }) }
      const body = { ok: false, missing: missing.map(({ part }) => part), ...reasonsOf(missing) }
      return reply.code(503).header('retry-after', 1).send(body)
    })
  }
}

/** Explains failures that need a person; temporary failures are only listed. */
function reasonsOf(missing: Missing[]): { reasons?: Record<string, string> } {
  const reasons = missing.flatMap(({ part, error }) =>
    error?.retryable === false ? [[part, error.message] as const] : [],
  )
  return reasons.length > 0 ? { reasons: Object.fromEntries(reasons) } : {}
}

async function runChecks(checks: Map<string, Check>): Promise<Report> {
  const results = await Promise.all(
    [...checks].map(async ([part, check]) => ({ part, ...(await resultOf(check)) })),
  )
  return {
    missing: results.flatMap(({ part, failure }) => (failure ? [{ part, ...failure }] : [])),
    degraded: results.flatMap(({ part, isDegraded }) => (isDegraded ? [part] : [])),
  }
}

type Result = { failure: Failure | null; isDegraded: boolean }

/** A check that times out has failed. */
async function resultOf(check: Check): Promise<Result> {
  const late: Result = { failure: { error: null }, isDegraded: false }
  const result = Promise.resolve()
    .then(check)
    .then(
      (answer): Result => ({ failure: null, isDegraded: isDegraded(answer) }),
      (error: Error): Result => ({ failure: { error }, isDegraded: false }),
    )
  return Promise.race([result, sleep(timeoutMs, late, { ref: false })])
}

function isDegraded(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && Object(answer).isDegraded === true
}
