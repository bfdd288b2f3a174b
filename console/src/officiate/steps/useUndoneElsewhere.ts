import { said } from '../../core/text/catalogue.ts'
import { useEffect } from 'react'
import type { Recent } from '../../../../events/view/frames.ts'
import { placeOf } from '../../core/outbox/actions.ts'
import { useSession } from '../../core/live/LiveTournament.tsx'
import { undoneBy } from '../../core/live/own-steps.ts'
import type { Session, LiveState } from '../../core/live/session.ts'
import { timeOfDay } from '../../core/time.ts'
import { lastText } from '../../core/text/pressed.ts'

/** Tells whoever it affects that another device has undone a step: its own, or one at its cabinet. */
export function useUndoneElsewhere(cabinet: number | undefined): void {
  const session = useSession()
  useEffect(() => {
    let before = session.store.getState()
    return session.store.subscribe((now) => {
      const seen = before
      before = now
      if (now.live === seen.live || seen.live.version === 0) return
      const undos = now.live.recent.filter(({ version, commit }) => {
        const isUndo = version > seen.live.version && undoneBy(commit).length > 0
        return isUndo && !session.own.isOwn(commit.id)
      })
      for (const undo of undos) tellOf(undo, { session, seen, now, cabinet })
    })
  }, [session, cabinet])
}

type UndoContext = {
  session: Session
  seen: LiveState
  now: LiveState
  cabinet: number | undefined
}

function tellOf(
  { version, at, commit }: Recent,
  { session, seen, now, cabinet }: UndoContext,
): void {
  const time = timeOfDay(new Date(at))
  const undone = undoneBy(commit)
  const own = seen.own.filter((step) => undone.includes(step.version))
  const note = `undone:${version}`
  if (own.length > 0) {
    const what = own.map((step) => said(step.commit.text)).join(', ')
    return session.tell(placeOf.undo, lastText.yoursUndone(what, time), note)
  }
  const isHere = commit.matches.some((id) => now.live.rows.match[id]?.activeCabinet === cabinet)
  if (cabinet === undefined || !(isHere || commit.cabinets.includes(cabinet))) return
  const step = now.live.recent.find((one) => undone.includes(one.version))
  session.tell(
    placeOf.undo,
    lastText.othersUndone(said((step ?? { commit }).commit.text), time),
    note,
  )
}
