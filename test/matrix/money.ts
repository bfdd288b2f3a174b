import { t } from './route.ts'
import type { Lines } from './route.ts'

/** The hall has no keys for Stripe: who may ask is told so. */
const notConfigured = 409

export const moneyLines: Lines = {
  [`GET ${t}/payment-account/`]: { who: 'admin', query: ({ scene }) => `scene=${scene}` },
  // It has none yet.
  [`GET ${t}/tournament/:id/payment-account/`]: { who: 'admin', id: 'tournament', status: 404 },
  [`GET ${t}/tournament/:id/stripe/`]: { who: 'admin', id: 'tournament', status: notConfigured },
  [`PUT ${t}/tournament/:id/stripe/`]: { id: 'tournament', status: notConfigured },
  [`PUT ${t}/tournament/:id/update-stripe/`]: {
    id: 'tournament',
    body: () => ({ paymentAccountId: 999_999 }),
    status: 400,
  },
  // Whose player it is pays too: see the checkout's own tests.
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
  [`POST ${t}/ledger/`]: {
    body: (_, { players }) => ({ player: players[0], kind: 'cash', cents: 100 }),
  },
  'POST /api/stripe/webhook/': { who: 'everyone', status: notConfigured },
}
