import { to } from '../../core/addresses.ts'
import type { TournamentBody } from '../../core/rest.ts'
import { lazyPart } from '../../hooks/lazy-part.ts'
import { text } from '../../core/text/text.ts'
import { pairedOf, useUser } from '../../core/session-user.ts'
import styles from './Home.module.css'
import { TournamentList } from './TournamentList.tsx'

const AtCabinet = lazyPart(() => import('../../officiate/devices/AtCabinet.tsx'))
const GettingStarted = lazyPart(() => import('./GettingStarted.tsx'))

/** The tournaments of all scenes. */
export function Home({ tournaments }: { tournaments: TournamentBody[] }) {
  const user = useUser()
  const paired = pairedOf(user)
  const scenes = Map.groupBy(tournaments, ({ scene }) => scene.id)
  return (
    <div className={styles.page}>
      <title>{text.title(text.home.title)}</title>
      <h1>{text.home.title}</h1>
      {paired && <AtCabinet paired={paired} />}
      {user.state === 'in' && !paired && (
        <GettingStarted person={user.person} tournaments={tournaments} />
      )}
      {user.state === 'out' && <p className="dim">{text.user.hint}</p>}
      {tournaments.length === 0 && <p className="empty">{text.home.empty}</p>}
      {[...scenes.values()].map((own) => (
        <section key={own[0]!.scene.id}>
          <h2>
            <a href={to.scene(own[0]!.scene)} className="touch">
              {own[0]!.scene.displayName}
            </a>
          </h2>
          <TournamentList tournaments={own} />
        </section>
      ))}
    </div>
  )
}
