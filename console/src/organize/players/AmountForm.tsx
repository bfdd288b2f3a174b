import { TextInput, Title } from '@mantine/core'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { FieldRow } from '../../ui/form/FieldRow.tsx'
import forms from '../../ui/Form.module.css'
import { centsIn } from '#events/text/cents.ts'
import { dollars } from '../../core/money.ts'
import { PressAgain } from '../../ui/PressAgain.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { toast } from '../../hooks/toast.ts'
import { useEditedForm } from '../../hooks/form/useEditedForm.ts'
import type { EditedForm } from '../../hooks/form/useEditedForm.ts'
import { useSaving } from '../../query/useSaving.ts'
import { payments } from '../../core/text/organize/registration.ts'
import { amountText } from './money.ts'
import type { Write } from '../../core/rest.ts'

export type AmountProps = {
  words: { title: string; yes: (amount: string) => string; done: string; failed: string }
  lead: string
  /** initial value of the field, in cents */
  startCents: number
  maxCents?: number
  onDone: () => void
  /** entries have been added that the form does not know */
  onConflict: () => void
}
/** Additional fields of the form. */
type ExtraFields<M extends object> = {
  extra: M
  check?: (values: M) => Record<string, string>
  write: (cents: number, values: M) => Write
  children?: (form: EditedForm<M & { amount: string }>) => ReactNode
}

/** A form for an amount. The button shows it and asks for a second press: entries are permanent. */
export function AmountForm<M extends object>(props: AmountProps & ExtraFields<M>) {
  const { words, lead, startCents, maxCents, extra, check, write, onDone, onConflict, children } =
    props
  const saving = useSaving()
  const [server] = useState(() => ({
    ...extra,
    amount: startCents > 0 ? amountText(startCents) : '',
  }))
  const amountProblems = ({ amount }: typeof server) => checkAmount(centsIn(amount), maxCents)
  const form = useEditedForm({
    server,
    saving,
    check: (values) => ({ ...amountProblems(values), ...check?.(values) }),
  })
  const titleId = useId()
  const cents = centsIn(form.values.amount) ?? 0
  const { amount: amountError } = amountProblems(form.values)

  async function send(_: unknown, values: typeof server): Promise<void> {
    const saved = await saving.save(write(cents, values))
    if (!saved.ok) {
      if (ledgerChanges.has(saved.problem.code ?? '')) onConflict()
      return
    }
    toast(words.done)
    onDone()
  }

  const label = words.yes(amountError === undefined ? dollars(cents) : payments.unclear)
  const isShown = form.isTried || form.values.amount !== ''
  return (
    <section className={forms.section} aria-labelledby={titleId}>
      <Title order={3} size="md" id={titleId}>
        {words.title}
      </Title>
      <p className={forms.lead}>{lead}</p>
      <FieldRow>
        <TextInput
          label={payments.amount}
          inputMode="decimal"
          leftSection="$"
          {...form.field('amount')}
          error={form.errors['cents'] ?? (isShown && amountError)}
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
          loading={saving.isSaving}
          label={label}
          again={payments.reallyDo(label)}
          onSure={() => void form.submit(send)}
        />
      </div>
    </section>
  )
}

/** Refusals after which the ledger has entries that are not shown yet. */
const ledgerChanges: ReadonlySet<string> = new Set(['LEDGER_MOVED', 'REFUND_FAILED'])

function checkAmount(cents: number | null, maxCents: number | undefined): { amount?: string } {
  if (!cents) return { amount: payments.noAmount }
  return maxCents !== undefined && cents > maxCents
    ? { amount: payments.tooMuch(dollars(maxCents)) }
    : {}
}
