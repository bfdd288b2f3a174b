// The services in one process, as `npm start` runs them.
import { publicIdOf } from '#events/public-command-id.ts'
import { randomBytes } from 'node:crypto'
import type { Change } from '#events/view/frames.ts'
import { hashOf } from '#services/web/index.ts'
import { serveMetrics } from '#services/telemetry/index.ts'
import { startWaggle } from '#services/index.ts'
import type { Waggle } from '#services/index.ts'
import { cpuMs, heldBytes, serve } from './child.ts'
import { nowMs } from '../measure/numbers.ts'

type Opening = {
  databaseUrl: string
  natsUrl: string
  streams?: string
  adminKey: string
  /** without it, no console is served */
  consoleDist?: string
}
let waggle: Waggle
let metrics: string
/** The last tournament that has only frames and is known only to the fan-out. */
let frameTournament = 2_000_000_000

const handlers = {
  async open(options: Opening): Promise<string> {
    const defaults = { port: 0, compatPort: 0, oneClick: true, quiet: true, requestsPerMinute: 0 }
    // With metrics, as in a container, so that their cost is included.
    metrics = (await serveMetrics({ host: '127.0.0.1', port: 0 })).url
    waggle = await startWaggle({ ...options, ...defaults })
    return waggle.url
  },
  compatUrl: () => waggle.compatUrl ?? '',
  metricsUrl: () => metrics,
  cpuMs,
  heldBytes,
  factsTail: () => waggle.log.factsTail(),
  projected,
  showFrames,
  publishFrame,
  signInLink,
}
export type Product = typeof handlers
serve(handlers)

/** Waits until the read models are up to date with the log. */
async function projected(): Promise<void> {
  for (;;) {
    const target = { tournament: await waggle.log.tail(), facts: await waggle.log.factsTail() }
    const { rows } = await waggle.store.pool.query<{ name: 'tournament' | 'facts'; seq: number }>(
      'select name, seq from view.checkpoint',
    )
    if (rows.every(({ name, seq }) => seq >= target[name])) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Makes a tournament whose frames `publishFrame` sends. */
async function showFrames(): Promise<{ tournament: number }> {
  frameTournament += 1
  await waggle.store.pool.query('insert into view.tournament_version values ($1, 0)', [
    frameTournament,
  ])
  return { tournament: frameTournament }
}

/** Publishes the frame of a point like the projector; returns its time and text. */
async function publishFrame(id: string, like: number): Promise<{ atMs: number; text: string }> {
  const { pool } = waggle.store
  const found = await pool.query<{ frame: Change }>(
    'select frame from view.change where tournament = $1 order by version desc limit 1',
    [like],
  )
  const moved = await pool.query<{ version: number }>(
    `update view.tournament_version set version = version + 1 where tournament = $1
     returning version`,
    [frameTournament],
  )
  const { frame } = found.rows[0]!
  const { version } = moved.rows[0]!
  const change: Change = {
    ...frame,
    tournament: frameTournament,
    version,
    commit: { ...frame.commit, id: publicIdOf(id) },
  }
  await pool.query('insert into view.change values ($1, $2, $3)', [
    frameTournament,
    version,
    change,
  ])
  const atMs = nowMs()
  waggle.log.publish(`frame.${frameTournament}`, change)
  return { atMs, text: JSON.stringify(change) }
}

/** Signs a browser in as a referee of a scene. */
async function signInLink(scene: number): Promise<string> {
  const { db, nextIds } = waggle.store
  const [person = 0] = await nextIds('person', 1)
  const code = randomBytes(18).toString('base64url')
  await db.insertInto('kept.person').values({ id: person, name: 'Bench', isOwner: false }).execute()
  await db.insertInto('kept.role').values({ person, scene, role: 'tournament' }).execute()
  await db
    .insertInto('kept.signIn')
    .values({ codeHash: hashOf(code), person })
    .execute()
  return `${waggle.url}/api/user/sign-in/${code}`
}
