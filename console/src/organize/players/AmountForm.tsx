import { TextInput, Title } from '@mantine/core'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { FieldRow } from '../../ui/form/FieldRow.tsx'
import forms from '../../ui/Form.module.css'
import { centsIn, dollars } from '../../core/money.ts'
import { PressAgain } from '../../ui/PressAgain.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { toast } from '../../hooks/toast.ts'
import { useEditedForm } from '../../hooks/form/useEditedForm.ts'
import type { EditedForm } from '../../hooks/form/useEditedForm.ts'
import { useSaving } from '../../query/useSaving.ts'
import { payments } from './payments-text.ts'
import { typed } from './money.ts'
import type { Write } from '../../core/rest.ts'

export type AmountProps = {
  words: { title: string; yes: (amount: string) => string; done: string; failed: string }
  lead: string
  /** cents the field begins with */
  start: number
  most?: number
  onDone: () => void
  /** somebody else entered something in the meantime */
  onMoved: () => void
}
/** What is asked beside the amount. */
type More<M extends object> = {
  more: M
  check?: (values: M) => Record<string, string>
  write: (cents: number, values: M) => Write
  children?: (form: EditedForm<M & { amount: string }>) => ReactNode
}

/** An amount to the cent; the button says it, and is pressed twice: no entry is ever removed. */
export function AmountForm<M extends object>(props: AmountProps & More<M>) {
  const { words, lead, start, most, more, check, write, onDone, onMoved, children } = props
  const saving = useSaving()
  const [server] = useState(() => ({ ...more, amount: start > 0 ? typed(start) : '' }))
  const wrongIn = ({ amount }: typeof server) => wrongAmount(centsIn(amount), most)
  const form = useEditedForm({
    server,
    saving,
    check: (values) => ({ ...wrongIn(values), ...check?.(values) }),
  })
  const title = useId()
  const cents = centsIn(form.values.amount) ?? 0
  const { amount: wrong } = wrongIn(form.values)

  async function send(_: unknown, values: typeof server): Promise<void> {
    const saved = await saving.save(write(cents, values))
    if (!saved.ok) {
      if (saved.problem.code === 'LEDGER_MOVED') onMoved()
      return
    }
    toast(words.done)
    onDone()
  }

  const label = words.yes(wrong === undefined ? dollars(cents) : payments.unclear)
  const isShown = form.isTried || form.values.amount !== ''
  return (
    <section className={forms.section} aria-labelledby={title}>
      <Title order={3} size="md" id={title}>
        {words.title}
      </Title>
      <p className={forms.lead}>{lead}</p>
      <FieldRow>
        <TextInput
          label={payments.amount}
          inputMode="decimal"
          leftSection="$"
          {...form.field('amount')}
          error={form.errors['cents'] ?? (isShown && wrong)}
        />
        {children?.(form)}
      </FieldRow>
      <ProblemNote
        problem={saving.problem}
        title={words.failed}
        beside={['cents']}
        onDismiss={saving.dismiss}
      />
      <div>
        <PressAgain
          size="md"
          loading={saving.isSaving}
          label={label}
          again={payments.reallyDo(label)}
          onSure={() => void form.submit(send)}
        />
      </div>
    </section>
  )
}

function wrongAmount(cents: number | null, most: number | undefined): { amount?: string } {
  if (!cents) return { amount: payments.noAmount }
  return most !== undefined && cents > most ? { amount: payments.tooMuch(dollars(most)) } : {}
}
