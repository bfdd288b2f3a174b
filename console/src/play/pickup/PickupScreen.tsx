import { Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { reasonOf, rest } from '../../core/rest.ts'
import { pickup as words } from '../../core/text/play.ts'
import { useWakeLock } from '../../hooks/useWakeLock.ts'
import { useResource } from '../../query/useResource.ts'
import { Waiting } from '../../ui/Layout.tsx'
import { PageTitle } from '../../ui/page/PageTitle.tsx'
import PickupLine from '../../ui/pickup/PickupLine.tsx'
import styles from '../../ui/NarrowPage.module.css'

const everyMs = 3_000

/** The line at a cabinet, read-only, for a screen beside it. */
export function PickupScreen() {
  useWakeLock()
  const id = Number(useParams({ from: '/line/$id' }).id)
  const path = rest.get('/api/game/cabinet/:id/pickup/', { id })
  const { answer, error } = useResource(path, { every: everyMs })
  if (error && !answer) return <Text role="alert">{reasonOf(error)}</Text>
  if (!answer) return <Waiting />
  const title = words.screen(answer.cabinet.displayName)
  return (
    <div className={styles.page} style={{ fontSize: 'clamp(1rem, 4vmin, 4rem)' }}>
      <PageTitle>{title}</PageTitle>
      {answer.line ? <PickupLine line={answer.line} teams={2} /> : <p>{words.closed}</p>}
    </div>
  )
}
