import { useEffect, useState } from 'react'
import { read, rest } from '../../core/rest.ts'
import type { Answer } from '../../core/rest.ts'
import { dollars } from '../../core/money.ts'
import { useSaving } from '../../query/useSaving.ts'
import { registration as words } from '../../core/text/registration.ts'
import type { Player, RegistrationBody } from './registration-body.ts'
import styles from './Register.module.css'

type Checked = Answer<'/api/tournament/player/:id/checkout/'>
type Props = { tournament: RegistrationBody; player: Player }

const againMs = 2_000
const patience = 30

/** Pay by card; who comes back from there is told what has become of it (R-PM-5). */
export function Checkout({ tournament, player }: Props) {
  const { price = 0 } = player
  const { isSaving, problem, save } = useSaving()
  const came = useCameBack()
  const checked = useChecked(player.id, came === 'paid')
  const isPaid = player.paid || checked?.paid === true
  const isDue = price > 0 && !isPaid
  const due = price - (checked?.settled ?? 0)

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
        {came === 'left' && isDue && words.came.left}
        {came === 'paid' && (isPaid ? words.came.paid : checkoutText(checked))}
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

function checkoutText(checked: Checked | null): string {
  return checked?.state === 'failed' ? words.came.failed : words.came.waiting
}

function useCameBack(): string | null {
  const [came] = useState(() => new URLSearchParams(location.search).get('checkout'))
  return came
}

/** Asked again until it has arrived; the success page alone proves nothing. */
function useChecked(id: number, asks: boolean): Checked | null {
  const [checked, setChecked] = useState<Checked | null>(null)
  useEffect(() => {
    if (!asks) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const ask = async (left: number): Promise<void> => {
      const now = await read(rest.get('/api/tournament/player/:id/checkout/', { id })).catch(
        () => null,
      )
      if (isOver) return
      if (now) setChecked(now)
      const goesOn =
        now === null || (!now.paid && (now.state === 'open' || now.state === 'waiting'))
      if (goesOn && left > 0) timer = setTimeout(() => void ask(left - 1), againMs)
    }
    void ask(patience)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [id, asks])
  return checked
}
