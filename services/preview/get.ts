import { lookup } from 'node:dns/promises'
import http from 'node:http'
import type { ClientRequest, IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import type { LookupFunction, Socket } from 'node:net'
import { isPublic } from './address.ts'
import { targetOf } from './target.ts'
import type { Target } from './target.ts'

/** The world as it is reached: who knows names, and which addresses may be spoken to. */
export type Outside = {
  resolve(host: string): Promise<string[]>
  mayReach(address: string, port: number): boolean
  connectMs: number
  totalMs: number
}
export const world: Outside = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  mayReach: (address, port) => (port === 80 || port === 443) && isPublic(address),
  connectMs: 3_000,
  totalMs: 5_000,
}

export type FetchOptions = { accept: string; takes(type: string): boolean; maxBytes: number }
/** `isCut`: there was more than was wanted. */
export type Fetched = { url: URL; contentType: string; body: Buffer; isCut: boolean }

const maxRedirects = 3

/** What stands at an address somebody typed; null when it cannot or may not be had. */
export async function get(
  outside: Outside,
  address: string,
  wanted: FetchOptions,
): Promise<Fetched | null> {
  const signal = AbortSignal.timeout(outside.totalMs)
  try {
    let target = targetOf(address)
    for (let redirects = 0; target && redirects <= maxRedirects; redirects++) {
      const headers = { accept: wanted.accept, 'user-agent': 'WaggleLinkPreview/1.0' }
      const response = await ask(outside, target, { headers, signal })
      const next = placeAfter(response)
      if (next === null) return await read(response, target, wanted)
      response.destroy()
      // Checked from the beginning: where it leads may be inside.
      target = targetOf(next, target.url)
    }
    return null
  } catch {
    return null
  }
}

/** Whether something stands out in the world, without speaking to it. */
export async function isOutside(outside: Outside, target: Target): Promise<boolean> {
  try {
    await addressesOf(outside, target, AbortSignal.timeout(outside.totalMs))
    return true
  } catch {
    return false
  }
}

type AskOptions = {
  method?: 'GET' | 'POST'
  headers: Record<string, string | number>
  body?: Buffer
  signal: AbortSignal
}

export async function ask(
  outside: Outside,
  target: Target,
  { method = 'GET', headers, body, signal }: AskOptions,
): Promise<IncomingMessage> {
  const { url, host, port, isSecure } = target
  const addresses = await addressesOf(outside, target, signal)
  const request = (isSecure ? https : http).request({
    hostname: host,
    port,
    path: url.pathname + url.search,
    method,
    headers: { ...headers, 'accept-encoding': 'identity' },
    // One connection for one request, past any proxy, to the addresses that were checked: a name
    // that is asked for twice may have two answers.
    agent: false,
    lookup: pinned(addresses),
    signal,
  })
  return answerOf(request, body, {
    connectMs: outside.connectMs,
    isSecure,
    mayStay: ({ remoteAddress = '' }) => outside.mayReach(remoteAddress, port),
  })
}

/** All addresses of a host; one of them inside is enough to speak to none. */
async function addressesOf(
  { resolve, mayReach }: Outside,
  { host, port }: Target,
  signal: AbortSignal,
): Promise<string[]> {
  const addresses = isIP(host) ? [host] : await inTime(resolve(host), signal)
  const mayAll = addresses.every((address) => mayReach(address, port))
  if (addresses.length === 0 || !mayAll) throw new Error('not out in the world')
  return addresses
}

/** Raced against the time there is: a promise of that alone would be refused with nobody listening. */
function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('too late')), { once: true })
  })
  return Promise.race([work, late])
}

function pinned(addresses: string[]): LookupFunction {
  const resolved = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, { all }, done) => {
    if (all) done(null, resolved)
    else done(null, resolved[0]?.address ?? '', resolved[0]?.family)
  }
}

type Conditions = { connectMs: number; isSecure: boolean; mayStay(socket: Socket): boolean }

function answerOf(
  request: ClientRequest,
  body: Buffer | undefined,
  { connectMs, isSecure, mayStay }: Conditions,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => request.destroy(new Error('no connection')), connectMs)
    request.once('socket', (socket) => {
      socket.once('connect', () => {
        if (!mayStay(socket)) request.destroy(new Error('not out in the world'))
      })
      socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(timer))
    })
    request.once('response', resolve)
    request.on('error', reject)
    request.once('close', () => clearTimeout(timer))
    request.end(body)
  })
}

function placeAfter({ statusCode = 0, headers }: IncomingMessage): string | null {
  return [301, 302, 303, 307, 308].includes(statusCode) ? (headers.location ?? null) : null
}

async function read(
  response: IncomingMessage,
  { url }: Target,
  { takes, maxBytes }: FetchOptions,
): Promise<Fetched | null> {
  const { statusCode = 0, headers } = response
  const { 'content-type': contentType = '', 'content-encoding': packed = 'identity' } = headers
  const type = contentType.split(';', 1)[0]!.trim().toLowerCase()
  if (statusCode < 200 || statusCode > 299 || packed !== 'identity' || !takes(type)) {
    response.destroy()
    return null
  }
  const parts: Buffer[] = []
  let size = 0
  // Leaving the loop closes the connection: an endless body ends here.
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part)
    size += part.length
    if (size > maxBytes) break
  }
  const body = Buffer.concat(parts).subarray(0, maxBytes)
  return { url, contentType, body, isCut: size > maxBytes }
}
