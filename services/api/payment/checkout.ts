import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { accountOf, checkoutState, isPaid, lockBalance, openCheckout } from '../../money/index.ts'
import type { StripeClient } from '../../money/index.ts'
import { notFound, rejectionFor } from '../../web/index.ts'
import { priceChoices } from '../player/payment-choice.ts'
import { expectMayChoose } from '../registration/change.ts'
import type { Context } from '../http/context.ts'
import { tournamentOf } from '../http/scope.ts'
import { absoluteUrl, withStripe } from '../http/payment-errors.ts'
import { dateInZone } from '#events/text/venue-zone.ts'
import { zoneOf } from '../venue/local-date.ts'
import { readTournament } from '../tournament/tournament-rows.ts'
import type { ById } from '../schema/http/common.ts'
import type { NewCheckout } from '../schema/player/payment.ts'
import { route } from '../http/route.ts'
import { userOfPlayer } from '../http/payment-scope.ts'

/** A player pays for their registration by card, on a page of Stripe (R-PM-3). */
export function checkoutRoutes(context: Context): void {
  const { web, store } = context
  const config = {
    access: 'pay',
    scene: context.sceneOf.player,
    whose: userOfPlayer(store),
    isIdempotent: false,
  } as const

  // Stores no answer: a retry finds the same checkout, or that it was paid.
  route(web, 'POST /api/tournament/player/:id/checkout/', config, async (request, reply) => {
    const address = await withStripe(context, (stripeClient) =>
      checkout(context, stripeClient, request),
    )
    reply.header('cache-control', 'no-store')
    return { url: address }
  })

  route(
    web,
    'GET /api/tournament/player/:id/checkout/',
    config,
    async ({ params: { id: player } }) => {
      const state = await checkoutState(context.stripeClient, store, player)
      const owing = await store.db.transaction().execute((tx) => lockBalance(tx, player))
      if (!owing) throw notFound()
      const { price, covered: settled } = owing
      return { state, price, settled, paid: isPaid(owing) }
    },
  )
}

type CheckoutRequest = FastifyRequest<{
  Params: z.infer<typeof ById>
  Body: z.infer<typeof NewCheckout>
}>

async function checkout(
  { store }: Context,
  stripeClient: StripeClient,
  request: CheckoutRequest,
): Promise<string> {
  const { db } = store
  const id = tournamentOf(request)
  const { options } = request.body
  const tournament = await readTournament(store, id)
  const scene = tournament.scene.id
  const account = await accountOf(db, { scene, tournament: id })
  if (!tournament.acceptPayments || !account) {
    throw rejectionFor('PAYMENTS_OFF')
  }
  const player = request.params.id
  const choice = options ? await priceChoices(db, { tournament: id, player }, options) : null
  if (choice) await expectMayChoose(db, request, { tournament: id, player, kept: choice.kept })
  const { sceneName, slug } = tournament
  const page = absoluteUrl(stripeClient, request, `/t/${sceneName}/${slug}/register`)
  return openCheckout(stripeClient, {
    player,
    account: account.stripeAccountId,
    choice,
    today: dateInZone(await zoneOf(db, scene), new Date()),
    back: { paidUrl: `${page}?checkout=paid`, leftUrl: `${page}?checkout=left` },
  })
}
