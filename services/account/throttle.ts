import { createHash } from 'node:crypto'
import { attempt, forgetAttempts, forgetOldAttempts, consume } from '../store/index.ts'
import type { Store } from '../store/index.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

// Mails to one address, each kind counted by itself: what others had sent keeps no one from theirs.
const mails = { free: 3, firstMs: minute, maxMs: hour, forgetMs: day }
// Who guesses gets about a hundred tries a day from one place, and nobody who is elsewhere waits for
// that. From many places at once an account is slowed down a little, and never locked.
const slowing = {
  'sign-in': { free: 5, firstMs: 2 * second, maxMs: 15 * minute, forgetMs: day },
  'sign-in anywhere': { free: 100, firstMs: second, maxMs: 30 * second, forgetMs: day },
  reset: mails,
  'sign-up': mails,
  email: mails,
  invitation: mails,
}
// A whole venue stands behind one address: two hundred sign up in an evening, all at its beginning.
const allowances = {
  'sign-in': { most: 300, windowMs: 5 * minute },
  'sign-up': { most: 400, windowMs: hour },
  reset: { most: 60, windowMs: hour },
}
// Once an address has spent its tries, each account is still looked at now and then: a venue is not
// locked out by one telephone in it.
const crowded = { most: 1, windowMs: minute }
type Tried = keyof typeof slowing
type Allowance = keyof typeof allowances

export type Throttle = {
  /**
   * milliseconds to wait before the account may be tried again; 0: this try counts. `from`: an
   * address, or a session: tries from elsewhere are counted by themselves
   */
  account(what: Tried, email: string, from?: string): Promise<number>
  /** the same for everybody behind an address */
  address(what: Allowance, address: string): Promise<number>
  /** the same for one account behind an address that has spent its tries */
  crowded(email: string, address: string): Promise<number>
  /** the password was right: forgets the failed tries */
  forgive(what: Tried, email: string, from?: string): Promise<void>
}

export function openThrottle(store: Store, now: () => number): Throttle {
  let swept = 0
  async function sweep(at: number): Promise<void> {
    if (at - swept < hour) return
    swept = at
    await forgetOldAttempts(store, at - 2 * day)
  }
  return {
    async account(what, email, from = '') {
      return attempt(store, keyOf(what, 'account', email, netOf(from)), {
        now: now(),
        ...slowing[what],
      })
    },
    crowded: (email, address) =>
      consume(store, keyOf('crowded', netOf(address), email), { now: now(), ...crowded }),
    async address(what, address) {
      const at = now()
      await sweep(at)
      return consume(store, keyOf(what, 'address', netOf(address)), {
        now: at,
        ...allowances[what],
      })
    },
    forgive: (what, email, from = '') =>
      forgetAttempts(store, keyOf(what, 'account', email, netOf(from))),
  }
}

function keyOf(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\n').toLowerCase()).digest('hex')
}

/** IPv6 addresses are counted by network, because everybody with one address has a whole network. */
function netOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const gap = tail === undefined ? 0 : Math.max(8 - left.length - right.length, 0)
  return [...left, ...Array<string>(gap).fill('0'), ...right].slice(0, 4).join(':')
}
