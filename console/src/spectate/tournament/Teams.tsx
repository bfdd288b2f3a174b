import { byName } from '../../core/by-name.ts'
import { to } from '../../core/addresses.ts'
import { useMemo } from 'react'
import { useLiveState } from '../../core/live/context.ts'
import { publicText as text } from '../../core/text/spectate/public.ts'
import { FollowButton } from '../page/MatchList.tsx'
import page from '../page/WatchedPage.module.css'
import styles from './Teams.module.css'

export default function Teams() {
  const teams = useLiveState((state) => state.live.rows.team)
  const sorted = useMemo(() => Object.values(teams).toSorted(byName), [teams])
  if (sorted.length === 0) return <p className={page.dim}>{text.teams.none}</p>
  return (
    <>
      <h2 className="unseen">{text.section.teams}</h2>
      <ul className={page.cards}>
        {sorted.map(({ id, name }) => (
          <li key={id} className={styles.team}>
            <a href={to.team(id)}>
              <span dir="auto">{name}</span>
            </a>
            <FollowButton team={id} name={name} />
          </li>
        ))}
      </ul>
    </>
  )
}
