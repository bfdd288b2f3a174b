import { Button } from '@mantine/core'
import { useShallow } from 'zustand/react/shallow'
import { useSession, useShown } from '../live/LiveTournament.tsx'
import type { Press } from '../live/press.ts'
import { text } from '../text.ts'
import { Icon } from './Icon.tsx'
import styles from './PressNotes.module.css'

type Props = {
  places: string[]
  /** room kept for so many of them, so that nothing moves when they come */
  lines?: number
}

/**
 * What became of the presses of a control, beside it: saving, not saved yet, waiting, refused.
 * Nothing leaves by itself but what is saved (ux 12, 13, 14, 42).
 */
export function PressNotes({ places, lines = 0 }: Props) {
  const presses = useShown(
    useShallow(({ presses }) =>
      presses.filter(({ place, state }) => state !== 'answered' && places.includes(place)),
    ),
  )
  const notes = useShown(useShallow((s) => s.notes.filter(({ place }) => places.includes(place))))
  const { dismiss } = useSession()
  return (
    <div
      className={styles.notes}
      style={lines > 0 ? { blockSize: `${lines * 3.25}rem` } : undefined}
      aria-live="polite"
    >
      {presses.slice(-3).map((press) => (
        <PressNote key={press.id} press={press} />
      ))}
      {notes.map(({ id, text: words }) => (
        <div key={id} className={styles.note}>
          <span className={styles.words}>{words}</span>
          <Choice label={text.dismiss} onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  )
}

export function PressNote({ press }: { press: Press }) {
  const { id, state } = press
  const { retry, dismiss } = useSession()
  if (state === 'refused') {
    return (
      <div className={styles.note} data-state={state} role="alert">
        <Icon name="warning" />
        <span className={styles.words}>
          <strong>{press.failure}</strong> {press.reason}
        </span>
        <Choice label={text.retry} onClick={() => retry(id)} />
        <Choice label={text.dismiss} onClick={() => dismiss(id)} />
      </div>
    )
  }
  if (state === 'asking') {
    return (
      <div className={styles.note} data-state={state} role="alert">
        <span className={styles.words}>
          <strong>{press.label}</strong> {text.time(new Date(press.at))}. {text.unsent.old}
        </span>
        <Choice label={text.unsent.apply} onClick={() => retry(id)} />
        <Choice label={text.unsent.drop} onClick={() => dismiss(id)} />
      </div>
    )
  }
  return (
    <div className={styles.note} data-state={state}>
      <Icon name="clock" />
      <span className={styles.words}>
        {state === 'late'
          ? text.press.late
          : state === 'offline'
            ? text.press.offline
            : text.press.sending}
        : {press.label}
      </span>
      {state !== 'sending' && <Choice label={text.retry} onClick={() => retry(id)} />}
    </div>
  )
}

function Choice({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button variant="default" size="compact-md" className={styles.choice} onClick={onClick}>
      {label}
    </Button>
  )
}
