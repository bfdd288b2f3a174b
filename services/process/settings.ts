// Checks the settings at the start: a wrong value would otherwise end in an error that does not name
// it, or in links and payments that fail days later.
import { isIP } from 'node:net'
import { isWebAddress } from '#events/text/web-address.ts'

type Environment = NodeJS.ProcessEnv
type Check = [is: (text: string) => boolean, mustBe: string]

const maxPort = 65_535
const port: Check = [(text) => /^\d+$/.test(text) && Number(text) <= maxPort, 'a port number']
const url: Check = [isWebAddress, 'an address such as https://waggle.example']
const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
const proxyNames = ['true', 'false', 'loopback', 'linklocal', 'uniquelocal']

const checks: Record<string, Check> = {
  PORT: port,
  HIVE_PORT: port,
  METRICS_PORT: port,
  HIVE_HOST: [(text) => /^[\w.-]+$/.test(text), 'a host name'],
  PUBLIC_URL: url,
  OIDC_ISSUER: url,
  CHALLONGE_URL: url,
  STRIPE_URL: url,
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  NATS_MONITOR_URL: [
    (text) => partsOf(text).every(isWebAddress),
    'one or more addresses such as http://127.0.0.1:8222',
  ],
  DATABASE_URL: [(text) => /^postgres(ql)?:\/\//.test(text), 'postgres://user:password@host/name'],
  CHALLONGE_API: [(text) => ['v1', 'v2.1'].includes(text), 'v1 or v2.1'],
  LOG_LEVEL: [(text) => levels.includes(text), `one of ${levels.slice(0, -1).join(', ')}`],
  TRUST_PROXY: [
    (text) => partsOf(text).every((part) => proxyNames.includes(part) || isNetwork(part)),
    'addresses of proxies such as uniquelocal, loopback or 10.0.0.0/8',
  ],
  WEBHOOK_ADDRESSES: [
    (text) => partsOf(text).every((part) => /^([\d.]+|\[[\da-f:]+\]):\d+$/.test(part)),
    'addresses with their ports such as 127.0.0.1:8090',
  ],
  MAIL_FROM: [(text) => /\S@\S/.test(text), 'the e-mail address of a sender'],
  INTAKE_NAME: [(text) => /^[\w-]+$/.test(text), 'a name of letters, digits and hyphens'],
}
/** Settings of which one is useless, or does harm, without the others. */
const groups = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['CHALLONGE_CLIENT_ID', 'CHALLONGE_CLIENT_SECRET'],
  // Without the second, cards are charged and no payment is entered.
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
]
/** Their values may contain passwords, so messages leave them out. */
const secret = new Set(['DATABASE_URL', 'NATS_MONITOR_URL'])

/** Throws at the first wrong setting, and names it. An empty setting counts as not set. */
export function checkSettings(env: Environment, required: readonly string[] = []): void {
  const missing = required.find((name) => !env[name])
  if (missing) throw new Error(`${missing} is not set`)
  for (const [name, [is, mustBe]] of Object.entries(checks)) {
    const text = env[name]
    if (!text || is(text)) continue
    throw new Error(`${name} ${secret.has(name) ? '' : `is ${text}: it `}must be ${mustBe}`)
  }
  for (const names of groups) {
    const set = names.find((name) => env[name])
    const unset = names.find((name) => !env[name])
    if (set && unset) throw new Error(`${set} is set, but ${unset} is not: it needs both`)
  }
}

/** Why a start failed. Errors of the system do not name the setting that they are about. */
export function reasonOf(error: unknown): string {
  const { syscall } = error as NodeJS.ErrnoException
  const isAddress = syscall === 'listen' || syscall === 'getaddrinfo'
  return isAddress ? `${String(error)} (see PORT, HIVE_PORT and HOST)` : String(error)
}

function partsOf(text: string): string[] {
  return text.split(',').map((part) => part.trim())
}

function isNetwork(text: string): boolean {
  const [address = '', range = '0'] = text.split('/')
  return isIP(address) !== 0 && /^(\d+|[\d.]+)$/.test(range)
}
