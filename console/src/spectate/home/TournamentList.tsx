import { to } from '../../core/addresses.ts'
import type { Answer, TournamentBody } from '../../core/rest.ts'
import { text } from '../../core/text/text.ts'
import { mayOfficiate, pairedOf, useUser } from '../../core/session-user.ts'
import styles from './Home.module.css'
import { sceneText } from '../../core/text/spectate/home.ts'
import { longDay } from '../page/times.ts'

type Winner = Answer<'/api/tournament/scene/:id/winner/'>['winners'][number]
type Props = { tournaments: TournamentBody[]; winners?: Winner[] }

/** Tournaments in the given order; for officials with a link to the cabinets. */
export function TournamentList({ tournaments, winners = [] }: Props) {
  const user = useUser()
  return (
    <ul className={styles.list}>
      {tournaments.map(({ id, name, slug, date, isActive, scene }) => (
        <li key={id} className={styles.item}>
          <a href={to.tournament({ scene, slug })} className={styles.title}>
            {name}
            <span className={styles.date}>
              {longDay(date)}
              {isActive ? '' : ` (${text.home.past})`}
            </span>
            {winners
              .filter(({ tournament }) => tournament === id)
              .map(({ stage, teams }, _, all) => (
                <span key={stage} className={styles.winner} dir="auto">
                  {sceneText.won(
                    teams.map(({ name }) => name).join(', '),
                    all.length > 1 ? stage : null,
                  )}
                </span>
              ))}
          </a>
          {mayOfficiate(user, scene) && !pairedOf(user) && (
            <a href={to.admin(id, 'current-matches')} className="primary">
              {text.home.officiate}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
