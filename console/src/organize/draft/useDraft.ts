import { useLoaderData } from '@tanstack/react-router'
import type { DraftRow } from '#events/schema/rows.ts'
import { useLiveSession, useLiveState } from '../../core/live/LiveTournament.tsx'
import { useActions } from '../../query/useActions.ts'
import type { Problem } from '../../query/useSaving.ts'
import { draft as words } from '../../core/text/organize/teams.ts'
import type { Turn } from './draft.ts'
import { rest } from '../../core/rest.ts'
import type { Write } from '../../core/rest.ts'

export type DraftSettings = Pick<DraftRow, 'draftOrder' | 'teams' | 'lastRound' | 'pickSeconds'>

const url = '/api/tournament/tournament/:id'

/** The shared draft and its actions. Of two concurrent actions one is refused, with a reason. */
export function useDraft() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const draft = useLiveState((shown) => shown.live.rows.draft[tournament.id]) ?? null
  const isLoaded = useLiveState((shown) => shown.live.version > 0)
  const session = useLiveSession()
  const { act, ...saving } = useActions()

  const params = { id: tournament.id }

  async function put(write: Write, failed: string, done?: string): Promise<Problem | null> {
    const saved = await act(write, { failed, done })
    if (saved.ok) return null
    // Somebody else acted first: reload to show their change (R-DR-3).
    session.reload()
    return saved.problem
  }

  return {
    draft,
    isLoaded,
    ...saving,
    set(settings: DraftSettings, previous: DraftRow | null) {
      const body = { ...settings, version: previous?.version ?? null }
      return put(rest.put(`${url}/draft-status/`, params, body), words.setFailed)
    },
    pick: ({ round, index }: Turn, player: number) =>
      put(rest.put(`${url}/draft-pick/`, params, { round, index, player }), words.pickFailed),
    replace({ round, index }: Turn, player: number, expected: number) {
      const body = { round, index, player, expected }
      return put(rest.put(`${url}/draft-replace/`, params, body), words.replaceFailed)
    },
    undo: (player: number) =>
      put(rest.put(`${url}/draft-undo/`, params, { player }), words.undoFailed),
    finalize(allowShort: boolean) {
      const write = rest.put(`${url}/finalize-draft/`, params, { allowShort })
      return put(write, words.finalizeFailed, words.created)
    },
  }
}
