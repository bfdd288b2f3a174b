import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** Heads or tails from a stage's secret: anyone who knows the secret can draw it again (R-SD-1). */
export function coinToss(secret: string, what: string): boolean {
  return (hmac(sha256, hexToBytes(secret), utf8ToBytes(what))[0] ?? 0) % 2 === 1
}

/** What is published of a secret before it is told: anyone can compare later (R-TB-7). */
export function diceHash(secret: string): string {
  const found = hashes.get(secret) ?? bytesToHex(sha256(hexToBytes(secret)))
  if (hashes.size >= maxHashes) hashes.clear()
  hashes.set(secret, found)
  return found
}
const hashes = new Map<string, string>()
const maxHashes = 1_000
