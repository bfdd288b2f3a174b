import { codeIn } from './ways.ts'

/** What a link brings, for who has to sign in first: it stays in this tab and is told to no server. */
export type Brought = { what: 'role' | 'email'; code: string }

const key = 'waggle:brought'

export function takeBrought(): Brought | null {
  const here = inAddress()
  // Out of the address: whoever looks at this screen later must not find it there.
  if (here) history.replaceState(history.state, '', location.pathname)
  const brought = here ?? kept()
  keep(null)
  return brought
}

/** Called where nobody is signed in yet. */
export function keepBrought(): void {
  const here = inAddress()
  if (!here) return
  history.replaceState(history.state, '', location.pathname)
  keep(here)
}

function inAddress(): Brought | null {
  for (const what of ['role', 'email'] as const) {
    const code = codeIn(location.hash, what)
    if (code !== '') return { what, code }
  }
  return null
}

function kept(): Brought | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Brought | null
  } catch {
    return null
  }
}

function keep(brought: Brought | null): void {
  try {
    if (brought) sessionStorage.setItem(key, JSON.stringify(brought))
    else sessionStorage.removeItem(key)
  } catch {
    // Without a store the link is opened again after signing in.
  }
}
