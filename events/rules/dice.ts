import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * The dice of the stage with this index among those that a command creates. They are published
 * stage by stage (R-TB-7), so no stage's dice may say anything about those of another one; the
 * command's secret itself is never published.
 */
export function diceOf(secret: string, index: number): string {
  return bytesToHex(hmac(sha256, hexToBytes(secret), utf8ToBytes(`dice of stage ${index}`)))
}

/** A coin toss from a stage's secret, which anyone who knows the secret can repeat (R-SD-1). */
export function coinToss(secret: string, subject: string): boolean {
  return (hmac(sha256, hexToBytes(secret), utf8ToBytes(subject))[0] ?? 0) % 2 === 1
}

/** The hash that is published before the secret, so that anyone can verify it later (R-TB-7). */
export function diceHash(secret: string): string {
  const hash = hashes.get(secret) ?? bytesToHex(sha256(hexToBytes(secret)))
  if (hashes.size >= maxHashes) hashes.clear()
  hashes.set(secret, hash)
  return hash
}
const hashes = new Map<string, string>()
const maxHashes = 1_000
