import { maxInteger } from '#events/rules/limits.ts'
import { signInTimeoutMs } from '#events/rules/time-limits.ts'
import type { CabinetEvent } from '#events/schema/cabinet-facts.ts'
import type { Playing } from './games.ts'
import type { CabinetState } from './cabinet-states.ts'
import { put, remove } from './writes.ts'
import type { Writes } from './writes.ts'

export type SignInMessage = {
  type: 'sign_in' | 'sign_out'
  cabinet: number
  position: number
  person: number
}

/** Signs everybody out of a cabinet without messages for half an hour, by the log's clock (P17). */
export function signOutQuiet(writes: Writes, state: CabinetState, at: string): SignInMessage[] {
  const isQuiet = state.heard !== '' && Date.parse(at) - Date.parse(state.heard) > signInTimeoutMs
  state.heard = at
  return isQuiet ? [...state.signedIn.keys()].flatMap((each) => leave(writes, state, each)) : []
}

/**
 * A sign-in ends the person's other sign-ins at the cabinet, and the sign-in of whoever held the
 * position.
 */
export function takeSignIn(
  writes: Writes,
  state: CabinetState,
  { type, values }: CabinetEvent,
): SignInMessage[] {
  const [position = 0, person = 0] = values.map(Number)
  if (!(position >= 1 && position <= 10)) return []
  if (type === 'signOut') return leave(writes, state, position)
  if (type !== 'signIn' || !isPerson(person) || state.signedIn.get(position) === person) return []
  const before = [...state.signedIn].filter(([at, id]) => at === position || id === person)
  const left = before.flatMap(([at]) => leave(writes, state, at))
  state.signedIn.set(position, person)
  const { id: cabinet } = state.live
  put(writes, 'sign_in', `${cabinet}/${position}`, { cabinet, position, person })
  return [...left, { type: 'sign_in', cabinet, position, person }]
}

/** Guests have negative ids. */
function isPerson(id: number): boolean {
  return Number.isSafeInteger(id) && id !== 0 && Math.abs(id) <= maxInteger
}

function leave(writes: Writes, state: CabinetState, position: number): SignInMessage[] {
  const person = state.signedIn.get(position)
  if (person === undefined) return []
  state.signedIn.delete(position)
  const { id: cabinet } = state.live
  remove(writes, 'sign_in', `${cabinet}/${position}`, { cabinet, position, person })
  return [{ type: 'sign_out', cabinet, position, person }]
}

/** Records everybody who is signed in during a game as a player of it. */
export function recordPlayers(
  writes: Writes,
  { signedIn }: CabinetState,
  { id: game }: Playing,
): void {
  if (game === 0) return
  for (const [position, person] of signedIn) {
    put(writes, 'game_user', `${game}/${position}`, { game, position, person })
  }
}

/**
 * Who moves to another position during a game played it there: a person is at one position of a
 * game, so that its numbers are not theirs twice.
 */
export function forgetMoved(writes: Writes, changes: SignInMessage[], { id: game }: Playing): void {
  if (game === 0) return
  const comers = changes.filter(({ type }) => type === 'sign_in').map(({ person }) => person)
  for (const { type, position, person } of changes)
    if (type === 'sign_out' && comers.includes(person))
      remove(writes, 'game_user', `${game}/${position}`, { game, position })
}
