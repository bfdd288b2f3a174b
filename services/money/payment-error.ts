import { paymentRefusals } from '../../events/refusals.ts'
import type { PaymentRefusal } from '../../events/refusals.ts'

/** Why money did not move, in words for who asked. */
export class PaymentError extends Error {
  override readonly name = 'PaymentError'
  readonly code: PaymentRefusal

  constructor(code: PaymentRefusal) {
    super(paymentRefusals[code])
    this.code = code
  }

  /** It may go another time as it stands. */
  get passes(): boolean {
    return this.code === 'STRIPE_AWAY'
  }
}
