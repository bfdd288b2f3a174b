import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import {
  PaymentError,
  accountOf,
  onboard,
  refreshAccount,
  setPaymentAccount,
} from '../../money/index.ts'
import { Rejection, wrongFields } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { sceneOfTournament, tournamentOf } from '../http/scope.ts'
import { lockTournament } from '../http/row-locks.ts'
import { listRows } from '../http/list.ts'
import { absoluteUrl, withStripe } from '../http/payment-errors.ts'
import type { AccountBody } from '../schema/player/payment.ts'
import { route, rowsRoute } from '../http/route.ts'

export function paymentAccountRoutes(context: Context): void {
  readRoutes(context)
  linkRoutes(context)

  rowsRoute(
    context,
    'PUT /api/tournament/tournament/:id/update-stripe/',
    { access: 'editPaymentAccount', scene: context.sceneOf.tournament },
    async (tx, request) => {
      const tournament = tournamentOf(request)
      const scene = (await sceneOfTournament(tx, tournament)) ?? 0
      const { paymentAccountId: id } = request.body
      await lockTournament(tx, tournament)
      const row = await accounts(tx)
        .where('scene', '=', scene)
        .where('id', '=', id)
        .executeTakeFirst()
      if (!row) throw wrongFields({ paymentAccountId: ['This scene has no such payment account'] })
      await setPaymentAccount(tx, tournament, id)
      return accountBody(row)
    },
  )
}

function readRoutes(context: Context): void {
  const { web, store, sceneOf } = context
  const { db } = store

  route(
    web,
    'GET /api/tournament/payment-account/',
    { access: 'readPaymentAccounts', scene: sceneOf.sceneInQuery },
    (request) => {
      const rows = accounts(db).where('scene', '=', request.query.scene)
      return listRows(request, rows.orderBy('id'), (page) => page.map(accountBody))
    },
  )

  route(
    web,
    'GET /api/tournament/tournament/:id/payment-account/',
    { access: 'readPaymentAccounts', scene: sceneOf.tournament },
    async (request) => {
      const { of, account } = await accountFor(context, request)
      if (!account) throw new Rejection(404, { code: 'NO_PAYMENT_ACCOUNT' })
      // Refreshed now, so that somebody returning from Stripe sees the current state (R-PM-2).
      const { stripeClient } = context
      if (stripeClient)
        await refreshAccount(stripeClient, account.stripeAccountId).catch(ignorePaymentError)
      return accountBody((await accountOf(db, of)) ?? account)
    },
  )
}

function ignorePaymentError(error: unknown): void {
  if (!(error instanceof PaymentError)) throw error
}

/** The link is not stored: each request gets another (R-PM-1). */
function linkRoutes(context: Context): void {
  const { web } = context
  const { tournament: scene } = context.sceneOf
  const config = { access: 'editPaymentAccount', scene, isIdempotent: false } as const

  route(web, 'PUT /api/tournament/tournament/:id/stripe/', config, async (request, reply) => {
    const url = await onboardingLink(context, request)
    reply.header('cache-control', 'no-store')
    return { url }
  })

  // Stripe redirects browsers here whose link has expired.
  route(web, 'GET /api/tournament/tournament/:id/stripe/', config, async (request, reply) => {
    const url = await onboardingLink(context, request)
    return reply.header('cache-control', 'no-store').redirect(url, 303)
  })
}

function onboardingLink(context: Context, request: FastifyRequest): Promise<string> {
  return withStripe(context, async (stripeClient) => {
    const { of } = await accountFor(context, request)
    const { tournament: id } = of
    return onboard(stripeClient, of, {
      returnUrl: absoluteUrl(stripeClient, request, `/tournament/${id}/admin/payment-processor`),
      refreshUrl: absoluteUrl(stripeClient, request, `/api/tournament/tournament/${id}/stripe/`),
    })
  })
}

async function accountFor({ store: { db } }: Context, request: FastifyRequest) {
  const tournament = tournamentOf(request)
  const of = { scene: (await sceneOfTournament(db, tournament)) ?? 0, tournament }
  return { of, account: await accountOf(db, of) }
}

function accounts(db: Context['store']['db']) {
  return db.selectFrom('kept.paymentAccount').selectAll()
}

type Row = Awaited<ReturnType<ReturnType<typeof accounts>['execute']>>[number]

function accountBody({ createdAt, disabledReason, ...account }: Row): z.infer<typeof AccountBody> {
  const { detailsSubmitted, chargesEnabled } = account
  const reason = !detailsSubmitted
    ? 'Stripe still needs details for this account. Continue the set-up.'
    : 'Stripe is not accepting payments for this account right now. Check on Stripe what it needs.'
  const reasonWithCode = disabledReason ? `${reason} (${disabledReason})` : reason
  const stripeConfigured = detailsSubmitted && chargesEnabled
  return {
    ...account,
    createdTimestamp: createdAt.toISOString(),
    stripeConfigured,
    reason: stripeConfigured ? null : reasonWithCode,
  }
}
