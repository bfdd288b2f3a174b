import { to } from '../../core/addresses.ts'
import type { Scene } from '../../core/rest.ts'
import { creation as words } from './text.ts'
import { mayOrganize, useUser } from '../../core/session-user.ts'
import { lazyPart } from '../../hooks/lazy-part.ts'
import styles from './Home.module.css'

const ImportTournament = lazyPart(() => import('../../organize/archive/ImportTournament.tsx'))

/** For the admins of a scene; plain, as the pages are on which it stands. */
export function NewTournamentLink({ scene }: { scene: Scene }) {
  const user = useUser()
  if (!mayOrganize(user, scene)) return null
  return (
    <div className={styles.begin}>
      <a
        href={`${to.scene(scene)}/new-tournament`}
        className="primary"
        aria-label={words.openIn(scene.displayName)}
      >
        {words.open}
      </a>
      <a href={`${to.scene(scene)}/look`} className="secondary">
        {words.look}
      </a>
      <ImportTournament scene={scene} />
    </div>
  )
}
