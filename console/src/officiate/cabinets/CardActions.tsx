import type { CabinetBody } from '../../core/rest.ts'
import { notePlace } from '../../core/presses/actions.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { activeMatchOn } from '../../core/live/select.ts'
import { lastMatchOn } from '../../ui/live/idle.ts'
import { useOptimisticMatch } from '../../core/live/useOptimisticMatch.ts'
import { referee as words } from '../../core/text/officiate/referee.ts'
import { CommandNotes } from '../../ui/live/CommandNotes.tsx'
import styles from '../../ui/live/CabinetCards.module.css'
import { useMatchUnderReview } from '../match/useMatchUnderReview.ts'
import { QuickProtest } from '../protests/QuickProtest.tsx'
import { MainAction } from '../referee/MainAction.tsx'

type Props = { cabinet: CabinetBody; keyNumber: number }

/** The controls on a cabinet's card: its main action and a protest button. */
export default function CardActions({ cabinet, keyNumber }: Props) {
  const active = useMatchUnderReview(
    useLiveState((state) => activeMatchOn(state.live.rows, cabinet.id)),
  )
  const match = useOptimisticMatch(active)?.match
  const lastMatch = useLiveState((state) => lastMatchOn(state.live, cabinet.id))
  return (
    <>
      <MainAction
        cabinet={cabinet}
        match={match}
        isOtherNamed
        {...(keyNumber <= 9 && { keyName: `${keyNumber}` })}
      />
      <QuickProtest
        variant="default"
        className={styles.protest}
        label={words.protestOn(cabinet.displayName)}
        match={match ?? lastMatch}
      />
      <div className={styles.notes}>
        <CommandNotes places={[notePlace.cabinet(cabinet.id), notePlace.matchAt(cabinet.id)]} />
      </div>
    </>
  )
}
