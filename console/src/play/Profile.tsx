import { Group, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { reasonOf, rest } from '../core/rest.ts'
import { useResource } from '../query/useResource.ts'
import { Waiting } from '../ui/Layout.tsx'
import { Totals } from '../ui/Totals.tsx'
import { PageTitle } from '../ui/page/PageTitle.tsx'

/** The public profile of a user who has made it visible to everybody. */
export function Profile() {
  const id = Number(useParams({ from: '/player/$id' }).id)
  const person = useResource(rest.get('/api/user/user/:id/', { id }))
  const totals = useResource(rest.get('/api/user/user/:id/totals/', { id }))
  if (person.error) return <Text role="alert">{reasonOf(person.error)}</Text>
  if (!person.answer) return <Waiting />
  const { name, image, pronouns, scene } = person.answer
  return (
    <Stack>
      <Group>
        {image && <img src={image} alt="" width={96} height={96} />}
        <div>
          <PageTitle detail={pronouns && <small>{pronouns}</small>}>{name}</PageTitle>
          <Text c="dimmed">{scene}</Text>
        </div>
      </Group>
      {totals.answer && <Totals totals={totals.answer} of="person" />}
    </Stack>
  )
}
