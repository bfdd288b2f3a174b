// The two servers that Waggle needs: those at the given addresses, or our own under `dir`.
import { join } from 'node:path'
import { type Nats, startNats } from './nats.ts'
import { natsRooms } from '../../services/log/index.ts'
import type { NatsRoom } from '../../services/log/index.ts'
import { startPostgres } from './postgres.ts'

export { startNats, type Nats } from './nats.ts'
export { startPostgres, type Postgres } from './postgres.ts'

export type Servers = {
  databaseUrl: string
  natsUrl: string
  /** one address per room, each with the room's user; only for our own server */
  natsUrls?: Record<NatsRoom, string>
  kind: 'given' | 'embedded' | 'containers'
  stop(): Promise<void>
}

type ServerOptions = { dir: string; databaseUrl?: string; natsUrl?: string; fsync?: boolean }

export async function startServers({
  dir,
  databaseUrl,
  natsUrl,
  fsync,
}: ServerOptions): Promise<Servers> {
  const [first, second] = await Promise.allSettled([
    databaseUrl ? undefined : startPostgres({ dir: join(dir, 'postgres'), fsync }),
    natsUrl ? undefined : startNats({ dir: join(dir, 'nats') }),
  ])
  const postgres = first.status === 'fulfilled' ? first.value : undefined
  const nats = second.status === 'fulfilled' ? second.value : undefined
  const stop = async () => void (await Promise.all([postgres?.stop(), nats?.stop()]))
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
    stop,
  }
}

function urlsOf(nats: Nats): Record<NatsRoom, string> {
  const urls = natsRooms.map((room) => [room, nats.urlOf(room)] as const)
  return Object.fromEntries(urls) as Record<NatsRoom, string>
}
