// Money: the way to Stripe, and the one ledger that all that is paid stands in. Whole cents.
export { accountOf, onboard, renewAccount, use } from './account.ts'
export { expectCashier, openCashier } from './cashier.ts'
export type { Cashier } from './cashier.ts'
export { checkoutState, openCheckout } from './checkout.ts'
export type { Item } from './checkout.ts'
export { openInbox } from './inbox.ts'
export type { Inbox } from './inbox.ts'
export {
  enter,
  expectSettled,
  isPaid,
  lockOwing,
  markPaid,
  paidByHand,
  totalPaid,
} from './ledger.ts'
export { payBack } from './refund.ts'
export { stripeFrom } from './stripe.ts'
export type { StripeKeys } from './stripe.ts'
export { Trouble } from './trouble.ts'
