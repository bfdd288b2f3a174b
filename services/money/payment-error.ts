const details = {
  STRIPE_NOT_CONFIGURED:
    'This server is not set up for Stripe yet. Whoever runs it has to give it the keys.',
  STRIPE_AWAY: 'Stripe does not answer just now. Send the same again.',
  STRIPE_KEY_REFUSED: 'Stripe does not accept the key of this server.',
  STRIPE_UNKNOWN: 'Stripe does not know this account or payment, or it is not ours any more.',
  STRIPE_REFUSED: 'Stripe refused it.',
  AMOUNT_TOO_SMALL: 'Stripe takes no card payment as small as this. Pay in cash.',
  NOTHING_DUE: 'Nothing is left to pay.',
  PAYMENT_UNDER_WAY: 'A payment of this player is on its way. Wait until it has come or failed.',
  PAID_BY_CARD: 'This player paid by card. Pay it back instead.',
  NO_CARD_PAYMENT: 'There is no card payment that could be paid back.',
  MORE_THAN_PAID: 'More than is left of this payment cannot be paid back.',
  LEDGER_MOVED:
    'Something else was entered for this player in the meantime. Look at the payments, then press again.',
} as const
export type PaymentErrorCode = keyof typeof details

/** Why money did not move, in words for who asked. */
export class PaymentError extends Error {
  override readonly name = 'Trouble'
  readonly code: PaymentErrorCode

  constructor(code: PaymentErrorCode) {
    super(details[code])
    this.code = code
  }

  /** It may go another time as it stands. */
  get passes(): boolean {
    return this.code === 'STRIPE_AWAY'
  }
}
