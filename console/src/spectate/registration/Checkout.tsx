import { useEffect, useState } from 'react'
import { read } from '../../core/rest.ts'
import { dollars } from '../../core/money.ts'
import { useSaving } from '../../query/useSaving.ts'
import { registration as words } from '../../core/text/registration.ts'
import { playerUrl } from './registration-body.ts'
import type { Player, RegistrationBody } from './registration-body.ts'
import styles from './Register.module.css'

type State = 'none' | 'open' | 'waiting' | 'paid' | 'failed' | 'expired'
type Checked = { state: State; price: number; settled: number; paid: boolean }
type Props = { tournament: RegistrationBody; player: Player }

const againMs = 2_000
const patience = 30

/** Pay by card; who comes back from there is told what has become of it (R-PM-5). */
export function Checkout({ tournament, player }: Props) {
  const { isSaving, problem, save } = useSaving()
  const url = `${playerUrl}${player.id}/checkout/`
  const came = useCameBack()
  const checked = useChecked(url, came === 'paid')
  const isPaid = player.paid || checked?.paid === true
  const isDue = player.price > 0 && !isPaid
  const due = player.price - (checked?.settled ?? 0)

  async function pay(): Promise<void> {
    const saved = await save<{ url: string }>({ method: 'POST', path: url, body: {} })
    if (saved.ok) location.assign(saved.answer.url)
  }

  return (
    <>
      {player.price > 0 && (
        <p>{isPaid ? words.paid(dollars(player.price)) : words.due(dollars(due))}</p>
      )}
      <p role="status" className={styles.done}>
        {came === 'left' && isDue && words.came.left}
        {came === 'paid' && (isPaid ? words.came.paid : told(checked))}
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
      {isDue && !tournament.acceptPayments && <p className={styles.dim}>{words.byHand}</p>}
      {problem && (
        <p role="alert" className={styles.problem}>
          {words.payFailed} {problem.detail}
        </p>
      )}
    </>
  )
}

function told(checked: Checked | null): string {
  return checked?.state === 'failed' ? words.came.failed : words.came.waiting
}

function useCameBack(): string | null {
  const [came] = useState(() => new URLSearchParams(location.search).get('checkout'))
  return came
}

/** Asked again until it has arrived; the success page alone proves nothing. */
function useChecked(url: string, asks: boolean): Checked | null {
  const [checked, setChecked] = useState<Checked | null>(null)
  useEffect(() => {
    if (!asks) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const ask = async (left: number): Promise<void> => {
      const now = await read<Checked>(url).catch(() => null)
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
  }, [url, asks])
  return checked
}
