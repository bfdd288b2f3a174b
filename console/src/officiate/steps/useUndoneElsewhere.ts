import { translate } from '../../core/text/catalogue.ts'
import { useEffect } from 'react'
import type { Recent } from '../../../../events/view/frames.ts'
import { notePlace } from '../../core/outbox/actions.ts'
import { useLiveSession } from '../../core/live/LiveTournament.tsx'
import { undoneBy } from '../../core/live/own-steps.ts'
import type { LiveSession, LiveState } from '../../core/live/live-session.ts'
import { timesInFull } from '../../core/time/times-in-full.ts'
import { useZone } from '../../hooks/useZone.ts'
import { lastText } from '../../core/text/officiate/pressed.ts'

/** Shows a note if another device undoes a step of this device or of its cabinet. */
export function useUndoneElsewhere(cabinet: number | undefined): void {
  const session = useLiveSession()
  const zone = useZone()
  useEffect(() => {
    let last = session.store.getState()
    return session.store.subscribe((now) => {
      const previous = last
      last = now
      if (now.live === previous.live || previous.live.version === 0) return
      const undos = now.live.recent.filter(({ version, commit }) => {
        const isUndo = version > previous.live.version && undoneBy(commit).length > 0
        return isUndo && !session.own.isOwn(commit.id)
      })
      for (const undo of undos) showUndo(undo, { session, previous, now, cabinet, zone })
    })
  }, [session, cabinet, zone])
}

type UndoContext = {
  session: LiveSession
  previous: LiveState
  now: LiveState
  cabinet: number | undefined
  zone: string
}

function showUndo(
  { version, at, commit }: Recent,
  { session, previous, now, cabinet, zone }: UndoContext,
): void {
  const time = timesInFull(zone).timeWithSeconds(at)
  const undone = undoneBy(commit)
  const own = previous.own.filter((step) => undone.includes(step.version))
  const noteId = `undone:${version}`
  if (own.length > 0) {
    const texts = own.map((step) => translate(step.commit.text)).join(', ')
    return session.showNote(notePlace.undo, lastText.yoursUndone(texts, time), noteId)
  }
  const isHere = commit.matches.some((id) => now.live.rows.match[id]?.activeCabinet === cabinet)
  if (cabinet === undefined || !(isHere || commit.cabinets.includes(cabinet))) return
  const step = now.live.recent.find((recent) => undone.includes(recent.version))
  session.showNote(
    notePlace.undo,
    lastText.othersUndone(translate((step ?? { commit }).commit.text), time),
    noteId,
  )
}
