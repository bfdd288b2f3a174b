import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Recent } from '../../../../events/frame.ts'
import { placeOf, undo } from '../../live/actions.ts'
import { useSession, useShown } from '../../live/LiveTournament.tsx'
import { isUnsent } from '../../live/press.ts'
import type { Shown } from '../../live/session.ts'
import { Icon } from '../../parts/Icon.tsx'
import { later } from '../../parts/later.ts'
import { PressNotes } from '../../parts/PressNotes.tsx'
import { useOnce } from '../../parts/useOnce.ts'
import { officiate } from '../../text/officiate.ts'
import { text } from '../../text.ts'
import styles from './LastAction.module.css'

const StepsSheet = later(() => import('./StepsSheet.tsx'))

/** What happened last at this cabinet, by whomever, and the way back (ux 8). */
export function LastAction({ cabinet }: { cabinet?: number }) {
  const last = useShown((shown) => lastOf(shown, cabinet))
  const isBusy = useShown(({ presses }) =>
    presses.some((p) => p.place === placeOf.undo && isUnsent(p)),
  )
  const isLost = useShown((shown) => shown.link.light === 'lost')
  const { press } = useSession()
  const once = useOnce()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.bar} role="group" aria-label={text.last.label}>
      {last ? (
        <Button
          variant="default"
          className={styles.undo}
          leftSection={<Icon name="undo" />}
          aria-keyshortcuts="U"
          disabled={isBusy || isLost}
          onClick={() => once(() => press(undo(last.version, last.commit.text)), last.version)}
        >
          {text.last.undo(last.commit.text, text.time(new Date(last.at)))}
          {isLost && <small className={styles.why}>{text.referee.needsLine}</small>}
        </Button>
      ) : (
        <span className={styles.none}>{text.last.none}</span>
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
      <div className={styles.notes}>
        <PressNotes places={[placeOf.undo]} />
      </div>
    </div>
  )
}

/** The latest commit here that is not taken back already. */
function lastOf({ live }: Shown, cabinet: number | undefined): Recent | undefined {
  const undone = new Set(live.recent.flatMap(({ commit }) => commit.undone ?? commit.undoes ?? []))
  return live.recent.find(({ version, commit }) => {
    const { cabinets, matches } = commit
    if (undone.has(version) || commit.undoes !== null) return false
    if (cabinet === undefined) return commit.by === 'person'
    const isHere = matches.some((id) => live.rows.match[id]?.activeCabinet === cabinet)
    return isHere || cabinets.includes(cabinet)
  })
}
