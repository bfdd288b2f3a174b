import { podiumsOf } from '#events/rules/podiums.ts'
import type { Podium } from '#events/rules/podiums.ts'
import type { BracketRow } from '#events/schema/rows.ts'
import { to } from '../../core/addresses.ts'
import { useLiveState } from '../../core/live/context.ts'
import { publicText } from '../../core/text/spectate/public.ts'
import { useFollowed } from '../page/follow.ts'
import { isTournamentActive, stagesOf } from '../page/matches.ts'
import { useTournamentPage } from '../page/tournament-context.ts'
import styles from './Landing.module.css'

const text = publicText.landing

/** The winner of each final stage, and the next places. */
export default function Podiums() {
  const rows = useLiveState((state) => state.live.rows)
  const isOver = !isTournamentActive(rows)
  const podiums = podiumsOf(stagesOf(rows), Object.values(rows.standing), isOver)
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
