import { Stack, Table, Title } from '@mantine/core'
import { rest } from '../../core/rest.ts'
import { clockIn } from '../../core/time/zone.ts'
import { useZone } from '../../hooks/useZone.ts'
import { useResource } from '../../query/useResource.ts'
import { players as words } from '../../core/text/organize/teams.ts'

/** Who waits for a place, in the order in which places are offered. */
export function WaitingPeople({ tournament }: { tournament: number }) {
  const { answer } = useResource(
    rest.get('/api/tournament/tournament/:id/waiting/', { id: tournament }),
  )
  const { day, time } = clockIn(useZone())
  const waiting = answer?.waiting ?? []
  if (waiting.length === 0) return null
  const at = (iso: string) => `${day(new Date(iso))} ${time(iso)}`
  return (
    <Stack component="section" gap="xs" aria-label={words.waiting}>
      <Title order={2} size="h3">
        {words.waiting}
      </Title>
      <Table.ScrollContainer minWidth={320}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.waitingPlace}</Table.Th>
              <Table.Th>{words.columns.name}</Table.Th>
              <Table.Th>{words.email}</Table.Th>
              <Table.Th>{words.waitsSince}</Table.Th>
              <Table.Th>{words.offeredUntil}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {waiting.map(({ user, name, email, joinedAt, offeredUntil }, index) => (
              <Table.Tr key={user}>
                <Table.Td>{index + 1}</Table.Td>
                <Table.Td dir="auto">{name}</Table.Td>
                <Table.Td>{email}</Table.Td>
                <Table.Td>{at(joinedAt)}</Table.Td>
                <Table.Td>{offeredUntil && at(offeredUntil)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  )
}
