import type { CabinetEvent } from '../../events/schema/cabinet-facts.ts'
import type { LiveCabinet } from '../../events/view/frames.ts'
import type { Store } from '../store/index.ts'
import type { CabinetId } from '../../events/ids.ts'

/** The state of a cabinet after its facts. Its row holds all of it, so a restart continues there. */
export type CabinetState = {
  live: LiveCabinet
  /** time of the newest event, by the cabinet's own clock */
  newest: string
  /** the game last begun */
  game: string | null
  /** when the log took its last message; empty: never */
  heard: string
  /** persons by position */
  signedIn: Map<number, number>
}

export function openCabinetStates(store: Store, schema: string) {
  const places = new Map<CabinetId, CabinetState>()
  return {
    async get(id: CabinetId): Promise<CabinetState> {
      const found = places.get(id) ?? (await readPlace(store, schema, id))
      places.set(id, found)
      return found
    },
  }
}

async function readPlace(store: Store, schema: string, id: CabinetId): Promise<CabinetState> {
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

export function takeEvent(place: CabinetState, { type, time }: CabinetEvent): void {
  if (type === 'clientOnline' || type === 'clientOffline') {
    const clientStatus = type === 'clientOnline' ? 'online' : 'offline'
    place.live = { ...place.live, clientStatus, since: time }
  } else if (type !== 'signIn' && type !== 'signOut' && time > place.newest) {
    // Coming and going is told by our clock, all else by the cabinet's (P17).
    place.newest = time
  }
}
