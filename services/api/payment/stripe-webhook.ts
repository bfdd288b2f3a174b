import { PaymentError } from '../../money/index.ts'
import type { WebhookQueue, Receipt } from '../../money/index.ts'
import { Rejection } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { withPaymentErrors } from '../http/payment-errors.ts'
import { paymentApi } from '../schema/player/payment.ts'
import { summaryOf } from '../schema/summaries/index.ts'

/** An event holds one object. The other limits of bodies apply only to parsed JSON. */
const maxBytes = 256 * 1024

const key = 'POST /api/stripe/webhook/'

/** Receives Stripe's events, whose signatures cover the exact bytes of the body (R-PM-6). */
export function stripeWebhookRoutes({ web }: Context, webhookQueue: WebhookQueue | null): void {
  void web.register(async (scope) => {
    // Kept as text: parsing and serializing again could change the signed bytes.
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_, raw, done) =>
      done(null, { raw } satisfies { raw: string | Buffer }),
    )
    scope.route({
      method: 'POST',
      url: '/api/stripe/webhook/',
      schema: { ...paymentApi[key], summary: summaryOf(key) },
      config: { access: 'takeStripeEvents' },
      bodyLimit: maxBytes,
      handler: async ({ body, headers }) => {
        const { raw } = body as { raw: string }
        const signature = headers['stripe-signature']
        const receipt = await withPaymentErrors(receive(webhookQueue, raw, String(signature)))
        if (receipt !== 'kept') throw refusals[receipt]()
        return { received: true as const }
      },
    })
  })
}

const refusals = {
  unsigned: () => new Rejection(400, { detail: 'This is not signed by Stripe.' }),
  malformed: () => new Rejection(400, { code: 'STRIPE_EVENT_MALFORMED' }),
}

async function receive(
  webhookQueue: WebhookQueue | null,
  raw: string,
  signature: string,
): Promise<Receipt> {
  if (!webhookQueue) throw new PaymentError('STRIPE_NOT_CONFIGURED')
  return webhookQueue.take(raw, signature)
}
