import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

const length = 32

/**
 * What public frames call a command by: its sender knows it again, and nobody can get from it to the
 * id, which is what asks for the command's answer (P2, P18).
 */
export function publicIdOf(command: string): string {
  return bytesToHex(sha256(utf8ToBytes(`public id of ${command}`))).slice(0, length)
}
