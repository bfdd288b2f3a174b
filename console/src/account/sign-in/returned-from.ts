import { codeIn } from './sign-in-ways.ts'

/** What a link brings, for who has to sign in first: it stays in this tab and is told to no server. */
export type ReturnedFrom = { what: 'role' | 'email'; code: string }

const key = 'waggle:brought'

export function takeReturnedFrom(): ReturnedFrom | null {
  const here = inAddress()
  // Out of the address: whoever looks at this screen later must not find it there.
  if (here) history.replaceState(history.state, '', location.pathname)
  const brought = here ?? storedAddress()
  keep(null)
  return brought
}

/** The invitation somebody signs up with; it is opened once they are signed in. */
export function broughtInvitation(): string | undefined {
  const brought = storedAddress()
  return brought?.what === 'role' ? brought.code : undefined
}

/** Called where nobody is signed in yet. */
export function keepReturnedFrom(): void {
  const here = inAddress()
  if (!here) return
  history.replaceState(history.state, '', location.pathname)
  keep(here)
}

function inAddress(): ReturnedFrom | null {
  for (const what of ['role', 'email'] as const) {
    const code = codeIn(location.hash, what)
    if (code !== '') return { what, code }
  }
  return null
}

function storedAddress(): ReturnedFrom | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as ReturnedFrom | null
  } catch {
    return null
  }
}

function keep(brought: ReturnedFrom | null): void {
  try {
    if (brought) sessionStorage.setItem(key, JSON.stringify(brought))
    else sessionStorage.removeItem(key)
  } catch {
    // Without a store the link is opened again after signing in.
  }
}
