import { codeInHash } from './sign-in-redirect.ts'

/** The code from a link whose user has to sign in first. It is kept in this tab until then. */
export type LinkCode = { what: 'role' | 'email'; code: string }

const key = 'waggle:brought'

export function takeLinkCode(): LinkCode | null {
  const codeFromUrl = codeInAddress()
  // Removed from the address bar so that nobody can read it from the screen or the history.
  if (codeFromUrl) history.replaceState(history.state, '', location.pathname)
  const linkCode = codeFromUrl ?? storedCode()
  store(null)
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
  store(codeFromUrl)
}

function codeInAddress(): LinkCode | null {
  for (const what of ['role', 'email'] as const) {
    const code = codeInHash(location.hash, what)
    if (code !== '') return { what, code }
  }
  return null
}

function storedCode(): LinkCode | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as LinkCode | null
  } catch {
    return null
  }
}

function store(linkCode: LinkCode | null): void {
  try {
    if (linkCode) sessionStorage.setItem(key, JSON.stringify(linkCode))
    else sessionStorage.removeItem(key)
  } catch {
    // Storage is unavailable: the user has to open the link again after signing in.
  }
}
