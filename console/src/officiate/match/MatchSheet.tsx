import { Button } from '@mantine/core'
import { useState } from 'react'
import { maxScore } from '#events/rules/limits.ts'
import type { MatchRow } from '#events/schema/rows.ts'
import { rest } from '../../core/rest.ts'
import type { CabinetBody } from '../../core/rest.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { activeMatchOn, matchName, teamName } from '../../core/live/select.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { ConfirmImpact } from '../../ui/live/Impact.tsx'
import { ResultImpact } from '../../ui/live/ResultImpact.tsx'
import { PressAgain } from '../../ui/PressAgain.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { MatchLength } from '../../ui/live/MatchLength.tsx'
import { hasLength } from '../../core/live/select-for-officials.ts'
import { Stepper } from '../../ui/Stepper.tsx'
import { useConfirmedMutation } from '../../query/useConfirmedMutation.ts'
import { timesInFull } from '../../core/time/times-in-full.ts'
import { useZone } from '../../hooks/useZone.ts'
import { editing as words } from '../../core/text/officiate/dialogs.ts'
import { colours } from '#events/game/map/colour.ts'
import type { Colour } from '#events/game/map/colour.ts'
import { failureText } from '../../core/text/officiate/referee.ts'
import { timeline } from '../../core/text/officiate/results.ts'
import { AdminLink } from '../../ui/AdminLink.tsx'
import { ProtestButton } from '../protests/ProtestButton.tsx'
import { Sheet } from '../../ui/Dialog.tsx'
import styles from '../../ui/Sheet.module.css'
import { useMatchUnderReview } from './useMatchUnderReview.ts'

type Props = {
  match: number
  cabinet: CabinetBody
  /** called when the sides of a complete match are swapped */
  onSwap?: (match: number) => void
  onClose: () => void
}

/** Edits a score; a match that is not on this cabinet is marked as such (ux 36, ux 37, R-ED-5). */
export default function MatchSheet({ match: id, cabinet, onSwap, onClose }: Props) {
  const rows = useLiveState((state) => state.live.rows)
  const match = useMatchUnderReview(rows.match[id])
  const active = activeMatchOn(rows, cabinet.id)
  const [matchAtOpening] = useState(match)
  const { timeWithSeconds } = timesInFull(useZone())
  if (!match) return null
  const isOld = match.id !== active?.id
  const short = matchName(rows, match)
  return (
    <Sheet
      onClose={onClose}
      title={isOld ? words.oldTitle(short) : words.title(short)}
      contentClass={isOld ? styles.old : undefined}
    >
      {isOld && (
        <p className={styles.banner}>
          {active
            ? words.other(`${match.matchNum}`, `${active.matchNum}`)
            : words.old(`${match.matchNum}`)}
          {match.completedAt && (
            <small>{words.completed(timeWithSeconds(match.completedAt))}</small>
          )}
        </p>
      )}
      {matchAtOpening && scoresOf(matchAtOpening) !== scoresOf(match) && (
        <p className={styles.changed} role="status">
          {words.changed}
        </p>
      )}
      {/* Entered scores were meant for the previous score: a changed one resets the form. */}
      <Scores
        key={`${match.blueTeam} ${scoresOf(match)}`}
        match={match}
        onSwap={onSwap}
        onClose={onClose}
      />
    </Sheet>
  )
}

/** Both scores by team, independent of the sides. */
function scoresOf({ blueTeam, blueScore, goldTeam, goldScore }: MatchRow): string {
  const scores = [`${blueTeam}: ${blueScore}`, `${goldTeam}: ${goldScore}`]
  return scores.toSorted().join(', ')
}

type EnteredScore = { value: number; isTyped: boolean }
type ScoresProps = Pick<Props, 'onSwap' | 'onClose'> & { match: MatchRow }

function Scores({ match, onSwap, onClose }: ScoresProps) {
  const rows = useLiveState((state) => state.live.rows)
  const isLost = useLiveState((state) => state.connection.health === 'lost')
  const [entered, setEntered] = useState<Record<Colour, EnteredScore>>({
    blue: { value: match.blueScore, isTyped: false },
    gold: { value: match.goldScore, isTyped: false },
  })
  const [isAsking, setAsking] = useState(false)
  const saving = useConfirmedMutation(['cascade', 'force'])
  const { isSaving, problem, dismiss, send } = saving
  const [failure, setFailure] = useState<string>(words.failed)
  const isChecked = hasLength(rows, match)
  const name = (colour: Colour) => teamName(rows, match[`${colour}Team`])
  const changed = colours.filter((colour) => entered[colour].value !== match[`${colour}Score`])
  const jumps = changed.filter((colour) => {
    const { value, isTyped } = entered[colour]
    return !isChecked && isTyped && Math.abs(value - match[`${colour}Score`]) > 1
  })
  const { id } = match
  const write = (part: Record<string, unknown>, title: string, onSaved = onClose) => {
    setFailure(title)
    void send(rest.patch('/api/tournament/match/:id/', { id }, part), onSaved)
  }
  const setScore = () => {
    const scores = changed.map((colour) => [`${colour}Score`, entered[colour].value] as const)
    write(Object.fromEntries(scores), words.failed)
  }
  return (
    <div className={styles.form}>
      {isChecked && (
        <p className="hint">
          <MatchLength match={match} />
        </p>
      )}
      {colours.map((colour) => (
        <Stepper
          key={colour}
          label={words.score(colour, name(colour))}
          value={entered[colour].value}
          max={maxScore}
          onChange={(value, isTyped) => setEntered({ ...entered, [colour]: { value, isTyped } })}
        />
      ))}
      <ProblemNote problem={problem} title={failure} onDismiss={dismiss} />
      <Button
        className={styles.main}
        loading={isSaving}
        disabled={changed.length === 0 || isLost}
        onClick={() => (jumps.length > 0 ? setAsking(true) : setScore())}
      >
        {words.save}
      </Button>
      <ResultImpact match={match} blueScore={entered.blue.value} goldScore={entered.gold.value} />
      {match.isComplete && (
        <div className={styles.row}>
          <Button
            variant="default"
            disabled={isSaving || isLost}
            onClick={() => {
              onSwap?.(match.id)
              write({ isFlipped: !match.isFlipped }, failureText.swap, () => {})
            }}
          >
            {words.swap}
          </Button>
          <PressAgain
            size="sm"
            label={words.reopen}
            again={words.reopenSure}
            disabled={isSaving || isLost}
            onSure={() => {
              setFailure(words.reopenFailed)
              void send(rest.put('/api/tournament/match/:id/reopen/', { id }, {}), onClose)
            }}
          />
        </div>
      )}
      <ProtestButton match={match} isBusy={isSaving || isLost} />
      <AdminLink to="timeline" search={{ match: match.id }} className={styles.link}>
        {timeline.of(matchName(rows, match))}
      </AdminLink>
      {isAsking && (
        <Confirm
          title={words.jump}
          reasons={jumps.map((colour) =>
            words.jumps(name(colour), match[`${colour}Score`], entered[colour].value),
          )}
          yes={words.sure}
          onYes={setScore}
          onClose={() => setAsking(false)}
        />
      )}
      <ConfirmImpact
        of={saving}
        title={saving.asking?.by === 'force' ? words.unusual : failure}
        yes={saving.asking?.by === 'force' ? words.sure : words.insist}
      />
    </div>
  )
}
