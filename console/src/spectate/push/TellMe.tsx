import { useState } from 'react'
import { newsKinds } from '../../../../events/describe/news.ts'
import type { NewsKind } from '../../../../events/describe/news.ts'
import { push as text } from '../../core/text/push.ts'
import { usePlace } from '../frame/tournament-context.ts'
import { canPush, everything, tellMe, tellNothing, toldOf } from './subscription.ts'
import type { Told } from './subscription.ts'

/** Two taps: this, and the browser's own question. */
export default function TellMe({ team }: { team: number }) {
  const { id } = usePlace().tournament
  const [told, setTold] = useState(() => toldOf(id))
  const [note, setNote] = useState('')
  if (!canPush()) return null

  async function attempt(work: () => Promise<'on' | 'blocked'>, next: Told | null): Promise<void> {
    setNote('')
    const outcome = await work().catch(() => 'failed' as const)
    if (outcome === 'on') setTold(next)
    else setNote(text[outcome])
  }
  const tell = (next: Told) => attempt(() => tellMe(id, next), next)
  const end = () => attempt(async () => tellNothing(id).then(() => 'on' as const), null)

  return (
    <div>
      {told?.team === team ? (
        <Choice told={told} tell={tell} end={end} />
      ) : (
        <button type="button" onClick={() => void tell({ team, kinds: everything })}>
          {text.ask}
        </button>
      )}
      <p role="status">{note}</p>
    </div>
  )
}

type ChoiceProps = {
  told: Told
  tell: (next: Told) => Promise<void>
  end: () => Promise<void>
}

function Choice({ told, tell, end }: ChoiceProps) {
  const toggled = (kind: NewsKind) =>
    newsKinds.filter((one) => told.kinds.includes(one) !== (one === kind))
  return (
    <fieldset>
      <legend>{text.about}</legend>
      {newsKinds.map((kind) => (
        <label key={kind}>
          <input
            type="checkbox"
            checked={told.kinds.includes(kind)}
            onChange={() => void tell({ ...told, kinds: toggled(kind) })}
          />
          {text.kinds[kind]}
        </label>
      ))}
      <button type="button" onClick={() => void end()}>
        {text.stop}
      </button>
    </fieldset>
  )
}
