// Starts a temporary Waggle for one replay, separate from any existing data.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { natsAddress } from '#services/log/index.ts'
import pg from 'pg'
import { startServers } from '../servers/index.ts'
import type { Servers } from '../servers/index.ts'
import { startWaggle } from '#services/index.ts'

type Own = { url: string; key: string; stop(): Promise<void> }

/** No rate limit, because a replayed cabinet sends a whole evening in seconds. */
const rateLimit = { perSecond: 1_000_000, burst: 1_000_000 }

/**
 * Uses its own servers in a temporary folder; with `DATABASE_URL`, a separate database on that
 * server.
 */
export async function ownWaggle(): Promise<Own> {
  const { DATABASE_URL: databaseUrl, NATS_URL: natsUrl } = process.env
  const dir = await mkdtemp(join(tmpdir(), 'waggle-evening-'))
  const servers = await startServers({ dir, databaseUrl, natsUrl, fsync: false })
  const cleanUp = async () => {
    await servers.stop()
    await rm(dir, { recursive: true, force: true })
  }
  const key = randomBytes(24).toString('base64url')
  try {
    const waggle = await onServers(servers, key)
    const stop = async () => {
      try {
        await waggle.stop()
      } finally {
        await cleanUp()
      }
    }
    return { url: waggle.url, key, stop }
  } catch (error) {
    await cleanUp()
    throw error
  }
}

async function onServers({ databaseUrl, natsUrl }: Servers, adminKey: string) {
  const name = `evening_${randomBytes(6).toString('hex')}`
  await ask(databaseUrl, `create database ${name}`)
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  const streams = `${name}_`
  const options = {
    databaseUrl: url.href,
    natsUrl,
    streams,
    port: 0,
    adminKey,
    cabinetRateLimit: rateLimit,
  }
  const waggle = await startWaggle({ ...options, quiet: true })
  const stop = async () => {
    await waggle.stop()
    await ask(databaseUrl, `drop database ${name} with (force)`)
    await dropStreams(natsUrl, streams)
  }
  return { url: waggle.url, stop }
}

/** The servers may be shared, so everything is removed from them. */
async function dropStreams(natsUrl: string, prefix: string): Promise<void> {
  const connection = await connect(natsAddress(natsUrl))
  const { streams } = await jetstreamManager(connection)
  for await (const { config } of streams.list()) {
    if (config.name.includes(prefix)) await streams.delete(config.name)
  }
  await connection.close()
}

async function ask(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text)
  await client.end()
}
