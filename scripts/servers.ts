// The two servers Waggle stands on: those that were given, else our own under `dir`.
import { join } from 'node:path'
import { startNats } from './servers/nats.ts'
import { startPostgres } from './servers/postgres.ts'

export { startNats, type Nats } from './servers/nats.ts'
export { startPostgres, type Postgres } from './servers/postgres.ts'

export type Servers = {
  databaseUrl: string
  natsUrl: string
  kind: 'given' | 'embedded' | 'containers'
  stop(): Promise<void>
}

export type Wanted = { dir: string; databaseUrl?: string; natsUrl?: string; fsync?: boolean }

export async function startServers({ dir, databaseUrl, natsUrl, fsync }: Wanted): Promise<Servers> {
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
    kind: nats?.container ? 'containers' : postgres || nats ? 'embedded' : 'given',
    stop,
  }
}
