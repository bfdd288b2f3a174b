import { isIP } from 'node:net'

const longest = 2_000
const portOf = { 'http:': 80, 'https:': 443 } as const
type Scheme = keyof typeof portOf

/** Where a request goes: an address of the web, in its one spelling. */
export type Target = { url: URL; host: string; port: number; isSecure: boolean }

/**
 * Null for what is no plain http or https address: other schemes, names and passwords, and hosts
 * that are numbers in disguise (`0x7f.1`, `2130706433`), which nobody writes who means well.
 */
export function targetOf(text: string, from?: URL): Target | null {
  if (text.length > longest || !URL.canParse(text, from?.href)) return null
  const url = new URL(text, from)
  const { protocol, username, password, hostname } = url
  if (!isScheme(protocol) || username !== '' || password !== '' || hostname === '') return null
  url.hash = ''
  const isDisguised = isIP(hostname) === 4 && !text.includes(hostname)
  if (isDisguised && hostname !== from?.hostname) return null
  const host = hostname.replace(/^\[|\]$/g, '')
  const port = url.port === '' ? portOf[protocol] : Number(url.port)
  return { url, host, port, isSecure: protocol === 'https:' }
}

function isScheme(protocol: string): protocol is Scheme {
  return protocol in portOf
}
