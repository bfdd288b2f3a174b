import { z } from 'zod'
import { Trouble } from '../money/index.ts'
import type { Inbox } from '../money/index.ts'
import { Rejection } from '../web/index.ts'
import type { Context } from './context.ts'
import { moved } from './moved.ts'

const Received = z.object({ received: z.literal(true) })
type Raw = { raw: string }

/** Where Stripe tells what happened: signed over the very bytes it sent (R-PM-6). */
export function stripeWebhookRoutes({ web }: Context, inbox: Inbox | null): void {
  void web.register(async (scope) => {
    // As it came: parsed and written again it would not be what was signed.
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_, raw, done) =>
      done(null, { raw } satisfies { raw: string | Buffer }),
    )
    scope.post(
      '/api/stripe/webhook/',
      {
        config: { access: 'takeStripeEvents' },
        schema: { response: { 200: Received } },
      },
      async ({ body, headers }) => {
        const { raw = '' } = body as Partial<Raw>
        const signature = headers['stripe-signature']
        const isTaken = await moved(take(inbox, raw, String(signature)))
        if (!isTaken) throw new Rejection(400, { detail: 'This is not signed by Stripe.' })
        return { received: true as const }
      },
    )
  })
}

async function take(inbox: Inbox | null, raw: string, signature: string): Promise<boolean> {
  if (!inbox) throw new Trouble('STRIPE_NOT_CONFIGURED')
  return inbox.take(raw, signature)
}
