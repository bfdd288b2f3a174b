import { signInTimeoutMs } from '../../events/schema/cabinet-facts.ts'
import { guestMs } from '../queries/sign-ins.ts'
import type { Web } from '../web/index.ts'
import { event } from './sign-in.ts'
import type { Options } from './sign-in.ts'

type Signing = Pick<Options, 'store' | 'say'>
const everyMs = 60_000
/** Whoever has waited longer is not there any more (R-PK-1). */
const lineMs = 8 * 60 * 60_000

/** Whoever is signed in at a cabinet that nobody has touched for half an hour is signed out. */
export function signOutIdle(app: Web, options: Signing): void {
  const failed = (err: unknown) => app.log.warn({ err }, 'sign-out')
  const sweep = () => signOutIdleNow(options, Date.now()).then(() => forgetGuests(options.store))
  const timer = setInterval(() => void sweep().catch(failed), everyMs)
  timer.unref()
  app.addHook('preClose', async () => clearInterval(timer))
}

export async function signOutIdleNow({ store, say }: Signing, now: number): Promise<void> {
  const seats = await store.db
    .selectFrom('view.signIn')
    .innerJoin('view.cabinet', 'view.cabinet.id', 'view.signIn.cabinet')
    .select(['view.signIn.cabinet', 'view.signIn.position'])
    .where('view.cabinet.heard', '<=', new Date(now - signInTimeoutMs).toISOString())
    .execute()
  for (const { cabinet, position } of seats) await say(cabinet, event('signOut', [position]))
}

/** P20: nothing of a guest is left where nobody looks for it any more. */
export async function forgetGuests({ db }: Signing['store']): Promise<void> {
  const old = new Date(Date.now() - guestMs)
  await db.deleteFrom('kept.guest').where('createdAt', '<', old).execute()
  const late = new Date(Date.now() - lineMs)
  await db.deleteFrom('kept.pickupEntry').where('createdAt', '<', late).execute()
}
