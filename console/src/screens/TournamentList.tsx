import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { TournamentPaper } from '../api.ts'
import { text } from '../text.ts'
import { mayOfficiate, useUser } from '../user/user.ts'
import styles from './Home.module.css'

/** Newest first; officials go straight to the cabinets. */
export function TournamentList({ tournaments }: { tournaments: TournamentPaper[] }) {
  const user = useUser()
  const sorted = tournaments.toSorted((a, b) => b.date.localeCompare(a.date) || b.id - a.id)
  return (
    <ul className={styles.list}>
      {sorted.map(({ id, name, slug, date, isActive, scene }) => (
        <li key={id} className={styles.item}>
          <Link
            to="/t/$sceneName/$slug"
            params={{ sceneName: scene.name, slug }}
            className={styles.title}
          >
            {name}
            <span className={styles.date}>
              {date}
              {isActive ? '' : ` (${text.home.past})`}
            </span>
          </Link>
          {mayOfficiate(user, scene) && (
            <Button
              size="md"
              className={styles.go}
              renderRoot={(props) => (
                <Link
                  to="/tournament/$id/admin/$"
                  params={{ id: String(id), _splat: 'current-matches' }}
                  {...props}
                />
              )}
            >
              {text.home.officiate}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
