import { consume, networkOf } from '../../store/index.ts'
import type { Allowance, Store } from '../../store/index.ts'
import { hashOf } from '../access/secret.ts'
import { tooSoon } from '../errors/rejection.ts'

/** Refuses with the time to wait (P15). The counted key is stored only as a hash (P19). */
export async function enforceLimit(store: Store, key: string, allowance: Allowance): Promise<void> {
  const waitMs = await consume(store, hashOf(key), { now: Date.now(), ...allowance })
  if (waitMs > 0) throw tooSoon(waitMs)
}

/** The same for all addresses of the network of `ip`: one household can use many of them (P15). */
export async function enforceNetworkLimit(
  store: Store,
  { of, ip }: { of: string; ip: string },
  allowance: Allowance,
): Promise<void> {
  await enforceLimit(store, `${of} from ${networkOf(ip)}`, allowance)
}
