import { storeValue, storedValue, tab } from '../../core/storage/storage.ts'
import { codeInHash } from './sign-in-redirect.ts'

/** The code from a link whose user has to sign in first. It is kept in this tab until then. */
export type LinkCode = { what: 'role' | 'email'; code: string }

const key = 'waggle:brought'

export function takeLinkCode(): LinkCode | null {
  const codeFromUrl = codeInAddress()
  // Removed from the address bar so that nobody can read it from the screen or the history.
  if (codeFromUrl) history.replaceState(history.state, '', location.pathname)
  const linkCode = codeFromUrl ?? storedCode()
  storeValue(key, null, tab)
  return linkCode
}

/** The invitation a new user signs up with. It is redeemed once they are signed in. */
export function storedInvitation(): string | undefined {
  const linkCode = storedCode()
  return linkCode?.what === 'role' ? linkCode.code : undefined
}

/** Call while the user is signed out: the code survives the sign-in. */
export function storeLinkCode(): void {
  const codeFromUrl = codeInAddress()
  if (!codeFromUrl) return
  history.replaceState(history.state, '', location.pathname)
  storeValue(key, codeFromUrl, tab)
}

function codeInAddress(): LinkCode | null {
  for (const what of ['role', 'email'] as const) {
    const code = codeInHash(location.hash, what)
    if (code !== '') return { what, code }
  }
  return null
}

const storedCode = () => storedValue(key, tab) as LinkCode | null
