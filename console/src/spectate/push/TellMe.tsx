import { useEffect, useState } from 'react'
import { phoneKinds } from '../../../../events/describe/news.ts'
import type { PhoneKind } from '../../../../events/describe/news.ts'
import { keepForOffline } from '../../core/offline.ts'
import { read, rest } from '../../core/rest.ts'
import { push as text } from '../../core/text/push.ts'
import line from '../frame/MatchLine.module.css'
import { usePlace } from '../frame/tournament-context.ts'
import { canPush, everything, tellMe, tellNothing, toldOf } from './subscription.ts'
import type { Choice, Told } from './subscription.ts'
import styles from './TellMe.module.css'

/** Two taps: this, and the browser's own question. */
export default function TellMe({ team }: { team: number }) {
  const { id } = usePlace().tournament
  const [told, setTold] = useState(() => toldOf(id))
  const [note, setNote] = useState('')
  const hasKey = useHasKey()
  // It is opened again in a hall whose line is poor.
  useEffect(keepForOffline, [])
  if (!canPush() || !hasKey) return null

  async function attempt(work: () => Promise<'on' | 'blocked'>): Promise<void> {
    setNote('')
    const outcome = await work().catch(() => 'failed' as const)
    if (outcome === 'on') setTold(toldOf(id))
    else setNote(text[outcome])
  }
  const tell = (next: Choice) => attempt(() => tellMe(id, next))
  const end = () => attempt(async () => tellNothing(id).then(() => 'on' as const))

  return (
    <div>
      {told?.team === team ? (
        <Kinds told={told} tell={tell} end={end} />
      ) : (
        <button
          type="button"
          className={line.follow}
          onClick={() => void tell({ team, kinds: everything })}
        >
          {text.ask}
        </button>
      )}
      <p role="status">{note}</p>
    </div>
  )
}

/** A server without a secret keeps no addresses: it tells nobody. */
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
  told: Told
  tell: (next: Choice) => Promise<void>
  end: () => Promise<void>
}

function Kinds({ told, tell, end }: KindsProps) {
  const toggled = (kind: PhoneKind) =>
    phoneKinds.filter((one) => told.kinds.includes(one) !== (one === kind))
  return (
    <fieldset className={styles.choice}>
      <legend>{text.about}</legend>
      {phoneKinds.map((kind) => (
        <label key={kind} className={styles.kind}>
          <input
            type="checkbox"
            checked={told.kinds.includes(kind)}
            onChange={() => void tell({ ...told, kinds: toggled(kind) })}
          />
          {text.kinds[kind]}
        </label>
      ))}
      <button type="button" className={line.follow} onClick={() => void end()}>
        {text.stop}
      </button>
    </fieldset>
  )
}
