import { guestNameMs, signInTimeoutMs } from '#events/rules/time-limits.ts'
import type { Web } from '../web/index.ts'
import { signInEvent } from './sign-in.ts'
import type { Options } from './sign-in.ts'

type SignOutOptions = Pick<Options, 'store' | 'storeFact'>
const everyMs = 60_000
/** Entries in a line expire after this time (R-PK-1). */
const pickupEntryMs = 8 * 60 * 60_000

/** Signs players out of cabinets that have been idle for too long. */
export function signOutIdle(app: Web, options: SignOutOptions): void {
  const logError = (err: unknown) => app.log.warn({ err }, 'sign-out')
  const sweep = () => signOutIdleNow(options, Date.now()).then(() => forgetGuests(options.store))
  const timer = setInterval(() => void sweep().catch(logError), everyMs)
  timer.unref()
  app.addHook('preClose', async () => clearInterval(timer))
}

export async function signOutIdleNow(
  { store, storeFact }: SignOutOptions,
  now: number,
): Promise<void> {
  const seats = await store.db
    .selectFrom('view.signIn')
    .innerJoin('view.cabinet', 'view.cabinet.id', 'view.signIn.cabinet')
    .select(['view.signIn.cabinet', 'view.signIn.position'])
    .where('view.cabinet.heard', '<=', new Date(now - signInTimeoutMs).toISOString())
    .execute()
  for (const { cabinet, position } of seats)
    await storeFact(cabinet, signInEvent('signOut', [position]))
}

/** P20: deletes guests and entries of lines that are no longer needed. */
export async function forgetGuests({ db }: SignOutOptions['store']): Promise<void> {
  const old = new Date(Date.now() - guestNameMs)
  await db.deleteFrom('kept.guest').where('createdAt', '<', old).execute()
  const late = new Date(Date.now() - pickupEntryMs)
  await db.deleteFrom('kept.pickupEntry').where('createdAt', '<', late).execute()
}
