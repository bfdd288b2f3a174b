import type { Scene } from '../../core/rest.ts'
import { account } from '../../core/text/account.ts'

/** Links to the settings of the tournament's scene, for its admins. */
export function sceneScreens({ id, displayName }: Scene) {
  return [
    { to: '/account', hash: `people-${id}`, name: account.roles.people(displayName) },
    { to: '/account', hash: `rulings-${id}`, name: account.asks.title(displayName) },
  ] as const
}
