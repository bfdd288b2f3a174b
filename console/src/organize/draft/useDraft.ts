import { useLoaderData } from '@tanstack/react-router'
import { useState } from 'react'
import type { DraftRow } from '../../../../events/schema/rows.ts'
import { useSession, useLiveState } from '../../core/live/LiveTournament.tsx'
import { toast } from '../../hooks/toast.ts'
import { useSaving } from '../../query/useSaving.ts'
import type { Problem } from '../../query/useSaving.ts'
import { draft as words } from './text.ts'
import type { Turn } from './draft.ts'
import { rest } from '../../core/rest.ts'
import type { Write } from '../../core/rest.ts'

export type DraftSettings = Pick<DraftRow, 'draftOrder' | 'teams' | 'lastRound' | 'pickSeconds'>

const url = '/api/tournament/tournament/:id'

/** The draft as everybody sees it, and what can be done to it; of two who press, one is told why. */
export function useDraft() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const draft = useLiveState((shown) => shown.live.rows.draft[tournament.id]) ?? null
  const isKnown = useLiveState((shown) => shown.live.version > 0)
  const session = useSession()
  const { isSaving, problem, save, dismiss } = useSaving()
  const [failed, setFailed] = useState('')

  const of = { id: tournament.id }

  async function put(write: Write, failed: string): Promise<Problem | null> {
    setFailed(failed)
    const saved = await save(write)
    if (saved.ok) return null
    // Somebody was first: what they did is what is shown now (R-DR-3).
    session.reload()
    return saved.problem
  }

  return {
    draft,
    isKnown,
    isSaving,
    problem,
    failed,
    dismiss,
    set(settings: DraftSettings, seen: DraftRow | null) {
      const body = { ...settings, version: seen?.version ?? null }
      return put(rest.put(`${url}/draft-status/`, of, body), words.setFailed)
    },
    pick: ({ round, index }: Turn, player: number) =>
      put(rest.put(`${url}/draft-pick/`, of, { round, index, player }), words.pickFailed),
    replace({ round, index }: Turn, player: number, expected: number) {
      const body = { round, index, player, expected }
      return put(rest.put(`${url}/draft-replace/`, of, body), words.replaceFailed)
    },
    undo: (player: number) => put(rest.put(`${url}/draft-undo/`, of, { player }), words.undoFailed),
    async finalize(allowShort: boolean) {
      const refused = await put(
        rest.put(`${url}/finalize-draft/`, of, { allowShort }),
        words.finalizeFailed,
      )
      if (refused === null) toast(words.created)
      return refused
    },
  }
}
