import { withMatches, standingsWithNames } from '../../queries/index.ts'
import type { Store } from '../../store/index.ts'
import type { ObjectLoader } from './object-messages.ts'

/** Loads queues with their matches, and standings with all rows and team names. */
export function objectLoaderOf(store: Store): ObjectLoader {
  return {
    queues: (rows) => withMatches(store, rows),
    async standings(brackets) {
      const standings = await standingsWithNames(store.db, brackets)
      return brackets.map((bracket) => ({ bracket, standings: standings(bracket) }))
    },
  }
}
