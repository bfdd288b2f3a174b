// The two servers that Waggle needs: those at the given addresses, or our own under `dir`.
import { join } from 'node:path'
import { type Nats, startNats } from './nats.ts'
import { natsRooms } from '#services/log/index.ts'
import type { NatsRoom } from '#services/log/index.ts'
import { expectDatabaseOfLog } from './damage.ts'
import { keepRunning } from './keep-running.ts'
import type { Keeper } from './keep-running.ts'
import { startPostgres } from './postgres.ts'
import type { Postgres } from './postgres.ts'

export { startNats, type Nats } from './nats.ts'
export { startPostgres, type Postgres } from './postgres.ts'

export type Servers = {
  databaseUrl: string
  natsUrl: string
  /** one address per room, each with the room's user; only for our own server */
  natsUrls?: Record<NatsRoom, string>
  kind: 'given' | 'embedded' | 'containers'
  /** Starts our own servers again when they end; `onGiveUp` if that does not help. */
  keepRunning?(onGiveUp: (reason: string) => void): ServerNotes
  stop(): Promise<void>
}

/** What happened to our own servers, for the status page. */
type ServerNotes = () => { log: string | null; database: string | null }

type ServerOptions = { dir: string; databaseUrl?: string; natsUrl?: string; fsync?: boolean }

export async function startServers({
  dir,
  databaseUrl,
  natsUrl,
  fsync,
}: ServerOptions): Promise<Servers> {
  if (!databaseUrl && !natsUrl) expectDatabaseOfLog(dir)
  const [first, second] = await Promise.allSettled([
    databaseUrl ? undefined : startPostgres({ dir: join(dir, 'postgres'), fsync }),
    natsUrl ? undefined : startNats({ dir: join(dir, 'nats') }),
  ])
  const postgres = first.status === 'fulfilled' ? first.value : undefined
  const nats = second.status === 'fulfilled' ? second.value : undefined
  const keepers: Keeper[] = []
  const stop = async () => {
    await Promise.all(keepers.map((keeper) => keeper.stop()))
    await Promise.all([postgres?.stop(), nats?.stop()])
  }
  const keep = (name: string, server: Nats | Postgres, onGiveUp: (reason: string) => void) => {
    const named = {
      name,
      restart: () => server.restart(),
      get exited() {
        return server.exited
      },
    }
    const keeper = keepRunning(named, { onGiveUp })
    keepers.push(keeper)
    return keeper
  }
  for (const result of [first, second])
    if (result.status === 'rejected') {
      await stop()
      throw result.reason
    }
  return {
    databaseUrl: databaseUrl ?? postgres?.url ?? '',
    natsUrl: natsUrl ?? nats?.url ?? '',
    ...(nats ? { natsUrls: urlsOf(nats) } : {}),
    kind: nats?.container ? 'containers' : postgres || nats ? 'embedded' : 'given',
    keepRunning(onGiveUp) {
      const log = nats && keep('nats-server', nats, onGiveUp)
      const database = postgres && keep('Postgres', postgres, onGiveUp)
      return () => ({ log: log?.note() ?? null, database: database?.note() ?? null })
    },
    stop,
  }
}

function urlsOf(nats: Nats): Record<NatsRoom, string> {
  const urls = natsRooms.map((room) => [room, nats.urlOf(room)] as const)
  return Object.fromEntries(urls) as Record<NatsRoom, string>
}
