import { createHash } from 'node:crypto'

/**
 * A hash of the host and port that an address leads to, which is stored beside the encrypted
 * address; of an address without a host, a hash of the whole.
 */
export function hostOf(address: unknown): string {
  const { endpoint, url = endpoint } = (address ?? {}) as { endpoint?: unknown; url?: unknown }
  const text = typeof url === 'string' && URL.canParse(url) ? new URL(url).host : ''
  const subject = text || JSON.stringify(address ?? null)
  return createHash('sha256').update(subject).digest('base64url').slice(0, 22)
}
