import { TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import form from '../../ui/Form.module.css'
import { centsIn, dollars } from '../../core/money.ts'
import { PressAgain } from '../../ui/PressAgain.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { toast } from '../../hooks/toast.ts'
import { useSaving } from '../../query/useSaving.ts'
import type { Write } from '../../query/useSaving.ts'
import { payments } from './payments-text.ts'
import { typed } from './money.ts'
import styles from './PlayerPayments.module.css'

export type AmountProps = {
  words: { title: string; yes: (amount: string) => string; done: string; failed: string }
  lead: string
  /** cents the field begins with */
  start: number
  most?: number
  /** says what is missing; asked before anything is sent */
  isReady?: () => boolean
  write: (cents: number) => Omit<Write, 'method'>
  onDone: () => void
  /** somebody else entered something in the meantime */
  onMoved: () => void
  children?: ReactNode
}

/** An amount to the cent; the button says it, and is pressed twice: no entry is ever removed. */
export function AmountForm(props: AmountProps) {
  const { words, lead, start, most, isReady, write, onDone, onMoved, children } = props
  const { isSaving, problem, save, dismiss } = useSaving()
  const [amount, setAmount] = useState(() => (start > 0 ? typed(start) : ''))
  const [isTried, setTried] = useState(false)
  const title = useId()
  const cents = centsIn(amount)
  const isTooMuch = cents !== null && most !== undefined && cents > most
  const wrong = !cents ? payments.noAmount : isTooMuch ? payments.tooMuch(dollars(most)) : null

  async function send(): Promise<void> {
    setTried(true)
    const isWhole = isReady?.() ?? true
    if (isSaving || !isWhole || !cents || wrong !== null) return
    const saved = await save({ method: 'POST', ...write(cents) })
    if (!saved.ok) {
      if (saved.problem.code === 'LEDGER_MOVED') onMoved()
      return
    }
    toast(words.done)
    onDone()
  }

  const label = words.yes(wrong === null ? dollars(cents ?? 0) : payments.unclear)
  return (
    <section className={form.section} aria-labelledby={title}>
      <h3 id={title} className={styles.heading}>
        {words.title}
      </h3>
      <p className={form.lead}>{lead}</p>
      <div className={form.beside}>
        <TextInput
          className={styles.amount}
          label={payments.amount}
          inputMode="decimal"
          leftSection="$"
          maxLength={12}
          value={amount}
          error={problem?.fields['cents'] ?? ((isTried || amount !== '') && wrong)}
          onChange={({ currentTarget }) => setAmount(currentTarget.value)}
        />
        {children}
      </div>
      <ProblemNote problem={problem} title={words.failed} beside={['cents']} onDismiss={dismiss} />
      <div>
        <PressAgain
          size="md"
          className={form.button}
          loading={isSaving}
          label={label}
          again={payments.reallyDo(label)}
          onSure={() => void send()}
        />
      </div>
    </section>
  )
}
