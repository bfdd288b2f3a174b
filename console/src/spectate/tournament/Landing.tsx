import { podiumsOf } from '../../../../events/rules/podiums.ts'
import type { Podium } from '../../../../events/rules/podiums.ts'
import type { BracketRow } from '../../../../events/schema/rows.ts'
import { to } from '../../core/addresses.ts'
import { useLiveState } from '../../core/live/context.ts'
import { publicText } from '../../core/text/spectate/public.ts'
import { useFollowed } from '../page/follow.ts'
import { isTournamentActive, stagesOf } from '../page/matches.ts'
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

/** The winner of each final stage, and the next places. */
export function Podiums() {
  const rows = useLiveState((state) => state.live.rows)
  const isOver = !isTournamentActive(rows)
  const podiums = podiumsOf(stagesOf(rows), Object.values(rows.standing), isOver)
  if (podiums.length === 0 && isOver)
    return <p className="empty">{publicText.tournament.noWinner}</p>
  return podiums.map((podium) => <PodiumCard key={podium.stage.id} podium={podium} />)
}

function PodiumCard({ podium: { stage, teams } }: { podium: Podium<BracketRow> }) {
  const rows = useLiveState((state) => state.live.rows.team)
  const followed = useFollowed(useTournamentPage().tournament.id)
  const isShared = teams.filter(({ place }) => place === 1).length > 1
  return (
    <section className={styles.card}>
      <h2>{stage.name}</h2>
      <ol className={styles.podium} aria-label={text.podium(stage.name)}>
        {teams.map(({ team, place, words }) => (
          <li
            key={team}
            data-first={place === 1 || undefined}
            data-mine={team === followed || undefined}
          >
            <span>{place > 1 ? words : isShared ? text.champions : text.champion}</span>
            <a href={to.team(team)} dir="auto">
              {rows[team]?.name}
            </a>
          </li>
        ))}
      </ol>
    </section>
  )
}
