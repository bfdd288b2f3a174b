import { useCallback, useEffect, useRef } from 'react'
import { overlayOf } from '../../../../events/view/overlay.ts'
import type { OverlayPart, OverlayState } from '../../../../events/view/overlay.ts'
import { newId } from '../../core/device.ts'
import { useLiveState, useWatching } from '../../core/live/context.ts'
import { rest } from '../../core/rest.ts'
import { keptText, storeValue, storedValue, tab } from '../../core/storage/storage.ts'
import { useTournamentPage } from '../../spectate/page/tournament-context.ts'
import { usePolled } from '../../hooks/usePolled.ts'
import { readAnonymously } from './read-anonymously.ts'

/** Changes are pushed. Polling catches missed ones and reports that this page is open. */
const pollMs = 2_000

type Props = { cabinet: number; part: OverlayPart | 'all' }

/** The state of an overlay: which parts are on; null until it is known. */
export function useOverlayState({ cabinet, part }: Props): OverlayState | null {
  const { id } = useTournamentPage().tournament
  const { store } = useWatching()
  const pushed = useLiveState((state) => state.overlays[cabinet])
  const version = useRef(0)
  const load = useCallback(() => {
    const { heardAt } = store.getState().connection
    const silent = heardAt === null ? 'never' : Math.min(Math.max(0, Date.now() - heardAt), 1e8)
    const path = rest.get('/api/tournament/overlay/', { tournamentId: id, cabinetId: cabinet })
    return readAnonymously(path, {
      'X-Overlay-Page': `${pageId()} ${part} ${version.current} ${silent}`,
    })
  }, [store, id, cabinet, part])
  const { answer, error } = usePolled(load, { everyMs: pollMs, retryMs: pollMs })
  const key = `waggle:overlay-parts:${id}:${cabinet}`
  // The newest wins: a service worker may answer with an older state from its cache.
  const [newest] = [pushed, answer, storedValue(key) as OverlayState | null]
    .flatMap((state) => (state && state.cabinet === cabinet ? [state] : []))
    .toSorted((a, b) => b.version - a.version)
  const isKnown = pushed !== undefined || answer !== null || error !== null
  const state = isKnown ? (newest ?? overlayOf({ tournament: id, cabinet })) : null
  useEffect(() => {
    if (!state || state.version === 0) return
    version.current = state.version
    storeValue(key, state)
  }, [key, state])
  return state
}

let ownId = ''

/** The id of this page, which survives a reload. */
function pageId(): string {
  ownId ||= newId()
  return (ownId = keptText('waggle:overlay-page', ownId, tab) ?? ownId)
}
