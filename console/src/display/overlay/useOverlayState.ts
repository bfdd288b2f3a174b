import { useCallback, useEffect, useRef } from 'react'
import { overlayOf } from '../../../../events/view/overlay.ts'
import type { OverlayPart, OverlayState } from '../../../../events/view/overlay.ts'
import { newId } from '../../core/device.ts'
import { useLiveState, useWatching } from '../../core/live/context.ts'
import { rest } from '../../core/rest.ts'
import { usePlace } from '../../spectate/frame/tournament-context.ts'
import { usePolled } from '../../hooks/usePolled.ts'
import { readAsNobody } from './read-as-nobody.ts'

/** What was pressed is pushed; this is for what was missed, and says that this page is here. */
const everyMs = 2_000

type Props = { cabinet: number; part: OverlayPart | 'all' }

/** Which parts are switched on; null until it is known. */
export function useOverlayState({ cabinet, part }: Props): OverlayState | null {
  const { id } = usePlace().tournament
  const { store } = useWatching()
  const pushed = useLiveState((shown) => shown.overlays[cabinet])
  const version = useRef(0)
  const ask = useCallback(() => {
    const { heardAt } = store.getState().link
    const silent = heardAt === null ? 'never' : Math.min(Math.max(0, Date.now() - heardAt), 1e8)
    const path = rest.get('/api/tournament/overlay/', { tournamentId: id, cabinetId: cabinet })
    return readAsNobody(path, {
      'X-Overlay-Page': `${page()} ${part} ${version.current} ${silent}`,
    })
  }, [store, id, cabinet, part])
  const { answer, error } = usePolled(ask, { everyMs, retryMs: everyMs })
  const key = `waggle:overlay-parts:${id}:${cabinet}`
  // Of one that is older, what is shown stays: a worker may answer with what it kept.
  const [newest] = [pushed, answer, kept(key)]
    .flatMap((one) => (one && one.cabinet === cabinet ? [one] : []))
    .toSorted((a, b) => b.version - a.version)
  const isKnown = pushed !== undefined || answer !== null || error !== null
  const shown = isKnown ? (newest ?? overlayOf({ tournament: id, cabinet })) : null
  useEffect(() => {
    if (!shown || shown.version === 0) return
    version.current = shown.version
    keep(key, shown)
  }, [key, shown])
  return shown
}

let made = ''

/** It is the same page after it was loaded anew. */
function page(): string {
  made ||= newId()
  try {
    made = sessionStorage.getItem('waggle:overlay-page') ?? made
    sessionStorage.setItem('waggle:overlay-page', made)
  } catch {
    // It is known as long as it is open.
  }
  return made
}

function kept(key: string): OverlayState | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as OverlayState | null
  } catch {
    return null
  }
}

function keep(key: string, state: OverlayState): void {
  try {
    localStorage.setItem(key, JSON.stringify(state))
  } catch {
    // After a reload it waits for an answer.
  }
}
