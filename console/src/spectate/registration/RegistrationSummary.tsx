import { useState } from 'react'
import { useDoubleTapGuard } from '../../hooks/useDoubleTapGuard.ts'
import { useSaving } from '../../query/useSaving.ts'
import { said } from '../../core/text/catalogue.ts'
import { registration as words } from '../../core/text/spectate/registration.ts'
import { longDay } from '../page/times.ts'
import { useClock } from '../page/tournament-context.ts'
import { Checkout } from './Checkout.tsx'
import type { OwnRegistrationBody, Player, RegistrationBody } from './registration-body.ts'
import styles from './Register.module.css'
import { rest } from '../../core/rest.ts'

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
