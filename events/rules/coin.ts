import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** Heads or tails from a stage's secret: anyone who knows the secret can draw it again (R-SD-1). */
export function coin(secret: string, what: string): boolean {
  return (hmac(sha256, hexToBytes(secret), utf8ToBytes(what))[0] ?? 0) % 2 === 1
}
