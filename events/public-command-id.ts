import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

const length = 32

/**
 * The id of a command in public frames. Its sender can recognise it, but nobody can derive the real
 * id from it, which would give access to the command's answer (P2, P18).
 */
export function publicIdOf(command: string): string {
  return bytesToHex(sha256(utf8ToBytes(`public id of ${command}`))).slice(0, length)
}
