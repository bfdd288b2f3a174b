import { lookup } from 'node:dns/promises'
import http from 'node:http'
import type { ClientRequest, IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, BlockList } from 'node:net'
import type { LookupFunction, Socket } from 'node:net'
import { targetOf } from './target.ts'
import type { Target } from './target.ts'

const notPublic = listOf('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // includes 169.254.169.254, the metadata service of clouds
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // the metadata service of one cloud, although the address looks public
  '168.63.129.16/32',
])

/** Global unicast; excludes loopback, ULA, link-local, multicast and mapped addresses. */
const globalUnicast = listOf('ipv6', ['2000::/3'])

const reserved = listOf('ipv6', ['2001::/23', '2001:db8::/32', '3fff::/20'])

/** NAT64 and 6to4 embed an IPv4 address, which is checked instead. */
const embedding = listOf('ipv6', ['64:ff9b::/96', '2002::/16'])

/** Network access: name resolution, allowed addresses, and timeouts. Tests override parts of it. */
export type NetworkAccess = {
  resolve(host: string): Promise<string[]>
  mayReach(address: string, port: number): boolean
  /** whether a push service may be there, which no one needs to look up */
  mayPush(target: Target): boolean
  connectMs: number
  totalMs: number
}
export const publicInternet: NetworkAccess = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  mayReach: (address, port) => (port === 80 || port === 443) && isPublic(address),
  mayPush: ({ host, port, isSecure }) =>
    isSecure && port === 443 && isIP(host) === 0 && host.includes('.'),
  connectMs: 3_000,
  totalMs: 5_000,
}

export type FetchOptions = { accept: string; accepts(type: string): boolean; maxBytes: number }
/** `isCut` is true if the body was longer than `maxBytes`. */
export type Fetched = { url: URL; contentType: string; body: Buffer; isCut: boolean }

const maxRedirects = 3

/** Fetches an address that somebody entered; null if it cannot be reached or is not allowed. */
export async function get(
  network: NetworkAccess,
  address: string,
  options: FetchOptions,
): Promise<Fetched | null> {
  const signal = AbortSignal.timeout(network.totalMs)
  try {
    let target = targetOf(address)
    for (let redirects = 0; target && redirects <= maxRedirects; redirects++) {
      const headers = { accept: options.accept, 'user-agent': 'WaggleLinkPreview/1.0' }
      const response = await request(network, target, { headers, signal })
      const next = redirectOf(response)
      if (next === null) return await read(response, target, options)
      response.destroy()
      // The redirect target is checked like the first address, because it may be internal.
      target = targetOf(next, target.url)
    }
    return null
  } catch {
    return null
  }
}

/** Whether the target has only public addresses; does not connect to it. */
export async function isPublicTarget(network: NetworkAccess, target: Target): Promise<boolean> {
  try {
    await addressesOf(network, target, AbortSignal.timeout(network.totalMs))
    return true
  } catch {
    return false
  }
}

type RequestOptions = {
  method?: 'GET' | 'POST'
  headers: Record<string, string | number>
  body?: Buffer
  signal: AbortSignal
}

export async function request(
  network: NetworkAccess,
  target: Target,
  { method = 'GET', headers, body, signal }: RequestOptions,
): Promise<IncomingMessage> {
  const { url, host, port, isSecure } = target
  const addresses = await addressesOf(network, target, signal)
  const clientRequest = (isSecure ? https : http).request({
    hostname: host,
    port,
    path: url.pathname + url.search,
    method,
    headers: { ...headers, 'accept-encoding': 'identity' },
    // Uses a new connection without proxy to the checked addresses: resolving the name again might
    // give a different result.
    agent: false,
    lookup: pinned(addresses),
    signal,
  })
  return responseOf(clientRequest, body, {
    connectMs: network.connectMs,
    isSecure,
    isAllowed: ({ remoteAddress = '' }) => network.mayReach(remoteAddress, port),
  })
}

/** Resolves a host; throws if any of its addresses is not allowed. */
async function addressesOf(
  { resolve, mayReach }: NetworkAccess,
  { host, port }: Target,
  signal: AbortSignal,
): Promise<string[]> {
  const addresses = isIP(host) ? [host] : await inTime(resolve(host), signal)
  const areAllowed = addresses.every((address) => mayReach(address, port))
  if (addresses.length === 0 || !areAllowed) throw new Error('not on the public internet')
  return addresses
}

/** Rejects at the timeout. Creating the promise here avoids an unhandled rejection. */
function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const timeout = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('too late')), { once: true })
  })
  return Promise.race([work, timeout])
}

function pinned(addresses: string[]): LookupFunction {
  const resolved = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, { all }, done) => {
    if (all) done(null, resolved)
    else done(null, resolved[0]?.address ?? '', resolved[0]?.family)
  }
}

type Conditions = { connectMs: number; isSecure: boolean; isAllowed(socket: Socket): boolean }

function responseOf(
  request: ClientRequest,
  body: Buffer | undefined,
  { connectMs, isSecure, isAllowed }: Conditions,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => request.destroy(new Error('no connection')), connectMs)
    request.once('socket', (socket) => {
      socket.once('connect', () => {
        if (!isAllowed(socket)) request.destroy(new Error('not on the public internet'))
      })
      socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(timer))
    })
    request.once('response', resolve)
    request.on('error', reject)
    request.once('close', () => clearTimeout(timer))
    request.end(body)
  })
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | null {
  return [301, 302, 303, 307, 308].includes(statusCode) ? (headers.location ?? null) : null
}

async function read(
  response: IncomingMessage,
  { url }: Target,
  { accepts, maxBytes }: FetchOptions,
): Promise<Fetched | null> {
  const { statusCode = 0, headers } = response
  const { 'content-type': contentType = '', 'content-encoding': encoding = 'identity' } = headers
  const type = contentType.split(';', 1)[0]!.trim().toLowerCase()
  if (statusCode < 200 || statusCode > 299 || encoding !== 'identity' || !accepts(type)) {
    response.destroy()
    return null
  }
  const parts: Buffer[] = []
  let size = 0
  // Leaving the loop closes the connection, which ends an endless body.
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part)
    size += part.length
    if (size > maxBytes) break
  }
  const body = Buffer.concat(parts).subarray(0, maxBytes)
  return { url, contentType, body, isCut: size > maxBytes }
}

/** Whether an address is public; in doubt it is not (R-OG-2). */
export function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !notPublic.check(address, 'ipv4')
  // A zone identifies a network interface of this machine.
  if (family !== 6 || address.includes('%')) return false
  if (embedding.check(address, 'ipv6')) return isPublic(embeddedIpv4(address))
  return globalUnicast.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
}

function listOf(family: 'ipv4' | 'ipv6', subnets: string[]): BlockList {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [net = '', bits] = subnet.split('/')
    list.addSubnet(net, Number(bits), family)
  }
  return list
}

function embeddedIpv4(address: string): string {
  const groups = groupsOf(address)
  const pair = groups[0] === 0x2002 ? groups.slice(1, 3) : groups.slice(6, 8)
  return pair.flatMap((group) => [group >> 8, group & 0xff]).join('.')
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = plain.split('::')
  const parts = (text: string) => (text ? text.split(':').map((part) => parseInt(part, 16)) : [])
  if (tail === undefined) return parts(head)
  const [first, last] = [parts(head), parts(tail)]
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
}
