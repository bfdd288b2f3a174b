import { useEffect, useRef, useState } from 'react'
import { minDelayMinutes, phoneKinds } from '#events/describe/notification-kinds.ts'
import type { PhoneKind } from '#events/describe/notification-kinds.ts'
import { keepForOffline } from '../../core/connection/offline.ts'
import { useLiveState } from '../../core/live/context.ts'
import { read, rest } from '../../core/rest.ts'
import { push as text } from '../../core/text/spectate/later.ts'
import line from '../page/MatchList.module.css'
import { hasEnded } from '../page/matches.ts'
import { useTournamentPage } from '../page/tournament-context.ts'
import { canPush, allKinds, subscribe, unsubscribe, storedChoice } from './subscription.ts'
import type { Choice } from './subscription.ts'
import styles from './PushSettings.module.css'

/** Turns on notifications about a team, with one press and the browser's permission. */
export default function PushSettings({ team }: { team: number }) {
  const { id } = useTournamentPage().tournament
  const [choice, setChoice] = useState<Choice | null>(() => storedChoice(id))
  const latest = useRef<Promise<unknown> | null>(null)
  const [note, setNote] = useState('')
  const hasKey = useHasKey()
  // Cached, since it may be opened again at a venue with a poor connection.
  useEffect(keepForOffline, [])
  const isOver = useLiveState((state) => hasEnded(state.live.rows))
  // Nothing follows an ended tournament but corrections, for phones that are subscribed.
  const isOffered = choice?.team === team || !isOver
  if (!canPush() || !hasKey || !isOffered) return null

  /** Of several taps only the last decides what is shown. */
  async function attempt(action: () => Promise<'on' | 'blocked'>): Promise<void> {
    setNote('')
    const outcome = action().catch(() => 'failed' as const)
    latest.current = outcome
    const result = await outcome
    if (latest.current !== outcome) return
    setChoice(storedChoice(id))
    if (result !== 'on') setNote(text[result])
  }
  function update(next: Choice): Promise<void> {
    // Shown before the answer: otherwise a second tap would be based on the choice before the first.
    if (choice) setChoice(next)
    return attempt(() => subscribe(id, next))
  }
  const end = () => attempt(async () => unsubscribe(id).then(() => 'on' as const))

  return (
    <div>
      {choice?.team === team ? (
        <Kinds choice={choice} update={update} end={end} />
      ) : (
        <button
          type="button"
          className={line.follow}
          onClick={() => void update({ team, kinds: allKinds })}
        >
          {text.ask}
        </button>
      )}
      <p role="status">{note}</p>
    </div>
  )
}

/** A server without a secret cannot store push endpoints and sends no notifications. */
function useHasKey(): boolean {
  const [hasKey, setHasKey] = useState(false)
  useEffect(() => {
    read(rest.get('/api/tournament/push-key/')).then(
      ({ publicKey }) => setHasKey(publicKey !== null),
      () => {},
    )
  }, [])
  return hasKey
}

type KindsProps = {
  choice: Choice
  update: (next: Choice) => Promise<void>
  end: () => Promise<void>
}

function Kinds({ choice, update, end }: KindsProps) {
  const withToggled = (kind: PhoneKind) =>
    phoneKinds.filter((other) => choice.kinds.includes(other) !== (other === kind))
  return (
    <fieldset className={styles.choice}>
      <legend>{text.about}</legend>
      {phoneKinds.map((kind) => (
        <label key={kind} className={styles.kind}>
          <input
            type="checkbox"
            checked={choice.kinds.includes(kind)}
            onChange={() => void update({ ...choice, kinds: withToggled(kind) })}
          />
          {text.kinds(minDelayMinutes)[kind]}
        </label>
      ))}
      <button type="button" className={line.follow} onClick={() => void end()}>
        {text.stop}
      </button>
    </fieldset>
  )
}
