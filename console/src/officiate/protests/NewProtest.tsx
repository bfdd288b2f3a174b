import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Button, Modal, Radio, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { MatchRow } from '../../../../events/schema/rows.ts'
import type { ProtestReason } from '../../../../events/schema/ruling.ts'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { useSaving } from '../../query/useSaving.ts'
import { protests as words } from './text.ts'
import { text } from '../../core/text/text.ts'
import styles from './Protests.module.css'

type Props = { match: MatchRow; onClose: () => void }
const reasons = Object.keys(words.reasons) as ProtestReason[]

/** Marks a match as under protest: a reason from the list, and more in words for officials alone. */
export function NewProtest({ match, onClose }: Props) {
  const { isSaving, problem, save, dismiss } = useSaving()
  const [reason, setReason] = useState<ProtestReason | null>(null)
  const [said, setSaid] = useState('')
  const short = text.match.short(match.matchNum)
  async function lodge(): Promise<void> {
    const body = { match: match.id, reason, ...(said.trim() ? { text: said.trim() } : {}) }
    const saved = await save({ method: 'POST', path: '/api/tournament/protest/', body })
    if (!saved.ok) return
    onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.lodge.title(short)}
      size="lg"
      zIndex={350}
      closeButtonProps={{ 'aria-label': text.close, size: 48 }}
      classNames={{ title: styles.title }}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (reason && !isSaving) void lodge()
        }}
      >
        <p className={styles.lead}>{words.lodge.lead}</p>
        <Radio.Group
          label={words.lodge.reason}
          value={reason}
          onChange={(value) => setReason(value)}
          classNames={{ label: styles.label }}
        >
          <div className={styles.choices}>
            {reasons.map((one) => (
              <Radio
                key={one}
                value={one}
                size="md"
                className={styles.choice}
                label={words.reasons[one]}
              />
            ))}
          </div>
        </Radio.Group>
        <Textarea
          label={words.lodge.text}
          description={words.lodge.textHint}
          error={problem?.fields['text']}
          required={reason === 'other'}
          rows={3}
          maxLength={2_000}
          value={said}
          onChange={({ currentTarget }) => setSaid(currentTarget.value)}
        />
        <ProblemNote
          problem={problem}
          title={words.lodge.failed}
          beside={['text']}
          onDismiss={dismiss}
        />
        <Button type="submit" className={styles.main} loading={isSaving} disabled={!reason}>
          {words.lodge.yes}
        </Button>
      </form>
    </Modal>
  )
}
