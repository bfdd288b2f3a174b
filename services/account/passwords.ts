import type { Message } from '#events/messages/message.ts'
import { say } from '#events/messages/message.ts'
import { maxPasswordCharacters } from '#events/rules/limits.ts'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { limitConcurrency } from '../store/concurrency-limit.ts'
import { isCommon } from './common-passwords.ts'

export const passwordLength = { least: 8, recommended: 12, most: maxPasswordCharacters }

/** Why a new password is refused, or null. There are no rules about kinds of characters. */
export function passwordProblem(
  password: string,
  about: { name?: string; email?: string | null } = {},
): Message | null {
  const letters = Array.from(password).length
  const { least, most } = passwordLength
  if (letters < least) return say('tooFewCharacters', { least })
  if (letters > most) return say('tooManyCharacters', { most })
  const plain = password.normalize('NFKC').toLowerCase()
  if (isCommon(plain)) return say('passwordCommon')
  const ownWords = [about.name, about.email, about.email?.split('@')[0]]
  if (ownWords.some((word) => word?.toLowerCase() === plain)) {
    return say('passwordIsName')
  }
  return null
}

// Hashing is slow on purpose. At most two run at once, so that other threads stay free.
const limited = limitConcurrency({ atOnce: 2, maxWaiting: 200 })

export function hash(password: string): Promise<string> {
  return limited(() => hashPassword(password))
}

let dummyHash: Promise<string> | null = null

/** Takes the same time if there is no password to compare with. */
export async function verify({
  hash: storedHash,
  password,
}: {
  hash: string | null
  password: string
}): Promise<boolean> {
  dummyHash ??= hashPassword('nobody has this password')
  const compared = storedHash ?? (await dummyHash)
  const fits = await limited(() => verifyPassword({ hash: compared, password }))
  return fits && storedHash !== null
}
