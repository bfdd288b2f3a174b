import { Button } from '@mantine/core'
import { memo } from 'react'
import type { CabinetBody } from '../../core/rest.ts'
import { extend, hold, release } from '../../core/outbox/actions.ts'
import { useSession, useLiveState } from '../../core/live/LiveTournament.tsx'
import type { OptimisticMatch } from '../../core/outbox/optimistic.ts'
import { heldOn } from '../../core/live/select.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useDoubleTapGuard } from '../../hooks/useDoubleTapGuard.ts'
import { officiate } from '../../core/text/officiate.ts'
import { text } from '../../core/text/text.ts'
import { referee } from '../../core/text/referee.ts'
import { MainAction } from './MainAction.tsx'
import styles from './NextBar.module.css'

type BarProps = { cabinet: CabinetBody; drawn: OptimisticMatch | undefined }

/** What a cabinet's match goes on by: its main action, and the timer's. */
export function NextBar({ cabinet, drawn }: BarProps) {
  return (
    <div className={styles.bar}>
      <MainAction cabinet={cabinet} match={drawn?.match} />
      <More cabinet={cabinet} />
      <Hold cabinet={cabinet} />
    </div>
  )
}

const More = memo(function More({ cabinet }: { cabinet: CabinetBody }) {
  const { press } = useSession()
  const once = useDoubleTapGuard()
  const isRunning = useLiveState(({ live: { rows }, link }) => {
    return rows.timer[cabinet.id] !== undefined && link.light !== 'lost'
  })
  return (
    <Button
      variant="default"
      className={styles.more}
      aria-label={officiate.moreLabel(cabinet.displayName)}
      aria-keyshortcuts="7"
      disabled={!isRunning}
      onClick={() => once(() => press(extend(cabinet)))}
    >
      {officiate.more}
    </Button>
  )
})

/** Held, a cabinet starts nothing by itself until it is released (R-QT-2). */
const Hold = memo(function Hold({ cabinet }: { cabinet: CabinetBody }) {
  const { press } = useSession()
  const once = useDoubleTapGuard()
  const isHeld = useLiveState((shown) => heldOn(shown.live.rows, cabinet.id))
  return (
    <Button
      variant="default"
      className={styles.hold}
      aria-pressed={isHeld}
      aria-keyshortcuts={isHeld ? undefined : 'Escape'}
      title={isHeld ? text.next.isHeld : undefined}
      leftSection={<Icon name="hold" />}
      onClick={() => once(() => press(isHeld ? release(cabinet) : hold(cabinet)))}
    >
      {isHeld ? referee.next.release : referee.next.hold}
    </Button>
  )
})
