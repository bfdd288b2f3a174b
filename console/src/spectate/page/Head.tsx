import { to } from '../../core/addresses.ts'
import type { ReactNode } from 'react'
import { useLiveState } from '../../core/live/context.ts'
import { isAnyMatchActive } from '../../core/live/select.ts'
import { Announcements } from '../../ui/live/Announcements.tsx'
import { PracticeSign } from '../../ui/PracticeSign.tsx'
import { ConnectionRow } from '../../ui/live/ConnectionRow.tsx'
import { publicText as text } from '../../core/text/spectate/public.ts'
import { mayOfficiate, useUser } from '../../core/session-user.ts'
import { SceneLogo } from '../../ui/SceneStyle.tsx'
import { MyCard } from './MyCard.tsx'
import { useTournamentPage } from './tournament-context.ts'
import styles from './WatchedPage.module.css'

/** The head of a page: scene and tournament, the connection, and the followed team. */
export function Head({ title, children }: { title?: ReactNode; children?: ReactNode }) {
  const { tournament } = useTournamentPage()
  const { id, name, scene } = tournament
  const user = useUser()
  const isIdle = useLiveState(({ live }) => !isAnyMatchActive(live.rows))
  return (
    <>
      <div className={styles.top}>
        <nav className={styles.places}>
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
