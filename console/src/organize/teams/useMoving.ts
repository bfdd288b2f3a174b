import { useState } from 'react'
import { useSaving } from '../../query/useSaving.ts'
import { teams as words } from '../../core/text/organize/teams.ts'
import type { Player } from '../../spectate/registration/registration-body.ts'
import type { IdAndName } from './roster.ts'
import { rest } from '../../core/rest.ts'

/** Moves players to other teams. They are shown in the old team until the server confirms (P11). */
export function useMoving(onPlayer: (player: Player) => void) {
  const { problem, save, dismiss } = useSaving()
  const [pending, setPending] = useState<ReadonlySet<number>>(new Set())
  const [failed, setFailed] = useState('')
  const [announcement, setAnnouncement] = useState('')

  async function move({ id, name }: Player, team: IdAndName | null): Promise<void> {
    setPending((before) => new Set([...before, id]))
    const body = { team: team?.id ?? null }
    const saved = await save(rest.patch('/api/tournament/player/:id/', { id }, body))
    setPending((before) => new Set([...before].filter((other) => other !== id)))
    if (!saved.ok) return setFailed(words.moveFailed(name))
    onPlayer(saved.answer)
    setAnnouncement(words.moved(name, team?.name ?? words.free))
  }

  return { pending, problem, failed, announcement, dismiss, move }
}
