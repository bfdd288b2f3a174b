import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import form from '../../ui/Form.module.css'
import { shownAt } from '../../core/local-time.ts'
import { dollars } from '../../core/money.ts'
import { payments as words } from './payments-text.ts'
import { playerUrl } from '../../spectate/registration/registration-body.ts'
import { AmountForm } from './AmountForm.tsx'
import type { AmountProps } from './AmountForm.tsx'
import type { Account } from './money.ts'

type Props = { player: number; account: Account } & Pick<AmountProps, 'onDone' | 'onMoved'>
const byHand = '/api/tournament/ledger/'
const reasons = Object.keys(words.reasons) as (keyof typeof words.reasons)[]

export function Cash({ player, account, ...told }: Props) {
  const { due, settled } = account
  return (
    <AmountForm
      words={words.cash}
      lead={words.cash.lead}
      start={due}
      {...told}
      write={(cents) => ({ path: byHand, body: { player, kind: 'cash', cents, settled } })}
    />
  )
}

/** Why stands with it as a word: whatever else is to be said of somebody stays out of the ledger. */
export function LetOff({ player, account, ...told }: Props) {
  const { due, settled } = account
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  return (
    <AmountForm
      words={words.comp}
      lead={words.comp.lead}
      start={due}
      {...told}
      isReady={() => (setTried(true), reason !== '')}
      write={(cents) => ({ path: byHand, body: { player, kind: 'comp', cents, reason, settled } })}
    >
      <NativeSelect
        className={form.grow}
        label={words.comp.reason}
        required
        value={reason}
        error={isTried && reason === '' && words.comp.reasonMissing}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        data={[
          { value: '', label: '' },
          ...reasons.map((one) => ({ value: one, label: words.reasons[one] })),
        ]}
      />
    </AmountForm>
  )
}

export function Back({ player, account, ...told }: Props) {
  const { settled, byHand: most } = account
  return (
    <AmountForm
      words={words.back}
      lead={words.back.lead(dollars(most))}
      start={most}
      most={most}
      {...told}
      write={(cents) => ({ path: byHand, body: { player, kind: 'refund', cents, settled } })}
    />
  )
}

/** Whole or in part to the card it came from, with our fee or without. */
export function Refund({ player, account, ...told }: Props) {
  const { cards, settled } = account
  const [chosen, setChosen] = useState('')
  const [refundFee, setRefundFee] = useState(false)
  const card = cards.find(({ id }) => String(id) === chosen) ?? cards[0]
  if (!card) return null
  const { id: entry, left, fee } = card
  return (
    <AmountForm
      words={words.refund}
      lead={words.refund.lead}
      start={left}
      most={left}
      {...told}
      write={(cents) => ({
        path: `${playerUrl}${player}/refund/`,
        body: { entry, cents, refundFee: refundFee && fee > 0, settled },
      })}
    >
      <NativeSelect
        className={form.grow}
        label={words.refund.payment}
        value={entry}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        data={cards.map(({ id, at, left }) => ({
          value: String(id),
          label: words.refund.of(shownAt.format(new Date(at)), dollars(left)),
        }))}
      />
      {fee > 0 && (
        <Checkbox
          size="md"
          className={form.choice}
          label={words.refund.fee(dollars(fee))}
          checked={refundFee}
          onChange={({ currentTarget }) => setRefundFee(currentTarget.checked)}
        />
      )}
    </AmountForm>
  )
}
