import { t } from './route.ts'
import type { RouteCases } from './route.ts'

/** A match under protest. One case withdraws the protest, and the later ones find it ended. */
export const protestRoutes: RouteCases = {
  [`GET ${t}/protest/`]: {},
  [`GET ${t}/protest/:id/`]: { id: 'protest' },
  [`GET ${t}/protest/:id/preview/`]: {
    who: 'official',
    id: 'protest',
    query: () => 'ruling=uphold',
  },
  [`GET ${t}/protest/:id/evidence/`]: { who: 'official', id: 'protest' },
  // Nobody has proposed a ruling.
  [`PUT ${t}/protest/:id/sign/`]: {
    who: 'official',
    id: 'protest',
    body: () => ({ num: 1 }),
    status: 409,
  },
  [`PUT ${t}/protest/:id/withdraw/`]: { who: 'official', id: 'protest' },
  [`PUT ${t}/protest/:id/rule/`]: {
    who: 'official',
    id: 'protest',
    body: () => ({ ruling: 'uphold' }),
    status: 409,
  },
  [`POST ${t}/protest/`]: {
    who: 'official',
    body: (_, { disputed }) => ({ match: disputed, reason: 'wrong_point' }),
  },
}
