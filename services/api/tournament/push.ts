import {
  changeSubscription,
  storePublishedStarts,
  startsOf,
  subscribe,
} from '../../notify/index.ts'
import { pushTeamOf } from '../../notify/push/index.ts'
import { vapidKeys } from '../../notify/push/vapid.ts'
import { publishedOf } from '../../store/estimates.ts'
import { endSubscription, isUniqueViolation } from '../../store/index.ts'
import type { Store } from '../../store/index.ts'
import { enforceNetworkLimit, hashOf, rejectionFor, wrongFields } from '../../web/index.ts'
import type { TournamentId } from '#events/ids.ts'
import type { Context } from '../http/context.ts'
import { idempotent } from '../http/idempotency.ts'
import { route, publicRead } from '../http/route.ts'
import { expectTournament } from './tournament-removal.ts'

// High, because the phones of a whole venue share one address.
const hour = 60 * 60_000
const allowance = { most: 600, windowMs: hour }
const tournamentAllowance = { most: 300, windowMs: hour }
/** The phones that one tournament may have to notify. */
const maxPhones = 2_000
const notAPushService = 'This is not the address of a push service: it needs https and a name'

/** Web Push subscriptions of phones, without an account and identified only by their endpoints. */
export function pushRoutes({ web, store, encryption, states, preview }: Context): void {
  route(web, 'GET /api/tournament/push-key/', publicRead, async () => {
    const keys = await vapidKeys(store, encryption)
    return { publicKey: keys?.publicKey ?? null }
  })

  const config = { access: 'subscribe' } as const
  route(web, 'PUT /api/tournament/tournament/:id/push/', config, (request, reply) =>
    idempotent({ store, request, reply }, async () => {
      const { id: tournament } = request.params
      const { subscription: address, team = null, player = null, language = 'en' } = request.body
      const { kinds, page } = request.body
      if (!encryption) throw rejectionFor('NO_SECRET_KEY')
      if (!preview.isPushTarget(address.endpoint)) {
        throw wrongFields({ subscription: [notAPushService] })
      }
      const { ip } = request
      await enforceNetworkLimit(store, { of: 'push', ip }, allowance)
      await enforceNetworkLimit(store, { of: `push ${tournament}`, ip }, tournamentAllowance)
      await expectTournament(store.db, tournament)
      const device = hashOf(address.endpoint)
      const { seq: after, state } = await states.now(tournament)
      const options = { team, player, kinds, page, device, language }
      const subscription = { channel: 'push', tournament, address, options, after }
      const existing = await subscriptionOf(store, tournament, device)
      if (existing !== undefined) {
        await changeSubscription(store, encryption, existing, subscription)
      } else {
        await expectRoom(store, tournament)
        // If two requests are parallel, the first wins.
        await subscribe(store, encryption, subscription).catch((error: unknown) => {
          if (!isUniqueViolation(error)) throw error
        })
      }
      const own = pushTeamOf(state, { team, player })
      const subscriptionId = existing ?? (await subscriptionOf(store, tournament, device))
      const last = await publishedOf(store, tournament)
      if (subscriptionId !== undefined && last && own !== null) {
        await storePublishedStarts(store.db, subscriptionId, startsOf(state, last.estimates, own))
      }
      return { success: true as const }
    }),
  )

  route(web, 'PUT /api/tournament/tournament/:id/end-push/', config, (request, reply) =>
    idempotent({ store, request, reply }, async () => {
      const { id: tournament } = request.params
      const existing = await subscriptionOf(store, tournament, hashOf(request.body.endpoint))
      if (existing !== undefined) await endSubscription(store, existing)
      return { success: true as const }
    }),
  )
}

async function expectRoom({ pool }: Store, tournament: TournamentId): Promise<void> {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from kept.subscription
     where channel = 'push' and ended_at is null and tournament = $1`,
    [tournament],
  )
  if ((rows[0]?.n ?? 0) >= maxPhones) throw rejectionFor('TOO_MANY_PHONES')
}

async function subscriptionOf({ pool }: Store, tournament: number, device: string) {
  const { rows } = await pool.query<{ id: number }>(
    `select id from kept.subscription where channel = 'push' and ended_at is null
       and tournament = $1 and options->>'device' = $2`,
    [tournament, device],
  )
  return rows[0]?.id
}
