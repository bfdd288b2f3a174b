import { stepText } from '../../core/text/officiate/step-text.ts'
import { Button } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { useState, useEffect } from 'react'
import { notePlace, undo } from '../../core/presses/actions.ts'
import { useLiveSession, useLiveState } from '../../core/live/LiveTournament.tsx'
import { mayOrganize, useUser } from '../../core/session-user.ts'
import { isUnsent } from '../../core/presses/pending-command.ts'
import type { PendingCommand } from '../../core/presses/pending-command.ts'
import { Icon } from '../../ui/Icon.tsx'
import { preloadedPart } from '../../hooks/lazy-part.ts'
import { CommandNotes } from '../../ui/live/CommandNotes.tsx'
import { useDoubleTapGuard } from '../../hooks/useDoubleTapGuard.ts'
import { timesInFull } from '../../core/time/times-in-full.ts'
import { useZone } from '../../hooks/useZone.ts'
import { officiate } from '../../core/text/officiate/first-screen.ts'
import { referee, lastText } from '../../core/text/officiate/referee.ts'
import styles from './LastAction.module.css'
import type { Recent } from '#events/view/frames.ts'
import { undoneBy } from '../../core/live/own-steps.ts'
import type { LiveSession, LiveState } from '../../core/live/live-session.ts'

const StepsSheet = preloadedPart(() => import('./StepsSheet.tsx'))

const noteStates = new Set<PendingCommand['state']>(['late', 'offline', 'asking', 'refused'])

/**
 * The last action of this device, and its undo (ux 8). Steps of others and of the system do not
 * replace it; they are in the list beside it.
 */
export function LastAction({ cabinet, isSticky }: { cabinet?: number; isSticky?: true }) {
  const { scene } = useLoaderData({ from: '/tournament/$id/admin' }).tournament
  const isAdmin = useUser((user) => mayOrganize(user, scene))
  // Somebody else may have used this device before.
  const last = useLiveState(({ own }) =>
    isAdmin ? own[0] : own.find(({ commit }) => commit.needs !== 'admin'),
  )
  const { timeWithSeconds } = timesInFull(useZone())
  useUndoneElsewhere(cabinet)
  const isBusy = useLiveState(({ presses }) =>
    presses.some((p) => p.place === notePlace.undo && isUnsent(p)),
  )
  const isLost = useLiveState((state) => state.connection.health === 'lost')
  // Notes replace the bar, so that they cover nothing. A dialog has space of its own for them.
  const hasNotes = useLiveState(
    ({ presses, notes }) =>
      cabinet === undefined &&
      (notes.some(({ place }) => place === notePlace.undo) ||
        presses.some((p) => p.place === notePlace.undo && noteStates.has(p.state))),
  )
  const { press } = useLiveSession()
  const once = useDoubleTapGuard()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.bar} data-stuck={isSticky} role="group" aria-label={lastText.label}>
      {hasNotes ? (
        <div className={styles.notes}>
          <CommandNotes places={[notePlace.undo]} />
        </div>
      ) : last ? (
        <Button
          variant="default"
          className={styles.undo}
          leftSection={<Icon name="undo" />}
          aria-keyshortcuts="U"
          disabled={isBusy || isLost}
          onClick={() => once(() => press(undo(last.version, stepText(last.commit))), last.version)}
        >
          <span className={styles.what} data-lost={isLost || undefined}>
            {lastText.undo(stepText(last.commit), timeWithSeconds(last.at))}
            {isLost && <small>{referee.needsLine}</small>}
          </span>
          {isLost && <span className={styles.short}>{lastText.needsLine}</span>}
        </Button>
      ) : (
        <span className={styles.none}>{lastText.none}</span>
      )}
      <Button
        variant="default"
        className={styles.more}
        aria-label={officiate.steps}
        title={officiate.steps}
        onClick={() => setOpen(true)}
      >
        <Icon name="list" />
      </Button>
      {isOpen && <StepsSheet last={last?.version} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** Shows a note if another device undoes a step of this device or of its cabinet. */
function useUndoneElsewhere(cabinet: number | undefined): void {
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
    const texts = own.map((step) => stepText(step.commit)).join(', ')
    return session.showNote(notePlace.undo, lastText.yoursUndone(texts, time), noteId)
  }
  const isHere = commit.matches.some((id) => now.live.rows.match[id]?.activeCabinet === cabinet)
  if (cabinet === undefined || !(isHere || commit.cabinets.includes(cabinet))) return
  const step = now.live.recent.find((recent) => undone.includes(recent.version))
  session.showNote(
    notePlace.undo,
    lastText.othersUndone(stepText((step ?? { commit }).commit), time),
    noteId,
  )
}
