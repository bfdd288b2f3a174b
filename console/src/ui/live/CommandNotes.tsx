import { staleMs } from '../../core/writes/write-machine.ts'
import { Button } from '@mantine/core'
import { useShallow } from 'zustand/react/shallow'
import { useLiveSession, useLiveState } from '../../core/live/LiveTournament.tsx'
import { presentStateText } from '../../core/live/match-change.ts'
import type { NewCommand, PendingCommand } from '../../core/presses/pending-command.ts'
import { confirmedPress, isQueueMove, repeatedMove } from '../../core/presses/repeat-refused.ts'
import { timesInFull } from '../../core/time/times-in-full.ts'
import { useZone } from '../../hooks/useZone.ts'
import { text } from '../../core/text/text.ts'
import { pressText } from '../../core/text/officiate/referee.ts'
import { Icon } from '../Icon.tsx'
import styles from './CommandNotes.module.css'

/**
 * The state of the presses of a control: saving, not saved yet, waiting, refused. Only saved
 * presses disappear by themselves (ux 12, ux 13, ux 14, ux 42).
 */
export function CommandNotes({ places }: { places: string[] }) {
  const presses = useLiveState(
    useShallow(({ presses }) =>
      presses.filter(({ place, state }) => state !== 'answered' && places.includes(place)),
    ),
  )
  const notes = useLiveState(
    useShallow((s) => s.notes.filter(({ place }) => places.includes(place))),
  )
  const { dismiss } = useLiveSession()
  return (
    <div className={styles.notes} aria-live="polite">
      {presses.slice(-3).map((press) => (
        <CommandNote key={press.id} press={press} />
      ))}
      {notes.map(({ id, text: words }) => (
        <div key={id} className={styles.note} data-state="told">
          <span className={styles.words}>{words}</span>
          <Choice label={text.dismiss} onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  )
}

export function CommandNote({ press }: { press: PendingCommand }) {
  const { id, state } = press
  const { retry, dismiss } = useLiveSession()
  const { timeWithSeconds } = timesInFull(useZone())
  if (state === 'refused') return <RefusedNote press={press} />
  if (state === 'asking') {
    return (
      <div className={styles.note} data-state={state} role="alert">
        <span className={styles.words}>
          <strong>{press.label}</strong> {timeWithSeconds(press.at)}.{' '}
          {press.reason ?? pressText.old(staleMs / 1_000)} <MatchStateNote press={press} />
        </span>
        <Choice label={pressText.apply} onClick={() => retry(id)} />
        <Choice label={text.unsent.drop} onClick={() => dismiss(id)} />
      </div>
    )
  }
  return (
    <div className={styles.note} data-state={state}>
      <Icon name="clock" />
      <span className={styles.words}>
        {state === 'late'
          ? pressText.late
          : state === 'offline'
            ? pressText.offline
            : pressText.sending}
        : {press.label}
      </span>
      {state !== 'sending' && <Choice label={text.retry} onClick={() => retry(id)} />}
    </div>
  )
}

function RefusedNote({ press }: { press: PendingCommand }) {
  const { id, command } = press
  const { retry, dismiss, press: send } = useLiveSession()
  const rows = useLiveState(({ live }) => live.rows)
  const confirmed = confirmedPress(press)
  const move = repeatedMove(press, rows)
  function replace(next: NewCommand): void {
    dismiss(id)
    send(next)
  }
  return (
    <div className={styles.note} data-state="refused" role="alert">
      <Icon name="warning" />
      <span className={styles.words}>
        <strong>{press.failure}</strong> {press.reason}
      </span>
      {confirmed && (
        <Choice
          label={press.code === 'CABINET_TAKEN' ? pressText.displace : pressText.countAnyway}
          onClick={() => replace(confirmed)}
        />
      )}
      {move && <Choice label={text.retry} onClick={() => replace(move)} />}
      {!isQueueMove(command) && <Choice label={text.retry} onClick={() => retry(id)} />}
      <Choice label={text.dismiss} onClick={() => dismiss(id)} />
    </div>
  )
}

/** The present state of the match of a press, for the person who decides about it. */
function MatchStateNote({ press: { command } }: { press: PendingCommand }) {
  return useLiveState(({ live }) =>
    'match' in command ? presentStateText(live.rows, command.match) : null,
  )
}

function Choice({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button variant="default" size="compact-md" className={styles.choice} onClick={onClick}>
      {label}
    </Button>
  )
}
