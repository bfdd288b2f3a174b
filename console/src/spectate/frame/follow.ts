import { create } from 'zustand'
import { useLiveState } from '../../core/live/context.ts'

// Which team somebody follows, by tournament; 0: none. It is kept on this device alone.
const key = 'waggle:follow'
type Followed = Readonly<Record<number, number>>

const useFollows = create<{ followed: Followed; players: Followed }>(() => ({
  followed: storedFollows(),
  players: {},
}))

addEventListener('storage', (event) => {
  if (event.key === key) useFollows.setState({ followed: storedFollows() })
})

/** The team that was chosen, else the one the signed-in person plays for. */
export function useFollowed(tournament: number): number | null {
  const chosen = useFollows(({ followed }) => followed[tournament])
  const own = useOwnTeam(tournament)
  return (chosen ?? own) || null
}

/** The team that the signed-in person plays for, whichever is followed. */
export function useOwnTeam(tournament: number): number | null {
  const player = useFollows(({ players }) => players[tournament])
  return useLiveState(({ live }) => (player ? (live.rows.member[player]?.team ?? null) : null))
}

/** The signed-in person's own registration. */
export function setOwnPlayer(tournament: number, player: number | null): void {
  const { players } = useFollows.getState()
  useFollows.setState({ players: { ...players, [tournament]: player ?? 0 } })
}

/** Null: none any more. */
export function follow(tournament: number, team: number | null): void {
  const followed = { ...useFollows.getState().followed, [tournament]: team ?? 0 }
  useFollows.setState({ followed })
  try {
    localStorage.setItem(key, JSON.stringify(followed))
  } catch {
    // It lasts as long as the page.
  }
}

function storedFollows(): Followed {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    const entries = Object.entries(read ?? {}).filter(([, team]) => Number.isInteger(team))
    return Object.fromEntries(entries)
  } catch {
    return {}
  }
}
