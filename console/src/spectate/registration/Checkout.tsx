import { useEffect, useState } from 'react'
import { read, rest } from '../../core/rest.ts'
import type { Answer } from '../../core/rest.ts'
import { dollars } from '../../core/money.ts'
import { useSaving } from '../../query/useSaving.ts'
import { registration as words } from '../../core/text/spectate/registration.ts'
import type { Player, RegistrationBody } from './registration-body.ts'
import styles from './Register.module.css'

type CheckoutStatus = Answer<'/api/tournament/player/:id/checkout/'>
type Props = { tournament: RegistrationBody; player: Player }

const pollMs = 2_000
const maxPolls = 30

/** Payment by card. After the return from the payment page it shows the result (R-PM-5). */
export function Checkout({ tournament, player }: Props) {
  const { price = 0 } = player
  const { isSaving, problem, save } = useSaving()
  const returned = useReturnState()
  const status = useCheckoutStatus(player.id, returned === 'paid')
  const isPaid = player.paid || status?.paid === true
  const isDue = price > 0 && !isPaid
  const due = price - (status?.settled ?? 0)

  async function pay(): Promise<void> {
    const saved = await save(
      rest.post('/api/tournament/player/:id/checkout/', { id: player.id }, {}),
    )
    if (saved.ok) location.assign(saved.answer.url)
  }

  return (
    <>
      {price > 0 && <p>{isPaid ? words.paid(dollars(price)) : words.due(dollars(due))}</p>}
      <p role="status" className={styles.done}>
        {returned === 'left' && isDue && words.came.left}
        {returned === 'paid' && (isPaid ? words.came.paid : checkoutText(status))}
      </p>
      {isDue && tournament.acceptPayments && (
        <button
          type="button"
          className={styles.main}
          aria-disabled={isSaving || undefined}
          onClick={() => !isSaving && void pay()}
        >
          {words.pay(dollars(due))}
        </button>
      )}
      {isDue && !tournament.acceptPayments && <p className="dim">{words.byHand}</p>}
      {problem && (
        <p role="alert" className={styles.problem}>
          {words.payFailed} {problem.detail}
        </p>
      )}
    </>
  )
}

function checkoutText(status: CheckoutStatus | null): string {
  return status?.state === 'failed' ? words.came.failed : words.came.waiting
}

/** The state in the address after the return from the payment page. */
function useReturnState(): string | null {
  const [state] = useState(() => new URLSearchParams(location.search).get('checkout'))
  return state
}

/** Polls until the payment has arrived: reaching the success page proves nothing. */
function useCheckoutStatus(id: number, isEnabled: boolean): CheckoutStatus | null {
  const [status, setStatus] = useState<CheckoutStatus | null>(null)
  useEffect(() => {
    if (!isEnabled) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isUnmounted = false
    const poll = async (left: number): Promise<void> => {
      const current = await read(rest.get('/api/tournament/player/:id/checkout/', { id })).catch(
        () => null,
      )
      if (isUnmounted) return
      if (current) setStatus(current)
      const isPending =
        current === null ||
        (!current.paid && (current.state === 'open' || current.state === 'waiting'))
      if (isPending && left > 0) timer = setTimeout(() => void poll(left - 1), pollMs)
    }
    void poll(maxPolls)
    return () => {
      isUnmounted = true
      clearTimeout(timer)
    }
  }, [id, isEnabled])
  return status
}
