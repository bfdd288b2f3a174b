import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Radio, Textarea } from '@mantine/core'
import type { MatchRow } from '#events/schema/rows.ts'
import type { ProtestReason } from '#events/schema/parts/ruling.ts'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { rest } from '../../core/rest.ts'
import { protests as words } from '../../core/text/officiate/protests.ts'
import { text } from '../../core/text/text.ts'
import { Sheet } from '../../ui/Dialog.tsx'
import styles from './Protests.module.css'

type Props = { match: MatchRow; onClose: () => void }
const reasons = Object.keys(words.reasons) as ProtestReason[]

const empty = { reason: null as ProtestReason | null, text: '' }

/** Marks a match as under protest: a reason from the list, and a text that only officials see. */
export default function NewProtest({ match, onClose }: Props) {
  const form = useSavedForm({ server: empty })
  const short = text.match.short(match.matchNum)
  async function lodge(_: unknown, { reason, text: details }: typeof empty): Promise<void> {
    if (!reason) return
    const body = { match: match.id, reason, ...(details.trim() && { text: details.trim() }) }
    await form.save(rest.post('/api/tournament/protest/', {}, body), onClose)
  }
  return (
    <Sheet onClose={onClose} title={words.lodge.title(short)} zIndex={350}>
      <EditForm
        form={form}
        onSave={lodge}
        failed={words.lodge.failed}
        button={words.lodge.yes}
        isDisabled={!form.values.reason}
        isNarrow
      >
        <p className="dim">{words.lodge.lead}</p>
        <Radio.Group
          label={words.lodge.reason}
          {...form.field('reason')}
          classNames={{ label: styles.label }}
        >
          <div className={styles.choices}>
            {reasons.map((reason) => (
              <Radio
                key={reason}
                value={reason}
                className={styles.choice}
                label={words.reasons[reason]}
              />
            ))}
          </div>
        </Radio.Group>
        <Textarea
          label={words.lodge.text}
          description={words.lodge.textHint}
          required={form.values.reason === 'other'}
          rows={3}
          {...form.field('text')}
        />
      </EditForm>
    </Sheet>
  )
}
