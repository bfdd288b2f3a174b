import { Button } from '@mantine/core'
import { useState } from 'react'
import { ProblemNote } from '../../parts/ProblemNote.tsx'
import { toast } from '../../parts/toast.ts'
import { isDone, useFresh } from '../../parts/useFresh.ts'
import { useSaving } from '../../parts/useSaving.ts'
import { protests as words } from '../../text/protests.ts'
import { text } from '../../text.ts'
import { useUser } from '../../user/user.ts'
import { DecisionWords } from './DecisionWords.tsx'
import { Foreseeing } from './Foreseeing.tsx'
import { previewPath, protestPath, wantedOf } from './papers.ts'
import type { Foreseen, ProtestPaper } from './papers.ts'
import styles from './Protests.module.css'

type Props = { protest: ProtestPaper; onDone: () => void }

/** What one official has signed, for another one to read and to sign (R-DI-4). */
export function Signing({ protest, onDone }: Props) {
  const user = useUser()
  const { proposal } = protest
  const [isAccepted, setAccepted] = useState(false)
  const { isSaving, problem, save, dismiss } = useSaving()
  const path = proposal ? previewPath(protest.id, wantedOf(proposal)) : null
  const { answer, of } = useFresh<Foreseen>(path, isDone)
  const foreseen = of === path ? answer : null
  if (!proposal) return null
  const isOwn = user.state === 'in' && user.person.id === proposal.by.id
  const { num } = proposal
  const waits = foreseen === null || foreseen.refusal !== null || (foreseen.cascades && !isAccepted)

  async function sign(): Promise<void> {
    const body = { num, ...(isAccepted ? { cascade: true } : {}) }
    const saved = await save({ method: 'PUT', path: protestPath(protest.id, 'sign'), body })
    if (!saved.ok) return
    toast(words.rule.done)
    onDone()
  }
  return (
    <section className={`${styles.section} ${styles.needsYou}`}>
      <h2>{isOwn ? words.sign.own : words.sign.title}</h2>
      <dl className={styles.facts}>
        <dt>{words.ruling}</dt>
        <dd>
          <DecisionWords decision={proposal} />
        </dd>
        <dt>{words.publicly}</dt>
        <dd>{proposal.sentence ?? words.noWords}</dd>
      </dl>
      <p className={styles.lead}>
        {words.sign.by(proposal.by.name, text.time(new Date(proposal.at)))}
      </p>
      {foreseen && (
        <Foreseeing foreseen={foreseen} isAccepted={isAccepted} onAccept={setAccepted} />
      )}
      <ProblemNote problem={problem} title={words.sign.failed} onDismiss={dismiss} />
      {!isOwn && (
        <Button
          className={styles.main}
          loading={isSaving}
          disabled={waits}
          onClick={() => void sign()}
        >
          {words.sign.yes}
        </Button>
      )}
    </section>
  )
}
