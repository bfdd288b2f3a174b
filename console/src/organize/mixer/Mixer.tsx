import '@mantine/core/styles/Input.layer.css'
import { Stack } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { useLiveState } from '../../core/live/context.ts'
import { rest } from '../../core/rest.ts'
import { Waiting } from '../../ui/Layout.tsx'
import { PageTitle } from '../../ui/page/PageTitle.tsx'
import { useResource } from '../../query/useResource.ts'
import { Door } from './Door.tsx'
import { FirstMatch } from './FirstMatch.tsx'
import { MixerTeams } from './MixerTeams.tsx'
import { mixer as words } from '../../core/text/organize/plan.ts'

const everyMs = 3_000

/** The steps of a mixer on one screen: sign-up, teams, first match. */
export default function Mixer() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const { id } = tournament
  const path = rest.get('/api/tournament/tournament/:id/door/', { id })
  const { answer, reload, change } = useResource(path, { every: everyMs })
  const isLoaded = useLiveState((shown) => shown.live.version > 0)
  const isDrawn = useLiveState(({ live }) => Object.keys(live.rows.team).length > 0)
  if (!answer || !isLoaded) return <Waiting />
  const { code, people } = answer
  const door = (
    <Door
      tournament={id}
      code={code}
      people={people}
      isDrawn={isDrawn}
      onRemoved={() => void reload()}
      onCode={(next) => change((before) => ({ ...before, code: next }))}
    />
  )
  return (
    <Stack gap="lg">
      <PageTitle lead={words.lead}>{words.title}</PageTitle>
      {!isDrawn && door}
      <MixerTeams tournament={id} people={people} isDrawn={isDrawn} reload={reload} />
      <FirstMatch tournament={id} />
      {isDrawn && door}
    </Stack>
  )
}
