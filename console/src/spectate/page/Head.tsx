import { to } from '../../core/addresses.ts'
import type { ReactNode } from 'react'
import { useLiveState } from '../../core/live/context.ts'
import { isAnyMatchActive } from '../../core/live/select.ts'
import { Announcements } from '../../ui/live/Announcements.tsx'
import { PracticeSign } from '../../ui/practice/PracticeSign.tsx'
import { ConnectionRow } from '../../ui/live/ConnectionRow.tsx'
import { publicText as text } from '../../core/text/spectate/public.ts'
import { text as shared } from '../../core/text/text.ts'
import { mayOfficiate, useUser } from '../../core/session-user.ts'
import { SceneLogo } from '../../ui/SceneStyle.tsx'
import { MyCard } from './MyCard.tsx'
import { useTournamentPage } from './tournament-context.ts'
import styles from './WatchedPage.module.css'

type Props = {
  /** of a page other than the tournament's */
  title?: string
  /** of the tournament's page, if not the first one */
  section?: string | undefined
  children?: ReactNode
}

/** The head of a page: scene and tournament, the connection, and the followed team. */
export function Head({ title, section, children }: Props) {
  const { tournament } = useTournamentPage()
  const { id, name, scene } = tournament
  const user = useUser()
  const isIdle = useLiveState(({ live }) => !isAnyMatchActive(live.rows))
  return (
    <>
      <title>{shared.title(section ?? title, name)}</title>
      <div className={styles.top}>
        <nav className={styles.places} aria-label={shared.breadcrumb}>
          <a href={to.scene(scene)} className={styles.scene}>
            <SceneLogo scene={scene} />
            {scene.displayName}
          </a>
          {title !== undefined && (
            <>
              <span aria-hidden="true">/</span>
              <a href={to.tournament(tournament)}>{name}</a>
            </>
          )}
        </nav>
        <ConnectionRow isIdle={isIdle} />
      </div>
      <PracticeSign scene={scene} />
      <div className={styles.head}>
        <h1>{title ?? name}</h1>
        {mayOfficiate(user, scene) && (
          <a href={to.admin(id, 'current-matches')} className="primary">
            {text.tournament.officiate}
          </a>
        )}
      </div>
      {children}
      <Announcements className={styles.announcements} />
      <MyCard />
    </>
  )
}
