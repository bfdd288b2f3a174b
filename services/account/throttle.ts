import { createHash } from 'node:crypto'
import {
  countAttempt,
  forgetAttempts,
  forgetOldAttempts,
  consume,
  networkOf,
} from '../store/index.ts'
import type { Store } from '../store/index.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

// Mails to one address, counted by kind, so that one kind does not block another.
const mails = { free: 3, firstMs: minute, maxMs: hour, forgetMs: day }
// Guessing from one place is limited to about a hundred attempts a day, which does not affect other
// places. Guessing from many places slows the account down slightly, but never locks it.
const slowing = {
  'sign-in': { free: 5, firstMs: 2 * second, maxMs: 15 * minute, forgetMs: day },
  'sign-in anywhere': { free: 100, firstMs: second, maxMs: 30 * second, forgetMs: day },
  reset: mails,
  'sign-up': mails,
  email: mails,
  invitation: mails,
}
// A whole venue shares one address: two hundred people may sign up at the start of an evening.
const allowances = {
  'sign-in': { most: 300, windowMs: 5 * minute },
  'sign-up': { most: 400, windowMs: hour },
  reset: { most: 60, windowMs: hour },
}
// When an address has used up its attempts, each account may still be tried now and then, so that
// one phone cannot lock out a whole venue.
const beyondAddressLimit = { most: 1, windowMs: minute }
type AccountAction = keyof typeof slowing
type AddressAction = keyof typeof allowances

export type Throttle = {
  /**
   * Counts an attempt for an account. Returns 0 if it is allowed, otherwise the wait in ms. `from`
   * is an address or session; attempts are counted separately for each.
   */
  account(action: AccountAction, email: string, from?: string): Promise<number>
  /** the same for everybody behind an address */
  address(action: AddressAction, address: string): Promise<number>
  /** the same for one account behind an address that has used up its attempts */
  beyondAddressLimit(email: string, address: string): Promise<number>
  /** clears failed attempts after a correct password */
  forgive(action: AccountAction, email: string, from?: string): Promise<void>
}

export function openThrottle(store: Store, now: () => number): Throttle {
  let swept = 0
  async function sweep(at: number): Promise<void> {
    if (at - swept < hour) return
    swept = at
    await forgetOldAttempts(store, at - 2 * day)
  }
  return {
    async account(action, email, from = '') {
      return countAttempt(store, keyOf(action, 'account', email, networkOf(from)), {
        now: now(),
        ...slowing[action],
      })
    },
    beyondAddressLimit: (email, address) =>
      consume(store, keyOf('crowded', networkOf(address), email), {
        now: now(),
        ...beyondAddressLimit,
      }),
    async address(action, address) {
      const at = now()
      await sweep(at)
      return consume(store, keyOf(action, 'address', networkOf(address)), {
        now: at,
        ...allowances[action],
      })
    },
    forgive: (action, email, from = '') =>
      forgetAttempts(store, keyOf(action, 'account', email, networkOf(from))),
  }
}

function keyOf(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\n').toLowerCase()).digest('hex')
}
