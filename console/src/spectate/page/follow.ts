import { create } from 'zustand'
import { useLiveState } from '../../core/live/context.ts'
import { storeValue, storedValue } from '../../core/storage/storage.ts'

// The followed team by tournament id; 0: none. Stored on this device only.
const key = 'waggle:follow'
type Followed = Readonly<Record<number, number>>

const useFollows = create<{ followed: Followed; players: Followed }>(() => ({
  followed: storedFollows(),
  players: {},
}))

addEventListener('storage', (event) => {
  if (event.key === key) useFollows.setState({ followed: storedFollows() })
})

/** The team the reader has chosen, else the one the signed-in person plays for. */
export function useFollowed(tournament: number): number | null {
  const chosen = useFollows(({ followed }) => followed[tournament])
  const own = useOwnTeam(tournament)
  return (chosen ?? own) || null
}

/** The team the signed-in person plays for, whichever team is followed. */
export function useOwnTeam(tournament: number): number | null {
  const player = useFollows(({ players }) => players[tournament])
  return useLiveState(({ live }) => (player ? (live.rows.member[player]?.team ?? null) : null))
}

/** Sets the player id of the signed-in person; null: not registered. */
export function setOwnPlayer(tournament: number, player: number | null): void {
  const { players } = useFollows.getState()
  useFollows.setState({ players: { ...players, [tournament]: player ?? 0 } })
}

/** Follows a team; null: follows none. */
export function follow(tournament: number, team: number | null): void {
  const followed = { ...useFollows.getState().followed, [tournament]: team ?? 0 }
  useFollows.setState({ followed })
  storeValue(key, followed)
}

function storedFollows(): Followed {
  const stored = Object.entries(storedValue(key) ?? {})
  return Object.fromEntries(stored.filter(([, team]) => Number.isInteger(team)))
}
