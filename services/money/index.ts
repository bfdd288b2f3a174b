// Payments: the connection to Stripe, and the ledger of all payments, in whole cents.
export { accountOf, onboard, refreshAccount, setPaymentAccount } from './account.ts'
export { expectStripeClient, openStripeClient } from './stripe-client.ts'
export type { StripeClient } from './stripe-client.ts'
export { checkoutState, openCheckout } from './checkout.ts'
export type { Item } from './checkout.ts'
export { closeCheckoutsOf, withoutOpenCheckout } from './close-checkout.ts'
export { expectNoOpenCheckout } from './open-checkout.ts'
export { openWebhookQueue } from './webhook-queue.ts'
export type { WebhookQueue, Receipt } from './webhook-queue.ts'
export {
  addLedgerEntry,
  expectSettled,
  isPaid,
  lockBalance,
  lockRemovedBalance,
  moneyHeld,
  markPaid,
  cashPaid,
  totalPaid,
} from './ledger.ts'
export { refundPayment } from './refund.ts'
export { stripeFrom } from './stripe-sdk.ts'
export type { StripeKeys } from './stripe-sdk.ts'
export { PaymentError } from './payment-error.ts'
