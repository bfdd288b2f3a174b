import type { Accounts } from '../account/index.ts'
import type { Desk } from '../desk/index.ts'
import type { Cashier } from '../money/index.ts'
import type { Seal, Store } from '../store/index.ts'
import type { Web } from '../web/index.ts'
import type { Chronicle } from './chronicle.ts'
import type { Projected } from './projected.ts'

/** What the routes stand on. */
export type Context = {
  web: Web
  store: Store
  desk: Desk
  accounts: Accounts
  projected: Projected
  chronicle: Chronicle
  /** null: this server has no key, and can keep no token of others */
  seal: Seal | null
  /** null: this server has no keys for Stripe */
  cashier: Cashier | null
  /** questions to other services */
  ask?: Ask | undefined
}
export type Ask = (subject: string, message: unknown, timeoutMs: number) => Promise<unknown>
