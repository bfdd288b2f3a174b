import { useEffect, useMemo } from 'react'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { useList } from '../../query/useList.ts'
import type { Player } from '../../spectate/registration/registration-body.ts'
import { playersOf } from '../../spectate/registration/registration-body.ts'

const againMs = 10_000

/** The players of a tournament: where they are is live, the rest of them is read again and again. */
export function usePlayers(tournament: number) {
  const list = useList(playersOf(tournament), { every: againMs })
  const { rows, reload, change } = list
  const members = useLiveState((shown) => shown.live.rows.member)
  const known = useMemo(() => new Set(rows?.map(({ id }) => id)), [rows])
  const isNew = rows !== null && Object.values(members).some(({ player }) => !known.has(player))
  // Somebody registered into a team: the frame brings their id, the list their name.
  useEffect(() => {
    if (isNew) void reload()
  }, [isNew, reload])
  return {
    ...list,
    put: (player: Player) =>
      change((all) =>
        all.some(({ id }) => id === player.id)
          ? all.map((one) => (one.id === player.id ? player : one))
          : [...all, player],
      ),
    drop: (gone: number) => change((all) => all.filter(({ id }) => id !== gone)),
  }
}
