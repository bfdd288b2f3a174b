import { said } from '../../core/text/catalogue.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { placeOf, undo } from '../../core/outbox/actions.ts'
import { useSession, useLiveState } from '../../core/live/LiveTournament.tsx'
import { isUnsent } from '../../core/outbox/pending-command.ts'
import type { PendingCommand } from '../../core/outbox/pending-command.ts'
import { Icon } from '../../ui/Icon.tsx'
import { preloadedPart } from '../../hooks/lazy-part.ts'
import { CommandNotes } from '../../ui/live/CommandNotes.tsx'
import { useDoubleTapGuard } from '../../hooks/useDoubleTapGuard.ts'
import { timeOfDay } from '../../core/time.ts'
import { officiate } from '../../core/text/officiate.ts'
import { referee } from '../../core/text/referee.ts'
import { lastText } from '../../core/text/pressed.ts'
import styles from './LastAction.module.css'
import { useUndoneElsewhere } from './useUndoneElsewhere.ts'

const StepsSheet = preloadedPart(() => import('./StepsSheet.tsx'))

const isShown = new Set<PendingCommand['state']>(['late', 'offline', 'asking', 'refused'])

/**
 * What this device did last, and the way back (ux 8). It stays whatever others do: their steps, and
 * those of the system, are in the list beside it.
 */
export function LastAction({ cabinet, isStuck }: { cabinet?: number; isStuck?: true }) {
  const last = useLiveState((shown) => shown.own[0])
  useUndoneElsewhere(cabinet)
  const isBusy = useLiveState(({ presses }) =>
    presses.some((p) => p.place === placeOf.undo && isUnsent(p)),
  )
  const isLost = useLiveState((shown) => shown.link.light === 'lost')
  // In place of the bar, so that it covers nothing; a dialog has room of its own for it.
  const isTelling = useLiveState(
    ({ presses, notes }) =>
      cabinet === undefined &&
      (notes.some(({ place }) => place === placeOf.undo) ||
        presses.some((p) => p.place === placeOf.undo && isShown.has(p.state))),
  )
  const { press } = useSession()
  const once = useDoubleTapGuard()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.bar} data-stuck={isStuck} role="group" aria-label={lastText.label}>
      {isTelling ? (
        <div className={styles.notes}>
          <CommandNotes places={[placeOf.undo]} />
        </div>
      ) : last ? (
        <Button
          variant="default"
          className={styles.undo}
          leftSection={<Icon name="undo" />}
          aria-keyshortcuts="U"
          disabled={isBusy || isLost}
          onClick={() =>
            once(() => press(undo(last.version, said(last.commit.text))), last.version)
          }
        >
          <span className={styles.what} data-lost={isLost || undefined}>
            {lastText.undo(said(last.commit.text), timeOfDay(new Date(last.at)))}
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
