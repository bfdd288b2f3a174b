// The state of the Stripe stand-in, and actions of payers, banks and Stripe.

export type Account = {
  id: string
  details: boolean
  charges: boolean
  why: string | null
  /** its owner has disconnected it */
  gone: boolean
}
export type Session = {
  id: string
  account: string
  url: string
  cents: number
  fee: number
  status: 'open' | 'complete' | 'expired'
  paid: boolean
  metadata: Record<string, string>
  payment: string | null
  charge: string | null
  /** the status of the payment intent */
  payable: string
}
export type Refund = {
  id: string
  account: string
  charge: string
  payment: string
  cents: number
  status: string
  withFee: boolean
  metadata: Record<string, string>
}
export type Dispute = {
  id: string
  account: string
  payment: string
  cents: number
  status: string
}

export type StripeState = {
  accounts: Account[]
  /** onboarding links created so far */
  links: string[]
  sessions: Session[]
  refunds: Refund[]
  disputes: Dispute[]
  /** the key may not read application fees */
  hidesFees: boolean
  /** the payer completes the checkout: paid immediately, or by a bank that takes days */
  pay(session: string, how?: 'now' | 'slowly'): Session
  /** the bank finishes a slow payment */
  settle(session: string, how: 'paid' | 'failed'): Session
  refund(session: Session, cents: number, status?: string): Refund
  dispute(session: Session, cents?: number): Dispute
}

export function newStripeState(): StripeState {
  let last = 0
  const next = (kind: string) => `${kind}_${++last}`
  const state: StripeState = {
    accounts: [],
    links: [],
    sessions: [],
    refunds: [],
    disputes: [],
    hidesFees: false,
    pay(id, how = 'now') {
      const session = state.sessions.find((one) => one.id === id)!
      if (session.status !== 'open') throw new Error(`${id} is ${session.status}`)
      const [payment, charge] = [next('pi'), next('ch')]
      const isPaid = how === 'now'
      const payable = isPaid ? 'succeeded' : 'processing'
      return Object.assign(session, { status: 'complete', paid: isPaid, payment, charge, payable })
    },
    settle(id, how) {
      const session = state.sessions.find((one) => one.id === id)!
      const payable = how === 'paid' ? 'succeeded' : 'requires_payment_method'
      return Object.assign(session, { paid: how === 'paid', payable })
    },
    refund({ account, charge, payment }, cents, status = 'succeeded') {
      const fields = { account, charge: charge!, payment: payment!, withFee: false, metadata: {} }
      const refund = { id: next('re'), ...fields, cents, status }
      state.refunds.push(refund)
      return refund
    },
    dispute({ account, payment, cents }, amount = cents) {
      const status = 'needs_response'
      const dispute = { id: next('dp'), account, payment: payment!, cents: amount, status }
      state.disputes.push(dispute)
      return dispute
    },
  }
  return state
}
