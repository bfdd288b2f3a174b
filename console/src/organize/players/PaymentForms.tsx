import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import forms from '../../ui/Form.module.css'
import { required } from '../../hooks/form/edited-fields.ts'
import { timesInFull } from '../../core/time/times-in-full.ts'
import { useZone } from '../../hooks/useZone.ts'
import { dollars } from '../../core/money.ts'
import { payments as words } from '../../core/text/organize/registration.ts'
import { AmountForm } from './AmountForm.tsx'
import type { AmountProps } from './AmountForm.tsx'
import { amountText } from './money.ts'
import type { Account } from './money.ts'
import { rest } from '../../core/rest.ts'
import type { BodyOf } from '../../core/rest.ts'

type Reason = NonNullable<BodyOf<'POST /api/tournament/ledger/'>['reason']>
type Props = { player: number; account: Account } & Pick<AmountProps, 'onDone' | 'onConflict'>
const reasons = Object.keys(words.reasons) as (keyof typeof words.reasons)[]

export function CashForm({ player, account, ...handlers }: Props) {
  const { due, settled } = account
  return (
    <AmountForm
      words={words.cash}
      lead={words.cash.lead}
      startCents={due}
      {...handlers}
      extra={{}}
      write={(cents) =>
        rest.post('/api/tournament/ledger/', {}, { player, kind: 'cash', cents, settled })
      }
    />
  )
}

const checkReason = required<{ reason: Reason | '' }>({ reason: words.comp.reasonMissing })

/** The reason is chosen from a fixed list, so that no personal details get into the ledger. */
export function WaiverForm({ player, account, ...handlers }: Props) {
  const { due, settled } = account
  return (
    <AmountForm
      words={words.comp}
      lead={words.comp.lead}
      startCents={due}
      {...handlers}
      extra={{ reason: '' }}
      check={checkReason}
      write={(cents, { reason }) =>
        rest.post(
          '/api/tournament/ledger/',
          {},
          { player, kind: 'comp', cents, reason: reason || undefined, settled },
        )
      }
    >
      {(form) => (
        <NativeSelect
          label={words.comp.reason}
          required
          data={[
            { value: '', label: '' },
            ...reasons.map((value) => ({ value, label: words.reasons[value] })),
          ]}
          {...form.field('reason')}
        />
      )}
    </AmountForm>
  )
}

export function RefundForm({ player, account, ...handlers }: Props) {
  const { settled, byHand: maxCents } = account
  return (
    <AmountForm
      words={words.back}
      lead={words.back.lead(dollars(maxCents))}
      startCents={maxCents}
      maxCents={maxCents}
      {...handlers}
      extra={{}}
      write={(cents) =>
        rest.post('/api/tournament/ledger/', {}, { player, kind: 'refund', cents, settled })
      }
    />
  )
}

/** Refunds a card payment in full or in part, with or without the application fee. */
export function CardRefundForm({ player, account, ...handlers }: Props) {
  const { cards, settled } = account
  const [chosen, setChosen] = useState('')
  const { dateTime } = timesInFull(useZone())
  const card = cards.find(({ id }) => String(id) === chosen) ?? cards[0]
  if (!card) return null
  const { id: entry, left, fee } = card
  return (
    <AmountForm
      words={words.refund}
      lead={words.refund.lead}
      startCents={left}
      maxCents={left}
      {...handlers}
      extra={{ refundFee: false }}
      write={(cents, { refundFee }) =>
        rest.post(
          '/api/tournament/player/:id/refund/',
          { id: player },
          { entry, cents, refundFee: refundFee && fee > 0, settled },
        )
      }
    >
      {(form) => (
        <>
          <NativeSelect
            label={words.refund.payment}
            value={entry}
            onChange={({ currentTarget: { value } }) => {
              setChosen(value)
              const left = cards.find(({ id }) => String(id) === value)?.left ?? 0
              form.set({ amount: amountText(left) })
            }}
            data={cards.map(({ id, at, left }) => ({
              value: String(id),
              label: words.refund.of(dateTime(at), dollars(left)),
            }))}
          />
          {fee > 0 && (
            <Checkbox
              className={forms.choice}
              label={words.refund.fee(dollars(fee))}
              {...form.tick('refundFee')}
            />
          )}
        </>
      )}
    </AmountForm>
  )
}
