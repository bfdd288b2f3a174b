import type pg from 'pg'
import { isFromFuture } from './advisory-lock.ts'

type Db = { pool: pg.Pool }
/** After `free` attempts each wait is twice as long as the previous one, up to `maxMs`. */
type SlowingAllowance = { free: number; firstMs: number; maxMs: number; forgetMs: number }
export type Allowance = { most: number; windowMs: number }

/** The wait is over; after the clock has been set back, the stored times say nothing about it. */
const isOver = `(a.open_at <= $2 or ${isFromFuture('a.at', { now: '$2::timestamptz' })})`

/**
 * Counts an attempt before it is made, so that concurrent attempts are limited too. Returns 0 if it
 * is allowed, otherwise the wait in ms.
 */
export async function countAttempt(
  { pool }: Db,
  key: string,
  { now, free, firstMs, maxMs, forgetMs }: SlowingAllowance & { now: number },
): Promise<number> {
  const { rows } = await pool.query<{ tries: number }>(
    `insert into kept.attempt as a (key, tries, at, open_at) values ($1, 1, $2, $2)
     on conflict (key) do update set at = $2,
       tries = case when a.at < $3 then 1 else a.tries + 1 end,
       open_at = case when a.at < $3 or a.tries + 1 < $4 then $2 else
         $2::timestamptz + interval '1 ms' * least($5 * power(2, least(a.tries + 1 - $4, 30)), $6) end
     where ${isOver}
     returning tries`,
    [key, new Date(now), new Date(now - forgetMs), free, firstMs, maxMs],
  )
  return rows.length > 0 ? 0 : waitFor(pool, key, now)
}

/** Allows `most` uses in a window. Returns 0 if allowed, otherwise the wait in ms. */
export async function consume(
  { pool }: Db,
  key: string,
  { now, most, windowMs }: Allowance & { now: number },
): Promise<number> {
  const { rows } = await pool.query<{ tries: number }>(
    `insert into kept.attempt as a (key, tries, at, open_at) values ($1, 1, $2, $3)
     on conflict (key) do update set at = $2,
       tries = case when ${isOver} then 1 else a.tries + 1 end,
       open_at = case when ${isOver} then $3 else a.open_at end
     where ${isOver} or a.tries < $4
     returning tries`,
    [key, new Date(now), new Date(now + windowMs), most],
  )
  return rows.length > 0 ? 0 : waitFor(pool, key, now)
}

async function waitFor(pool: pg.Pool, key: string, now: number): Promise<number> {
  const { rows } = await pool.query<{ openAt: Date }>(
    'select open_at as "openAt" from kept.attempt where key = $1',
    [key],
  )
  return Math.max((rows[0]?.openAt.getTime() ?? now) - now, 1)
}

export async function forgetAttempts({ pool }: Db, key: string): Promise<void> {
  await pool.query('delete from kept.attempt where key = $1', [key])
}

export async function forgetOldAttempts({ pool }: Db, before: number): Promise<void> {
  await pool.query('delete from kept.attempt where at < $1 and open_at < $1', [new Date(before)])
}

/** IPv6 addresses are counted by /64 network, because a client usually has a whole network. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const gap = tail === undefined ? 0 : Math.max(8 - left.length - right.length, 0)
  return [...left, ...Array<string>(gap).fill('0'), ...right].slice(0, 4).join(':')
}
