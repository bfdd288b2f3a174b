import { existsSync, readFileSync } from 'node:fs'
import { credsAuthenticator } from '@nats-io/transport-node'
import type { NodeConnectionOptions } from '@nats-io/transport-node'

type Part = 'user' | 'pass' | 'token' | 'tls' | 'authenticator'
type Address = Pick<NodeConnectionOptions, Part> & { servers: string[] }

/**
 * Parses NATS_URL, a comma-separated list of servers: `nats://user:password@host:4222`,
 * `nats://token@host:4222`, or `tls://…` for an encrypted connection. The NATS client itself
 * ignores credentials in a URL. Files come from NATS_CREDS, NATS_CA, NATS_CERT and NATS_KEY.
 */
export function natsAddress(url: string, env: NodeJS.ProcessEnv = process.env): Address {
  const all = url.split(',').map((one) => addressOf(one.trim()))
  const servers = all.map(({ protocol, host }) => `${protocol}//${host}`)
  const { username, password } = all.find((one) => one.username !== '') ?? all[0]!
  const files = { servers, ...tlsOf(all, env), ...credsOf(env) }
  if (username === '') return files
  const user = decodeURIComponent(username)
  return password === ''
    ? { ...files, token: user }
    : { ...files, user, pass: decodeURIComponent(password) }
}

function addressOf(text: string): URL {
  const address = text.includes('://') ? text : `nats://${text}`
  if (URL.canParse(address) && /^(nats|tls):\/\/./.test(address)) return new URL(address)
  // The message leaves out the text, which may contain a password.
  throw new Error(
    'NATS_URL is not an address. Use nats://user:password@host:4222, with commas between several',
  )
}

function tlsOf(all: URL[], env: NodeJS.ProcessEnv): Pick<Address, 'tls'> {
  const files = {
    caFile: fileOf(env, 'NATS_CA'),
    certFile: fileOf(env, 'NATS_CERT'),
    keyFile: fileOf(env, 'NATS_KEY'),
  }
  const tls = Object.fromEntries(Object.entries(files).filter(([, file]) => file !== undefined))
  const isTls = all.some(({ protocol }) => protocol === 'tls:')
  return isTls || Object.keys(tls).length > 0 ? { tls: tls } : {}
}

function credsOf(env: NodeJS.ProcessEnv): Pick<Address, 'authenticator'> {
  const file = fileOf(env, 'NATS_CREDS')
  if (file === undefined) return {}
  const content = readFileSync(file)
  // The client itself reports a file of another kind as a server that does not answer.
  if (!content.includes('-BEGIN NATS USER JWT-'))
    throw new Error(`NATS_CREDS is not a credentials file as nsc generates it: ${file}`)
  return { authenticator: credsAuthenticator(content) }
}

function fileOf(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const file = env[name]
  if (!file) return undefined
  if (existsSync(file)) return file
  throw new Error(`${name} names a file that does not exist: ${file}`)
}
