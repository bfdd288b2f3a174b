import { otherActiveMatchOn } from '../../core/live/select.ts'
import { Button } from '@mantine/core'
import { memo } from 'react'
import type { MatchRow } from '#events/schema/rows.ts'
import type { CabinetBody } from '../../core/rest.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { Countdown } from '../../ui/live/Countdown.tsx'
import { completeWords } from '../../ui/live/match-length.ts'
import { useDoubleTapGuard } from '../../hooks/useDoubleTapGuard.ts'
import { useEvent } from '../../hooks/useEvent.ts'
import { useTouchTarget } from '../../hooks/useTouchTarget.ts'
import { referee as words } from '../../core/text/officiate/referee.ts'
import styles from './MainAction.module.css'
import { useCompleteMatch } from './useCompleteMatch.tsx'
import { useSelectNext } from './useSelectNext.tsx'

type Props = {
  cabinet: CabinetBody
  match: MatchRow | undefined
  keyName?: string
  /** the other match on the cabinet is already named beside the button */
  isOtherNamed?: boolean
}

/**
 * The main action of a cabinet: it completes a decided match, or else starts the next one. Its
 * label names the action; if it cannot be done, the button says why (ux 4, ux 5).
 */
export function MainAction({ cabinet, match, keyName = '1', isOtherNamed = false }: Props) {
  const once = useDoubleTapGuard()
  const next = useSelectNext(cabinet)
  const completing = useCompleteMatch(cabinet, match)
  const complete = useLiveState(({ live }) => match && completeWords(live.rows, match))
  const { label, why } = complete ? { label: complete, why: null } : next
  const run = complete ? completing.begin : next.begin
  const other = useLiveState((state) => otherActiveMatchOn(state, cabinet.id))
  const note =
    other && !complete && !isOtherNamed
      ? words.otherMatchHere(other.matchName, other.tournamentName)
      : null
  const press = useEvent(() => once(run))
  return (
    <>
      <ActionButton
        label={label}
        why={why}
        note={note}
        keyName={keyName}
        onPress={press}
        countdown={complete ? null : cabinet.id}
      />
      {completing.confirmDialog}
      {next.confirmDialog}
    </>
  )
}

type ActionProps = {
  label: string
  why: string | null
  note: string | null
  keyName: string
  /** the cabinet whose queue timer is shown; null: none */
  countdown: number | null
  onPress: () => void
}

/** Memoized, so that a point that changes no text does not re-render it. */
const ActionButton = memo(function ActionButton(props: ActionProps) {
  const { label, why, note, keyName, countdown, onPress } = props
  const { onPointerDown, isMeant } = useTouchTarget(label)
  return (
    <Button
      className={styles.main}
      aria-keyshortcuts={keyName}
      aria-disabled={why !== null || undefined}
      data-disabled={why !== null || undefined}
      title={label}
      onPointerDown={onPointerDown}
      onClick={(event) => why === null && isMeant(event) && onPress()}
    >
      <span className={styles.words}>
        <span>{label}</span>
        {why !== null && <small>{why}</small>}
        {note !== null && <small>{note}</small>}
        {countdown !== null && <Countdown cabinet={countdown} />}
      </span>
    </Button>
  )
})
