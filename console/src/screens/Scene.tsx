import { Title } from '@mantine/core'
import { useLoaderData, useParams } from '@tanstack/react-router'
import { text } from '../text.ts'
import styles from './Home.module.css'
import { TournamentList } from './TournamentList.tsx'

export function Scene() {
  const { sceneName } = useParams({ from: '/scene/$sceneName' })
  const all = useLoaderData({ from: '/scene/$sceneName' })
  const own = all.filter(({ scene }) => scene.name === sceneName)
  return (
    <div className={styles.page}>
      <Title order={1} size="h2">
        {own[0]?.scene.displayName ?? sceneName}
      </Title>
      {own.length === 0 ? <p>{text.home.empty}</p> : <TournamentList tournaments={own} />}
    </div>
  )
}
