import { translate } from '../../core/text/catalogue.ts'
import { Button } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { useState } from 'react'
import { notePlace, undo } from '../../core/outbox/actions.ts'
import { useLiveSession, useLiveState } from '../../core/live/LiveTournament.tsx'
import { mayOrganize, useUser } from '../../core/session-user.ts'
import { isUnsent } from '../../core/outbox/pending-command.ts'
import type { PendingCommand } from '../../core/outbox/pending-command.ts'
import { Icon } from '../../ui/Icon.tsx'
import { preloadedPart } from '../../hooks/lazy-part.ts'
import { CommandNotes } from '../../ui/live/CommandNotes.tsx'
import { useDoubleTapGuard } from '../../hooks/useDoubleTapGuard.ts'
import { timesInFull } from '../../core/time/times-in-full.ts'
import { useZone } from '../../hooks/useZone.ts'
import { officiate } from '../../core/text/officiate/officiate.ts'
import { referee } from '../../core/text/officiate/referee.ts'
import { lastText } from '../../core/text/officiate/pressed.ts'
import styles from './LastAction.module.css'
import { useUndoneElsewhere } from './useUndoneElsewhere.ts'

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
          onClick={() =>
            once(() => press(undo(last.version, translate(last.commit.text))), last.version)
          }
        >
          <span className={styles.what} data-lost={isLost || undefined}>
            {lastText.undo(translate(last.commit.text), timeWithSeconds(last.at))}
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
