import { Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useMemo, useState } from 'react'
import { lastDraftRound, maxDraftTeams } from '#events/rules/limits.ts'
import { balancedTeams, teamCountFor } from '#events/rules/balanced-teams.ts'
import { useLiveState } from '../../core/live/context.ts'
import { rest } from '../../core/rest.ts'
import { useSaving } from '../../query/useSaving.ts'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { AdminLinkButton } from '../../ui/AdminLink.tsx'
import { Stepper } from '../../ui/Stepper.tsx'
import { usePlayers } from '../teams/usePlayers.ts'
import type { DoorBody } from './Door.tsx'
import { mixer as words } from '../../core/text/organize/plan.ts'

type Props = {
  tournament: number
  people: DoorBody['people']
  reload: () => Promise<unknown>
}
/** The level assumed for people who did not state one: they play now and then. */
const defaultLevel = 2

/** Makes teams of the people who have signed up: drawn, or picked by captains. */
export function MixerTeams({ tournament, people, isDrawn, reload }: Props & { isDrawn: boolean }) {
  return (
    <Stack component="section" gap="sm" aria-label={words.teams}>
      <Title order={2} size="h3">
        {words.teams}
      </Title>
      {isDrawn ? (
        <Drawn tournament={tournament} late={people.length} />
      ) : (
        <Draw tournament={tournament} people={people} reload={reload} />
      )}
    </Stack>
  )
}

function Draw({ tournament: id, people, reload }: Props) {
  const draft = useLiveState(({ live }) => live.rows.draft[id]) ?? null
  const { save, isSaving, problem, dismiss } = useSaving()
  const [chosen, setChosen] = useState<number | null>(null)
  const count = Math.min(chosen ?? teamCountFor(people.length), maxDraftTeams)

  function drawTeams() {
    const all = people.map(({ player, level, isQueen }) => {
      return { id: player, rating: level ?? defaultLevel, isQueen }
    })
    const teams = balancedTeams(all, count).map((team, n) => {
      return { name: words.name(n), players: team.map(({ id }) => id) }
    })
    const path = '/api/tournament/tournament/:id/finalize-draft/'
    return save(rest.put(path, { id }, { teams, allowShort: true }), reload)
  }
  function letCaptainsPick() {
    const teams = Array.from({ length: count }, (_, n) => ({ name: words.name(n), players: [] }))
    const body = {
      draftOrder: 'serpentine',
      teams,
      lastRound: lastDraftRound,
      version: null,
    } as const
    return save(rest.put('/api/tournament/tournament/:id/draft-status/', { id }, body), reload)
  }

  if (draft) {
    return (
      <Group>
        <AdminLinkButton to="draft-tool" size="lg">
          {words.toDraft}
        </AdminLinkButton>
      </Group>
    )
  }
  return (
    <>
      <Text>{people.length < 2 ? words.tooFew : words.drawLead}</Text>
      <Group>
        <Stepper
          label={words.count}
          value={count}
          min={2}
          max={maxDraftTeams}
          onChange={setChosen}
        />
      </Group>
      <Group>
        <Button
          size="lg"
          loading={isSaving}
          disabled={people.length < 2}
          onClick={() => void drawTeams()}
        >
          {words.draw}
        </Button>
        <Button
          size="lg"
          variant="default"
          disabled={isSaving || people.length < 2}
          onClick={() => void letCaptainsPick()}
        >
          {words.captains}
        </Button>
      </Group>
      <ProblemNote problem={problem} title={words.drawFailed} onDismiss={dismiss} />
    </>
  )
}

function Drawn({ tournament, late }: { tournament: number; late: number }) {
  const teams = useLiveState(({ live }) => live.rows.team)
  const members = useLiveState(({ live }) => live.rows.member)
  const { rows } = usePlayers(tournament)
  const names = useMemo(() => new Map(rows?.map(({ id, name }) => [id, name])), [rows])
  return (
    <>
      {late > 0 && (
        <Group>
          <Text>{words.late(late)}</Text>
          <AdminLinkButton to="teams" size="md" variant="default">
            {words.toTeams}
          </AdminLinkButton>
        </Group>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} component="ul" p={0} m={0}>
        {Object.values(teams).map((team) => {
          const teamMembers = Object.values(members).filter((member) => member.team === team.id)
          const memberNames = teamMembers.flatMap(({ player }) => names.get(player) ?? [])
          return (
            <li key={team.id} className="card" style={{ padding: '0.75rem', listStyle: 'none' }}>
              <strong>{team.name}</strong>
              <Text>
                {memberNames.length > 0
                  ? memberNames.join(', ')
                  : words.members(teamMembers.length)}
              </Text>
            </li>
          )
        })}
      </SimpleGrid>
    </>
  )
}
