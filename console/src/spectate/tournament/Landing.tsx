import { to } from '../../core/addresses.ts'
import { useLiveState } from '../../core/live/context.ts'
import { publicText } from '../../core/text/spectate/public.ts'
import { longDay } from '../page/times.ts'
import { useTournamentPage } from '../page/tournament-context.ts'
import { useRead } from '../page/useRead.ts'
import { optionsOf } from '../registration/registration-body.ts'
import styles from './Landing.module.css'

const text = publicText.landing

/** Shown before play while registration is open: deadline, prices and the link to register. */
export function RegistrationCard() {
  const { tournament } = useTournamentPage()
  const options = useRead(optionsOf(tournament.id)) ?? []
  const count = useLiveState(({ live }) => Object.keys(live.rows.team).length)
  const { registrationCloseDate: lastDay } = tournament
  const facts = [
    `${text.open}${lastDay === null ? '' : ` ${text.until(longDay(lastDay))}`}`,
    ...options.map(({ name, price }) => `${name}: $${price}`),
    count > 0 && text.teams(count),
  ]
  return (
    <section className={styles.card}>
      <p>{facts.filter(Boolean).join(' · ')}</p>
      <a href={to.tournament(tournament, 'register')} className="primary">
        {text.register}
      </a>
    </section>
  )
}
