import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { startWaggle } from '#services/index.ts'
import type { Waggle, WaggleOptions } from '#services/index.ts'
import { templateDatabase } from './template-database.ts'

/** All services on the run's shared servers, with a database, streams and a port of their own. */
export type App = Waggle & { wsUrl: string; adminKey: string; databaseUrl: string; streams: string }

type Options = { natsUrl?: string } & Pick<
  WaggleOptions,
  | 'cabinetRateLimit'
  | 'connections'
  | 'compatPort'
  | 'compatHost'
  | 'consoleDist'
  | 'preview'
  | 'secret'
  | 'challonge'
  | 'challongeClock'
  | 'accounts'
  | 'stripe'
  | 'logTo'
  | 'requestsPerMinute'
  | 'network'
  | 'notifyTimes'
  | 'practiceTimes'
>

export async function startApp(options: Options = {}): Promise<App> {
  const name = `t${randomBytes(6).toString('hex')}`
  const databaseUrl = await newDatabase(name)
  const adminKey = randomBytes(24).toString('base64url')
  const streams = `${name}_`
  const waggle = await startWaggle({
    databaseUrl,
    natsUrl: options.natsUrl ?? inject('natsUrl'),
    streams,
    adminKey,
    port: 0,
    connections: options.connections,
    cabinetRateLimit: options.cabinetRateLimit,
    compatPort: options.compatPort,
    compatHost: options.compatHost,
    preview: options.preview,
    secret: options.secret,
    challonge: options.challonge,
    challongeClock: options.challongeClock,
    accounts: options.accounts,
    stripe: options.stripe ?? null,
    oneClick: true,
    logTo: options.logTo,
    network: options.network,
    notifyTimes: options.notifyTimes,
    requestsPerMinute: options.requestsPerMinute,
    practiceTimes: options.practiceTimes,
    ...(options.consoleDist === undefined ? {} : { consoleDist: options.consoleDist }),
    quiet: true,
  })
  const wsUrl = waggle.url.replace('http', 'ws')
  return { ...waggle, wsUrl, adminKey, databaseUrl, streams }
}

/** Creates a database beside the run's, with all migrations applied. */
export const newDatabase = (name: string): Promise<string> => create(name, templateDatabase)

/** Creates a database without any tables. */
export const emptyDatabase = (name: string): Promise<string> => create(name, 'template1')

async function create(name: string, template: string): Promise<string> {
  const url = new URL(inject('databaseUrl'))
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(`create database ${name} template ${template}`)
  await client.end()
  url.pathname = `/${name}`
  return url.href
}
