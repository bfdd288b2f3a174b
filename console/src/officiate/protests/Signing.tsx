import { Button } from '@mantine/core'
import { useState } from 'react'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { toast } from '../../hooks/toast.ts'
import { useLatest } from '../../query/useVersioned.ts'
import { useSaving } from '../../query/useSaving.ts'
import { protests as words } from './text.ts'
import { timesInFull } from '../../core/time/times-in-full.ts'
import { useZone } from '../../hooks/useZone.ts'
import { useUser } from '../../core/session-user.ts'
import { DecisionWords } from './DecisionWords.tsx'
import { RulingPreview } from './RulingPreview.tsx'
import { previewPath, rulingRequestOf } from './protest-body.ts'
import type { ProtestBody } from './protest-body.ts'
import forms from '../../ui/Form.module.css'
import styles from './Protests.module.css'
import { rest } from '../../core/rest.ts'

type Props = { protest: ProtestBody; onDone: () => void }

/** A ruling that one official has signed, for a second one to read and sign (R-DI-4). */
export function Signing({ protest, onDone }: Props) {
  const user = useUser()
  const { proposal } = protest
  const [isAccepted, setAccepted] = useState(false)
  const { isSaving, problem, save, dismiss } = useSaving()
  const path = proposal ? previewPath(protest.id, rulingRequestOf(proposal)) : null
  const preview = useLatest(path)
  const { timeWithSeconds } = timesInFull(useZone())
  if (!proposal) return null
  const isOwn = user.state === 'in' && user.person.id === proposal.by.id
  const { num } = proposal
  const isBlocked =
    preview === null || preview.refusal !== null || (preview.cascades && !isAccepted)

  const body = { num, ...(isAccepted ? { cascade: true } : {}) }
  const sign = () =>
    save(rest.put('/api/tournament/protest/:id/sign/', { id: protest.id }, body), () => {
      toast(words.rule.done)
      onDone()
    })
  return (
    <section className={`${styles.section} ${styles.needsYou}`}>
      <h2>{isOwn ? words.sign.own : words.sign.title}</h2>
      <dl className={forms.facts}>
        <dt>{words.ruling}</dt>
        <dd>
          <DecisionWords decision={proposal} />
        </dd>
        <dt>{words.publicly}</dt>
        <dd>{proposal.sentence ?? words.noWords}</dd>
      </dl>
      <p className="dim">{words.sign.by(proposal.by.name, timeWithSeconds(proposal.at))}</p>
      {preview && (
        <RulingPreview preview={preview} isAccepted={isAccepted} onAccept={setAccepted} />
      )}
      <ProblemNote problem={problem} title={words.sign.failed} onDismiss={dismiss} />
      {!isOwn && (
        <Button
          className={styles.main}
          loading={isSaving}
          disabled={isBlocked}
          onClick={() => void sign()}
        >
          {words.sign.yes}
        </Button>
      )}
    </section>
  )
}
