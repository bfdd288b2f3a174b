import { createHash } from 'node:crypto'
import { attempt, forgetAttempts, forgetOldAttempts, spend } from '../store/index.ts'
import type { Store } from '../store/index.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

// Mails to one address, each kind counted by itself: what others had sent keeps no one from theirs.
const letter = { free: 3, firstMs: minute, mostMs: hour, forgetMs: day }
// An account is slowed down, never locked: who guesses gets about a hundred tries a day, and its
// person has to wait a quarter of an hour at most. It does not matter from where they come.
const slowing = {
  'sign-in': { free: 5, firstMs: 2 * second, mostMs: 15 * minute, forgetMs: day },
  reset: letter,
  'sign-up': letter,
  email: letter,
  invitation: letter,
}
// A whole venue stands behind one address: two hundred sign up in an evening, all at its beginning.
const allowances = {
  'sign-in': { most: 300, windowMs: 5 * minute },
  'sign-up': { most: 400, windowMs: hour },
  reset: { most: 60, windowMs: hour },
}
export type Tried = keyof typeof slowing
export type Spent = keyof typeof allowances

export type Throttle = {
  /** milliseconds to wait before the account may be tried again; 0: this try counts */
  account(what: Tried, email: string): Promise<number>
  /** the same for everybody behind an address */
  address(what: Spent, address: string): Promise<number>
  /** it was its person after all */
  forgive(what: Tried, email: string): Promise<void>
}

export function openThrottle(store: Store, now: () => number): Throttle {
  let swept = 0
  async function sweep(at: number): Promise<void> {
    if (at - swept < hour) return
    swept = at
    await forgetOldAttempts(store, at - 2 * day)
  }
  return {
    async account(what, email) {
      return attempt(store, keyOf(what, 'account', email), { now: now(), ...slowing[what] })
    },
    async address(what, address) {
      const at = now()
      await sweep(at)
      return spend(store, keyOf(what, 'address', netOf(address)), { now: at, ...allowances[what] })
    },
    forgive: (what, email) => forgetAttempts(store, keyOf(what, 'account', email)),
  }
}

function keyOf(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\n').toLowerCase()).digest('hex')
}

/** Who has one address of the sixth version has a whole net of them. */
function netOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const gap = tail === undefined ? 0 : Math.max(8 - left.length - right.length, 0)
  return [...left, ...Array<string>(gap).fill('0'), ...right].slice(0, 4).join(':')
}
