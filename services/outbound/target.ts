import { isIP } from 'node:net'

const maxLength = 2_000
const portOf = { 'http:': 80, 'https:': 443 } as const
type Scheme = keyof typeof portOf

/** The normalized target of a request. */
export type Target = { url: URL; host: string; port: number; isSecure: boolean }

/**
 * Parses an http or https address. Null for other schemes, for user names and passwords, and for IP
 * addresses in disguise (`0x7f.1`, `2130706433`), which are a sign of an attack.
 */
export function targetOf(text: string, from?: URL): Target | null {
  if (text.length > maxLength || !URL.canParse(text, from?.href)) return null
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
