import { Button } from '@mantine/core'
import { memo } from 'react'
import type { CabinetBody } from '../../core/rest.ts'
import { extend, extensionSeconds, hold, release } from '../../core/presses/actions.ts'
import { useLiveSession, useLiveState } from '../../core/live/LiveTournament.tsx'
import type { OptimisticMatch } from '../../core/presses/optimistic.ts'
import { heldOn } from '../../core/live/select.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useDoubleTapGuard } from '../../hooks/useDoubleTapGuard.ts'
import { officiate } from '../../core/text/officiate/first-screen.ts'
import { text } from '../../core/text/text.ts'
import { referee } from '../../core/text/officiate/referee.ts'
import { MainAction } from './MainAction.tsx'
import styles from './NextBar.module.css'

type BarProps = { cabinet: CabinetBody; drawn: OptimisticMatch | undefined }

/** The main action of a cabinet, and the controls of its queue timer. */
export function NextBar({ cabinet, drawn }: BarProps) {
  return (
    <div className={styles.bar}>
      <MainAction cabinet={cabinet} match={drawn?.match} />
      <ExtendTimer cabinet={cabinet} />
      <Hold cabinet={cabinet} />
    </div>
  )
}

const ExtendTimer = memo(function ExtendTimer({ cabinet }: { cabinet: CabinetBody }) {
  const { press } = useLiveSession()
  const once = useDoubleTapGuard()
  const isRunning = useLiveState(({ live: { rows }, connection }) => {
    return rows.timer[cabinet.id] !== undefined && connection.health !== 'lost'
  })
  return (
    <Button
      variant="default"
      className={styles.more}
      aria-label={officiate.moreLabel(extensionSeconds, cabinet.displayName)}
      aria-keyshortcuts="7"
      disabled={!isRunning}
      onClick={() => once(() => press(extend(cabinet)))}
    >
      {officiate.more(extensionSeconds)}
    </Button>
  )
})

/** A held cabinet starts nothing automatically until it is released (R-QT-2). */
const Hold = memo(function Hold({ cabinet }: { cabinet: CabinetBody }) {
  const { press } = useLiveSession()
  const once = useDoubleTapGuard()
  const isHeld = useLiveState((state) => heldOn(state.live.rows, cabinet.id))
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
