import type { CabinetEvent } from '#events/schema/cabinet-facts.ts'
import type { LiveCabinet } from '#events/view/frames.ts'
import type { Store } from '../store/index.ts'
import type { CabinetId } from '#events/ids.ts'

/** The state of a cabinet, computed from its facts. Its rows contain all of it, for a restart. */
export type CabinetState = {
  live: LiveCabinet
  /** time of the newest event, by the cabinet's own clock */
  newest: string
  /** gameID of the last game that began */
  game: string | null
  /** when the log stored its last message; empty: never */
  heard: string
  /** persons by position */
  signedIn: Map<number, number>
}

export function openCabinetStates(store: Store, schema: string) {
  const states = new Map<CabinetId, CabinetState>()
  return {
    async get(id: CabinetId): Promise<CabinetState> {
      const state = states.get(id) ?? (await readState(store, schema, id))
      states.set(id, state)
      return state
    },
  }
}

async function readState(store: Store, schema: string, id: CabinetId): Promise<CabinetState> {
  const text = `select live, newest, game, heard from ${schema}.cabinet where id = $1`
  const { rows } = await store.pool.query<Omit<CabinetState, 'signedIn'>>(text, [id])
  const seats = await store.pool.query<{ position: number; person: number }>(
    `select position, person from ${schema}.sign_in where cabinet = $1`,
    [id],
  )
  const signedIn = new Map(seats.rows.map(({ position, person }) => [position, person]))
  const live: LiveCabinet = { id, clientStatus: 'offline', since: null, game: null }
  return { ...(rows[0] ?? { live, newest: '', game: null, heard: '' }), signedIn }
}

export function applyEvent(state: CabinetState, { type, time }: CabinetEvent): void {
  if (type === 'clientOnline' || type === 'clientOffline') {
    const clientStatus = type === 'clientOnline' ? 'online' : 'offline'
    state.live = { ...state.live, clientStatus, since: time }
  } else if (type !== 'signIn' && type !== 'signOut' && time > state.newest) {
    // Connections have the intake's time, all other events the cabinet's (P17).
    state.newest = time
  }
}
