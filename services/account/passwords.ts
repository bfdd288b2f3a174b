import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { limitConcurrency } from '../store/concurrency-limit.ts'
import { isCommon } from './common-passwords.ts'

export const passwordLength = { least: 8, recommended: 12, most: 128 }

/** Why a new password is refused; what characters it is made of is the person's own affair. */
export function passwordProblem(
  password: string,
  about: { name?: string; email?: string | null } = {},
): string | null {
  const letters = Array.from(password).length
  if (letters < passwordLength.least) return `At least ${passwordLength.least} characters`
  if (letters > passwordLength.most) return `At most ${passwordLength.most} characters`
  const plain = password.normalize('NFKC').toLowerCase()
  if (isCommon(plain)) return 'Too many people use this password. Choose another.'
  const own = [about.name, about.email, about.email?.split('@')[0]]
  if (own.some((word) => word?.toLowerCase() === plain)) {
    return 'Do not use your name or e-mail as the password.'
  }
  return null
}

// Hashing is slow on purpose. Two at a time leave the other threads to everything else.
const gently = limitConcurrency({ atOnce: 2, maxWaiting: 200 })

export function hash(password: string): Promise<string> {
  return gently(() => hashPassword(password))
}

let nobodys: Promise<string> | null = null

/** Takes the same time where there is no password to compare with. */
export async function verify({
  hash: kept,
  password,
}: {
  hash: string | null
  password: string
}): Promise<boolean> {
  nobodys ??= hashPassword('nobody has this password')
  const compared = kept ?? (await nobodys)
  const fits = await gently(() => verifyPassword({ hash: compared, password }))
  return fits && kept !== null
}
