import { useLoaderData } from '@tanstack/react-router'
import { useState } from 'react'
import type { DraftRow } from '../../../../events/schema/rows.ts'
import { useSession, useLiveState } from '../../core/live/LiveTournament.tsx'
import { toast } from '../../hooks/toast.ts'
import { useSaving } from '../../query/useSaving.ts'
import type { Problem } from '../../query/useSaving.ts'
import { draft as words } from './text.ts'
import type { Turn } from './draft.ts'

export type DraftSettings = Pick<DraftRow, 'draftOrder' | 'teams' | 'lastRound' | 'pickSeconds'>

/** The draft as everybody sees it, and what can be done to it; of two who press, one is told why. */
export function useDraft() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const draft = useLiveState((shown) => shown.live.rows.draft[tournament.id]) ?? null
  const isKnown = useLiveState((shown) => shown.live.version > 0)
  const session = useSession()
  const { isSaving, problem, save, dismiss } = useSaving()
  const [failed, setFailed] = useState('')
  const url = `/api/tournament/tournament/${tournament.id}`

  async function put(
    verb: string,
    body: Record<string, unknown>,
    failed: string,
  ): Promise<Problem | null> {
    setFailed(failed)
    const saved = await save({ method: 'PUT', path: `${url}/${verb}/`, body })
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
    set: (settings: DraftSettings, seen: DraftRow | null) =>
      put('draft-status', { ...settings, version: seen?.version ?? null }, words.setFailed),
    pick: ({ round, index }: Turn, player: number) =>
      put('draft-pick', { round, index, player }, words.pickFailed),
    replace: ({ round, index }: Turn, player: number, expected: number) =>
      put('draft-replace', { round, index, player, expected }, words.replaceFailed),
    undo: (player: number) => put('draft-undo', { player }, words.undoFailed),
    async finalize(allowShort: boolean) {
      const refused = await put('finalize-draft', { allowShort }, words.finalizeFailed)
      if (refused === null) toast(words.created)
      return refused
    },
  }
}
