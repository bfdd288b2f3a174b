import { payment, payments as words } from '../../core/text/organize/registration.ts'
import type { LedgerEntry } from './money.ts'

/** The kind of an entry in words. One that takes another back does not read like a second one. */
export function kindOf({ kind, cents, reverses, reason }: LedgerEntry): string {
  const kindName = payment.kinds[kind]
  if (reverses !== null) return words.takenBack(kindName)
  if (cents > 0 && (kind === 'refund' || kind === 'dispute')) return words.returned[kind]
  return reason === null ? kindName : words.letOffFor(kindName, words.reasons[reason])
}
