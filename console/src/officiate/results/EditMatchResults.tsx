import '@mantine/core/styles/Input.layer.css'
import { Button, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import forms from '../../ui/Form.module.css'
import { results } from '../../core/text/officiate/results.ts'
import type { AdminScreenProps } from '../../ui/admin-screen.ts'
import { Waiting } from '../../ui/Layout.tsx'
import { LastAction } from '../steps/LastAction.tsx'
import { noFilter, filterMatches } from './results.ts'
import type { Filter } from './results.ts'
import { ResultTable } from './ResultTable.tsx'
import { PageTitle } from '../../ui/page/PageTitle.tsx'
import { rowChoices } from '../../ui/form/choices.ts'

/** All matches by stage, to correct their results; `edit-match-results/12` opens match 12. */
export default function EditMatchResults({ rest: [first] }: AdminScreenProps) {
  const isLoaded = useLiveState((state) => state.live.version > 0)
  const rows = useLiveState((state) => state.live.rows)
  const [filter, setFilter] = useState<Filter>(noFilter)
  const [opened, setOpened] = useState<number | null>(Number(first) || null)
  const stages = useMemo(() => filterMatches(rows, filter), [rows, filter])
  if (!isLoaded) return <Waiting />
  const hasMatches = Object.keys(rows.match).length > 0
  return (
    <Stack gap="lg">
      <PageTitle>{results.title}</PageTitle>
      {hasMatches ? (
        <Filters filter={filter} onChange={setFilter} />
      ) : (
        <p className={forms.lead}>{results.none}</p>
      )}
      {hasMatches && stages.length === 0 && (
        <Group gap="sm">
          <p className={forms.lead}>{results.noneFound}</p>
          <Button variant="default" onClick={() => setFilter(noFilter)}>
            {results.clear}
          </Button>
        </Group>
      )}
      {stages.map(({ stage, matches }) => (
        <ResultTable
          key={stage}
          stage={rows.bracket[stage]?.name ?? ''}
          matches={matches}
          opened={opened}
          onOpen={setOpened}
        />
      ))}
      <LastAction isSticky />
    </Stack>
  )
}

type FiltersProps = { filter: Filter; onChange: (filter: Filter) => void }

function Filters({ filter, onChange }: FiltersProps) {
  const brackets = useLiveState((state) => state.live.rows.bracket)
  const teams = useLiveState((state) => state.live.rows.team)
  const idIn = (value: string) => (value === '' ? null : Number(value))
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm" role="search" aria-label={results.filter}>
      <NativeSelect
        label={results.stage}
        value={filter.stage ?? ''}
        data={rowChoices(results.allStages, Object.values(brackets))}
        onChange={({ currentTarget }) => onChange({ ...filter, stage: idIn(currentTarget.value) })}
      />
      <NativeSelect
        label={results.team}
        value={filter.team ?? ''}
        data={rowChoices(results.allTeams, Object.values(teams))}
        onChange={({ currentTarget }) => onChange({ ...filter, team: idIn(currentTarget.value) })}
      />
      <TextInput
        label={results.number}
        placeholder={results.numberHint}
        autoComplete="off"
        value={filter.number}
        onChange={({ currentTarget }) => onChange({ ...filter, number: currentTarget.value })}
      />
    </SimpleGrid>
  )
}
