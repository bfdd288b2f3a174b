import { t } from './route.ts'
import type { RouteCases } from './route.ts'

/** The app has no keys for Stripe, so authorized callers get this status. */
const notConfigured = 409

export const moneyRoutes: RouteCases = {
  [`GET ${t}/payment-account/`]: { who: 'admin', query: ({ scene }) => `scene=${scene}` },
  // There is no payment account yet.
  [`GET ${t}/tournament/:id/payment-account/`]: { who: 'admin', id: 'tournament', status: 404 },
  [`GET ${t}/tournament/:id/stripe/`]: { who: 'admin', id: 'tournament', status: notConfigured },
  [`PUT ${t}/tournament/:id/stripe/`]: { id: 'tournament', status: notConfigured },
  [`PUT ${t}/tournament/:id/update-stripe/`]: {
    id: 'tournament',
    body: () => ({ paymentAccountId: 999_999 }),
    status: 400,
  },
  // The player can pay too, see the tests of the checkout.
  [`GET ${t}/player/:id/checkout/`]: { who: 'player', id: 'players' },
  [`POST ${t}/player/:id/checkout/`]: { who: 'player', id: 'players', status: notConfigured },
  [`POST ${t}/player/:id/refund/`]: { id: 'players', status: notConfigured },
  [`GET ${t}/ledger/`]: {
    who: 'admin',
    query: (_, { tournament }) => `tournamentId=${tournament}`,
  },
  [`GET ${t}/ledger/csv/`]: {
    who: 'admin',
    query: (_, { tournament }) => `tournamentId=${tournament}`,
  },
  [`GET ${t}/ledger/deleted/`]: { who: 'admin', query: ({ scene }) => `scene=${scene}` },
  [`POST ${t}/ledger/`]: {
    body: (_, { players }) => ({ player: players[0], kind: 'cash', cents: 100 }),
  },
  'POST /api/stripe/webhook/': { who: 'everyone', status: notConfigured },
}
