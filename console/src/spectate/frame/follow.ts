import { create } from 'zustand'

// Which team somebody follows, by tournament. It is kept on this device alone.
const key = 'waggle:follow'
type Followed = Readonly<Record<number, number>>

const useFollows = create<{ followed: Followed }>(() => ({ followed: kept() }))

addEventListener('storage', (event) => {
  if (event.key === key) useFollows.setState({ followed: kept() })
})

export function useFollowed(tournament: number): number | null {
  return useFollows(({ followed }) => followed[tournament] ?? null)
}

/** Null: none any more. */
export function follow(tournament: number, team: number | null): void {
  const { [tournament]: _, ...others } = useFollows.getState().followed
  const followed = team === null ? others : { ...others, [tournament]: team }
  useFollows.setState({ followed })
  try {
    localStorage.setItem(key, JSON.stringify(followed))
  } catch {
    // It lasts as long as the page.
  }
}

function kept(): Followed {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    const entries = Object.entries(read ?? {}).filter(([, team]) => Number.isInteger(team))
    return Object.fromEntries(entries)
  } catch {
    return {}
  }
}
