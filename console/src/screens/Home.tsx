import { Title } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { text } from '../text.ts'
import { useUser } from '../user/user.ts'
import styles from './Home.module.css'
import { TournamentList } from './TournamentList.tsx'

/** Every scene's tournaments. */
export function Home() {
  const tournaments = useLoaderData({ from: '/' })
  const user = useUser()
  const scenes = Map.groupBy(tournaments, ({ scene }) => scene.id)
  return (
    <div className={styles.page}>
      <Title order={1} size="h2">
        {text.home.title}
      </Title>
      {user.state === 'out' && <p className={styles.hint}>{text.user.hint}</p>}
      {tournaments.length === 0 && <p>{text.home.empty}</p>}
      {[...scenes.values()].map((own) => (
        <section key={own[0]!.scene.id}>
          <Title order={2} size="h3">
            {own[0]!.scene.displayName}
          </Title>
          <TournamentList tournaments={own} />
        </section>
      ))}
    </div>
  )
}
