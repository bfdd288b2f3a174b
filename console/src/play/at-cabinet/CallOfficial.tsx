import { Button, Group, Stack, Text } from '@mantine/core'
import { rest } from '../../core/rest.ts'
import { onSite as text } from '../../core/text/officiate/on-site.ts'
import { useResource } from '../../query/useResource.ts'
import { useSaving } from '../../query/useSaving.ts'
import { ProblemNote } from '../../ui/ProblemNote.tsx'

const everyMs = 2_000
const counts = [0, 1, 2, 3, 4]

/** Calls an official to the cabinet. A signed-in player can also report the team's attendance. */
export function CallOfficial({ code }: { code: string }) {
  const path = rest.get('/api/tournament/call-official/:code/', { code })
  const { answer, reload } = useResource(path, { every: everyMs })
  const { save, isSaving, problem, dismiss } = useSaving()
  if (!answer?.isPlayed) return null
  const { team } = answer
  const [call] = answer.calls

  const report = (id: number, missing: number) =>
    save(rest.put('/api/tournament/team/:id/report/', { id }, { missing }), reload)

  return (
    <Stack gap="xs">
      {team && (
        <Group gap="xs" role="group" aria-label={text.own(team.name)}>
          <Text>
            {team.name}: {text.state(team.missing)}
          </Text>
          {counts.map((missing) => (
            <Button
              key={missing}
              size="md"
              variant="default"
              aria-pressed={team.missing === missing}
              onClick={() => void report(team.id, missing)}
            >
              {missing === 0 ? text.weAreHere : text.weMiss(missing)}
            </Button>
          ))}
        </Group>
      )}
      <Button
        size="md"
        variant="default"
        loading={isSaving}
        onClick={() => void save(rest.put('/api/tournament/call-official/', {}, { code }), reload)}
      >
        {text.call}
      </Button>
      <Text role="status">{call && (call.takenAt ? text.comes(call.takenOn) : text.called)}</Text>
      <ProblemNote problem={problem} title={text.callFailed} onDismiss={dismiss} />
    </Stack>
  )
}
