import type { CabinetEvent } from '../../events/schema/cabinet-facts.ts'
import type { Playing } from './games.ts'
import type { CabinetState } from './cabinet-states.ts'
import { put, remove } from './writes.ts'
import type { Writes } from './writes.ts'

export type SignInNews = {
  type: 'sign_in' | 'sign_out'
  cabinet: number
  position: number
  person: number
}

const quietMs = 30 * 60_000

/** Signs everybody out where nothing was heard for half an hour, by the log's own clock (P17). */
export function leaveQuiet(writes: Writes, place: CabinetState, at: string): SignInNews[] {
  const isQuiet = place.heard !== '' && Date.parse(at) - Date.parse(place.heard) > quietMs
  place.heard = at
  return isQuiet ? [...place.signedIn.keys()].flatMap((each) => leave(writes, place, each)) : []
}

/** Who signs in leaves every other position of the cabinet, and whoever had this one leaves it. */
export function takeSignIn(
  writes: Writes,
  place: CabinetState,
  { type, values }: CabinetEvent,
): SignInNews[] {
  const [position = 0, person = 0] = values.map(Number)
  if (!(position >= 1 && position <= 10)) return []
  if (type === 'signOut') return leave(writes, place, position)
  if (type !== 'signIn' || !isPerson(person) || place.signedIn.get(position) === person) return []
  const before = [...place.signedIn].filter(([at, who]) => at === position || who === person)
  const left = before.flatMap(([at]) => leave(writes, place, at))
  place.signedIn.set(position, person)
  const { id: cabinet } = place.live
  put(writes, 'sign_in', `${cabinet}/${position}`, { cabinet, position, person })
  return [...left, { type: 'sign_in', cabinet, position, person }]
}

/** Guests have negative ids. */
function isPerson(id: number): boolean {
  return Number.isSafeInteger(id) && id !== 0 && Math.abs(id) < 2 ** 31
}

function leave(writes: Writes, place: CabinetState, position: number): SignInNews[] {
  const person = place.signedIn.get(position)
  if (person === undefined) return []
  place.signedIn.delete(position)
  const { id: cabinet } = place.live
  remove(writes, 'sign_in', `${cabinet}/${position}`, { cabinet, position, person })
  return [{ type: 'sign_out', cabinet, position, person }]
}

/** Who is signed in while a game goes on has played in it. */
export function noteUsers(writes: Writes, { signedIn }: CabinetState, { id: game }: Playing): void {
  if (game === 0) return
  for (const [position, person] of signedIn) {
    put(writes, 'game_user', `${game}/${position}`, { game, position, person })
  }
}
