import type { FastifyInstance } from 'fastify'
import type { Store } from '../../store/index.ts'

const timeoutMs = 1_500
/** Whoever asks, and however often: each part is checked at most once a second. */
const maxAgeMs = 1_000

type Check = () => Promise<unknown>

declare module 'fastify' {
  interface FastifyInstance {
    /** a part this process cannot do its work without; `check` fails while it is away */
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
  let last = { at: -Infinity, missing: Promise.resolve<string[]>([]) }
  const config = { access: 'readPublic', skipsOverload: true } as const
  for (const path of paths) {
    web.get(path, { config }, async (_, reply) => {
      const now = performance.now()
      if (now - last.at > maxAgeMs) last = { at: now, missing: missingOf(checks) }
      const missing = await last.missing
      if (missing.length === 0) return { ok: true }
      return reply.code(503).header('retry-after', 1).send({ ok: false, missing })
    })
  }
}

async function missingOf(checks: Map<string, Check>): Promise<string[]> {
  const found = await Promise.all(
    [...checks].map(async ([part, check]) => ((await passes(check)) ? [] : [part])),
  )
  return found.flat()
}

/** A check that gives no answer in time has failed. */
async function passes(check: Check): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs)
  })
  const answered = Promise.resolve()
    .then(check)
    .then(
      () => true,
      () => false,
    )
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}
