import { useEffect, useMemo } from 'react'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { useList } from '../../query/useList.ts'
import type { Player } from '../../spectate/registration/registration-body.ts'
import { playersOf } from '../../spectate/registration/registration-body.ts'

const everyMs = 10_000

/** The players of a tournament. Their teams are live; their other data is polled. */
export function usePlayers(tournament: number) {
  const list = useList(playersOf(tournament), { every: everyMs })
  const { rows, reload, change } = list
  const members = useLiveState((shown) => shown.live.rows.member)
  const knownIds = useMemo(() => new Set(rows?.map(({ id }) => id)), [rows])
  const isNew = rows !== null && Object.values(members).some(({ player }) => !knownIds.has(player))
  // A new player registered into a team: the frame has only their id, so the list is reloaded.
  useEffect(() => {
    if (isNew) void reload()
  }, [isNew, reload])
  return {
    ...list,
    put: (player: Player) =>
      change((all) =>
        all.some(({ id }) => id === player.id)
          ? all.map((other) => (other.id === player.id ? player : other))
          : [...all, player],
      ),
    drop: (removed: number) => change((all) => all.filter(({ id }) => id !== removed)),
  }
}
