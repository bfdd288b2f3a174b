import type { FastifyInstance } from 'fastify'
import type { Store } from '../../store/index.ts'

const timeoutMs = 1_500
/** Whoever asks, and however often: each part is checked at most once a second. */
const maxAgeMs = 1_000

type Check = () => Promise<unknown>
type Failure = { error: (Error & { retryable?: unknown }) | null }
type Missing = Failure & { part: string }
type Found = { missing: Missing[]; degraded: string[] }

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * a part this process cannot do its work without; `check` fails while it is away, and may answer
     * that it does a part of its work only
     */
    addHealthCheck(part: string, check: Check): void
    /** work of this process that only a new start brings back; `check` fails when it has ended */
    addLifeCheck(part: string, check: Check): void
  }
}

/**
 * For whoever supervises the process: 200 when it can do its work (`/health`, `/readyz`), or when it
 * is alive at all (`/livez`), else 503 and what is missing.
 */
export function health(web: FastifyInstance, { db }: Store): void {
  const checks = new Map<string, Check>()
  const lives = new Map<string, Check>()
  web.decorate('addHealthCheck', (part, check) => void checks.set(part, check))
  web.decorate('addLifeCheck', (part, check) => void lives.set(part, check))
  web.addHealthCheck('database', () => db.selectNoFrom((eb) => eb.lit(1).as('one')).execute())
  answerAt(web, ['/health', '/readyz'], checks)
  answerAt(web, ['/livez'], lives)
}

function answerAt(web: FastifyInstance, paths: string[], checks: Map<string, Check>): void {
  let last = { at: -Infinity, found: Promise.resolve<Found>({ missing: [], degraded: [] }) }
  const config = { access: 'readPublic', skipsOverload: true } as const
  for (const path of paths) {
    web.get(path, { config }, async (_, reply) => {
      const now = performance.now()
      if (now - last.at > maxAgeMs) last = { at: now, found: look(checks) }
      const { missing, degraded } = await last.found
      if (missing.length === 0) return { ok: true, ...(degraded.length > 0 && { degraded }) }
      const body = { ok: false, missing: missing.map(({ part }) => part), ...reasonsOf(missing) }
      return reply.code(503).header('retry-after', 1).send(body)
    })
  }
}

/** What only a person can mend is said in words; what passes by itself is not. */
function reasonsOf(missing: Missing[]): { reasons?: Record<string, string> } {
  const said = missing.flatMap(({ part, error }) =>
    error?.retryable === false ? [[part, error.message] as const] : [],
  )
  return said.length > 0 ? { reasons: Object.fromEntries(said) } : {}
}

async function look(checks: Map<string, Check>): Promise<Found> {
  const found = await Promise.all(
    [...checks].map(async ([part, check]) => ({ part, ...(await resultOf(check)) })),
  )
  return {
    missing: found.flatMap(({ part, failure }) => (failure ? [{ part, ...failure }] : [])),
    degraded: found.flatMap(({ part, isDegraded }) => (isDegraded ? [part] : [])),
  }
}

type Result = { failure: Failure | null; isDegraded: boolean }

/** A check that gives no answer in time has failed. */
async function resultOf(check: Check): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Result>((resolve) => {
    const failure = { error: null }
    timer = setTimeout(() => resolve({ failure, isDegraded: false }), timeoutMs)
  })
  const answered = Promise.resolve()
    .then(check)
    .then(
      (answer): Result => ({ failure: null, isDegraded: isDegraded(answer) }),
      (error: Error): Result => ({ failure: { error }, isDegraded: false }),
    )
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}

function isDegraded(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && Object(answer).isDegraded === true
}
