import { to } from '../../core/addresses.ts'
import { completeLanguage } from '../../core/text/catalogue.ts'
import type { Scene } from '../../core/rest.ts'
import { creation as words } from '../../core/text/spectate/home.ts'
import { mayOfficiate, mayOrganize, pairedOf, useUser } from '../../core/session-user.ts'
import { lazyPart } from '../../hooks/lazy-part.ts'
import styles from './Home.module.css'

const StartPractice = lazyPart(() => import('./StartPractice.tsx'))
const ImportTournament = lazyPart(async () => {
  await completeLanguage()
  return import('../../organize/import-export/ImportTournament.tsx')
})

/** Links for the admins of a scene, and a practice for its officials; without Mantine. */
export function NewTournamentLink({ scene }: { scene: Scene }) {
  const user = useUser()
  if (!mayOfficiate(user, scene) || pairedOf(user)) return null
  const isOrganiser = mayOrganize(user, scene)
  return (
    <div className={styles.begin}>
      {isOrganiser && (
        <>
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
        </>
      )}
      {(scene.practiceOf ?? null) === null && <StartPractice scene={scene} />}
    </div>
  )
}
