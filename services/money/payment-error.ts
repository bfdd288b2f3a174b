import { paymentRefusals } from '#events/refusals.ts'
import type { PaymentRefusal } from '#events/refusals.ts'

/** Why a payment failed, with a message for the user. */
export class PaymentError extends Error {
  override readonly name = 'PaymentError'
  readonly code: PaymentRefusal

  constructor(code: PaymentRefusal) {
    super(paymentRefusals[code])
    this.code = code
  }

  /** The same request may succeed later. */
  get passes(): boolean {
    return this.code === 'STRIPE_AWAY'
  }
}
