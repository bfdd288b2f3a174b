import { useState, useEffect } from 'react'
import { useDoubleTapGuard } from '../../hooks/useDoubleTapGuard.ts'
import { useSaving } from '../../query/useSaving.ts'
import { said } from '../../core/text/catalogue.ts'
import { registration as words } from '../../core/text/spectate/registration.ts'
import { longDay } from '../page/times.ts'
import { useClock } from '../page/tournament-context.ts'
import type { OwnRegistrationBody, Player, RegistrationBody } from './registration-body.ts'
import styles from './Register.module.css'
import { rest, read } from '../../core/rest.ts'
import type { Answer } from '../../core/rest.ts'
import { dollars } from '../../core/money.ts'

const pollMs = 2_000
const maxPolls = 30

type Props = {
  tournament: RegistrationBody
  mine: OwnRegistrationBody & { player: Player }
  teams: readonly { id: number; name: string }[]
  onPlayer: (player: Player | null) => void
  onEdit: () => void
}

/** The person's own registration: name and team, payment and check-in. */
export function RegistrationSummary({ tournament, mine, teams, onPlayer, onEdit }: Props) {
  const { player, closed, closedMessage, canCheckIn } = mine
  const { isSaving, problem, save, dismiss } = useSaving()
  const { time, zone } = useClock()
  const team = teams.find(({ id }) => id === player.team)
  const { id } = tournament

  const path = '/api/tournament/tournament/:id/registration/'
  const checkIn = () => save(rest.put(`${path}check-in/`, { id }), onPlayer)
  const withdraw = () => save(rest.delete(path, { id }), () => onPlayer(null))

  return (
    <section className={styles.section}>
      <h2>{words.mine}</h2>
      <p>{words.is(player.name)}</p>
      <p>{team ? words.inTeam(team.name) : words.freeAgent}</p>
      {player.checkInTime ? (
        <p role="status" className={styles.done}>
          {words.checkedIn(`${time(player.checkInTime)} ${zone(player.checkInTime)}`)}
        </p>
      ) : canCheckIn ? (
        <button
          type="button"
          className={styles.main}
          aria-disabled={isSaving || undefined}
          onClick={() => !isSaving && void checkIn()}
        >
          {words.checkIn}
        </button>
      ) : (
        <p className="dim">{words.checkInSoon(longDay(tournament.date))}</p>
      )}
      <Checkout tournament={tournament} player={player} />
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem.detail}{' '}
          <button type="button" className={styles.link} onClick={dismiss}>
            {words.cancel}
          </button>
        </p>
      )}
      {closed === null ? (
        <div className={styles.row}>
          <button type="button" className={styles.button} onClick={onEdit}>
            {words.change}
          </button>
          <Withdraw onSure={() => void withdraw()} />
        </div>
      ) : (
        <p className="dim">{said(closedMessage, closed)}</p>
      )}
    </section>
  )
}

/** Withdrawing cannot be undone, so it takes two presses; losing focus resets the first (ux 6). */
function Withdraw({ onSure }: { onSure: () => void }) {
  const [isArmed, setArmed] = useState(false)
  const once = useDoubleTapGuard()
  return (
    <button
      type="button"
      className={styles.button}
      onBlur={() => setArmed(false)}
      onClick={() => once(() => (isArmed ? onSure() : setArmed(true)))}
    >
      {isArmed ? words.withdrawAgain : words.withdraw}
    </button>
  )
}

type CheckoutStatus = Answer<'/api/tournament/player/:id/checkout/'>
type CheckoutProps = { tournament: RegistrationBody; player: Player }

/**
 * Payment by card. The server says what is due and whether a payment is under way: the address only
 * tells that the player has come back from the payment page (R-PM-5).
 */
function Checkout({ tournament, player }: CheckoutProps) {
  const { price = 0, settled = 0 } = player
  const { isSaving, problem, save } = useSaving()
  const returned = useReturnState()
  const isUnsettled = price > 0 && player.paid !== true
  const status = useCheckoutStatus(player.id, isUnsettled, returned === 'paid')
  const isPaid = player.paid || status?.paid === true
  const isDue = price > 0 && !isPaid
  const due = price - (status?.settled ?? settled)
  const isUnderWay = status === null ? returned === 'paid' : status.state === 'waiting'

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
        {isDue ? textOf(status, returned) : returned === 'paid' && words.came.paid}
      </p>
      {isDue && !isUnderWay && tournament.acceptPayments && (
        <button
          type="button"
          className={styles.main}
          aria-disabled={isSaving || undefined}
          onClick={() => !isSaving && void pay()}
        >
          {words.pay(dollars(due))}
        </button>
      )}
      {isDue && !isUnderWay && !tournament.acceptPayments && <p className="dim">{words.byHand}</p>}
      {problem && (
        <p role="alert" className={styles.problem}>
          {words.payFailed} {problem.detail}
        </p>
      )}
    </>
  )
}

/** What the player is told while the price is not settled. */
function textOf(status: CheckoutStatus | null, returned: string | null): string {
  const { came } = words
  if (status?.state === 'waiting') return came.waiting
  if (returned === 'left') return status && status.state !== 'paid' ? came.left : ''
  if (returned !== 'paid') return ''
  if (status?.state === 'failed') return came.failed
  // An older payment, given back since, or a checkout that was closed: nothing is on its way.
  return status === null || status.state === 'open' ? came.waiting : ''
}

/** The state in the address after the return from the payment page. */
function useReturnState(): string | null {
  const [state] = useState(() => new URLSearchParams(location.search).get('checkout'))
  return state
}

/**
 * The state of the last checkout. After the return it is polled until the payment has arrived:
 * reaching the success page proves nothing.
 */
function useCheckoutStatus(
  id: number,
  isEnabled: boolean,
  isArriving: boolean,
): CheckoutStatus | null {
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
      if (isArriving && isPending && left > 0) timer = setTimeout(() => void poll(left - 1), pollMs)
    }
    void poll(maxPolls)
    return () => {
      isUnmounted = true
      clearTimeout(timer)
    }
  }, [id, isEnabled, isArriving])
  return status
}
