import '@mantine/core/styles/Input.layer.css'
import { Button, Group, NativeSelect, Stack, TextInput, Table, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useLoaderData } from '@tanstack/react-router'
import { useState } from 'react'
import form from '../../ui/Form.module.css'
import { Icon } from '../../ui/Icon.tsx'
import { useList } from '../../query/useList.ts'
import { text } from '../../core/text/text.ts'
import { screenNames } from '../../core/text/officiate/first-screen.ts'
import { players as words } from '../../core/text/organize/teams.ts'
import { Empty } from '../../ui/Empty.tsx'
import { AdminLinkButton } from '../../ui/AdminLink.tsx'
import { Waiting } from '../../ui/Layout.tsx'
import { questionsOf } from '../../spectate/registration/registration-body.ts'
import type { Player } from '../../spectate/registration/registration-body.ts'
import PlayerPayments from './PlayerPayments.tsx'
import { PlayerTable } from './PlayerTable.tsx'
import { defaultQuery, withFilters, isFiltered, pageSize, pathOf, sortedBy } from './query.ts'
import type { Query, YesNo } from './query.ts'
import styles from './RegisteredPlayers.module.css'
import { usePlayerPage } from './usePlayerPage.ts'
import { DownloadButton } from '../../ui/form/DownloadButton.tsx'
import { rest } from '../../core/rest.ts'
import { PageTitle } from '../../ui/page/PageTitle.tsx'
import { clockIn } from '../../core/time/zone.ts'
import { useZone } from '../../hooks/useZone.ts'
import { useResource } from '../../query/useResource.ts'

const debounceMs = 250

/** All registered players with everything they entered. */
export default function RegisteredPlayers() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const { id } = tournament
  const [query, setQuery] = useState(defaultQuery)
  const [selected, setSelected] = useState<Player | null>(null)
  const [search] = useDebouncedValue(query.search, debounceMs)
  const { page, failure, isCurrent, reload } = usePlayerPage(pathOf(id, { ...query, search }))
  const questions = useList(questionsOf(id))
  const pages = Math.max(1, Math.ceil((page?.count ?? 0) / pageSize))
  if (page && isCurrent && query.page > pages) setQuery({ ...query, page: 1 })
  return (
    <Stack gap="lg">
      <Group gap="sm">
        <PageTitle>{words.title}</PageTitle>
        <DownloadButton
          href={rest.get('/api/tournament/tournament/:id/players.csv', { id })}
          label={words.export}
        />
      </Group>
      <Filters query={query} onQuery={(change) => setQuery((now) => withFilters(now, change))} />
      {failure !== null && (
        <p role="alert">
          {failure}{' '}
          <Button variant="default" onClick={() => void reload()}>
            {text.retry}
          </Button>
        </p>
      )}
      {page === null && failure === null && <Waiting />}
      {page?.count === 0 && (
        <div role="status">
          <Empty
            action={
              !isFiltered(query) && (
                <AdminLinkButton to="teams">{screenNames.teams}</AdminLinkButton>
              )
            }
          >
            {isFiltered(query) ? words.noneFound : words.none}
          </Empty>
        </div>
      )}
      {page && page.count > 0 && (
        <div data-stale={!isCurrent || undefined} className={styles.found}>
          <PlayerTable
            page={page}
            questions={questions.rows ?? []}
            query={query}
            onSort={(column) => setQuery((now) => sortedBy(now, column))}
            onPayments={setSelected}
          />
          {pages > 1 && (
            <Pages
              page={query.page}
              of={pages}
              onPage={(page) => setQuery((now) => ({ ...now, page }))}
            />
          )}
        </div>
      )}
      <WaitingPeople tournament={id} />
      {selected && (
        <PlayerPayments
          tournament={id}
          player={page?.results.find(({ id }) => id === selected.id) ?? selected}
          onChanged={() => void reload()}
          onClose={() => setSelected(null)}
        />
      )}
    </Stack>
  )
}

type FiltersProps = { query: Query; onQuery: (change: Partial<Query>) => void }

function Filters({ query, onQuery }: FiltersProps) {
  return (
    <Group gap="sm" role="search">
      <TextInput
        className={form.grow}
        label={words.search}
        placeholder={words.searchHint}
        leftSection={<Icon name="search" size={18} />}
        value={query.search}
        onChange={({ currentTarget }) => onQuery({ search: currentTarget.value })}
      />
      <Choice
        label={words.team}
        names={words.teams}
        value={query.freeAgent}
        onValue={(freeAgent) => onQuery({ freeAgent })}
      />
      <Choice
        label={words.checkedIn}
        names={words.checkIns}
        value={query.checkedIn}
        onValue={(checkedIn) => onQuery({ checkedIn })}
      />
      <Choice
        label={words.paid}
        names={words.paids}
        value={query.paid}
        onValue={(paid) => onQuery({ paid })}
      />
      {isFiltered(query) && (
        <Button variant="default" size="md" onClick={() => onQuery(defaultQuery)}>
          {words.clear}
        </Button>
      )}
    </Group>
  )
}

type ChoiceProps = {
  label: string
  names: Record<YesNo, string>
  value: YesNo
  onValue: (value: YesNo) => void
}

function Choice({ label, names, value, onValue }: ChoiceProps) {
  return (
    <NativeSelect
      label={label}
      value={value}
      onChange={({ currentTarget }) => onValue(currentTarget.value as YesNo)}
      data={(['', 'true', 'false'] as const).map((option) => ({
        value: option,
        label: names[option],
      }))}
    />
  )
}

type PagesProps = { page: number; of: number; onPage: (page: number) => void }

function Pages({ page, of, onPage }: PagesProps) {
  return (
    <Group component="nav" aria-label={words.page(page, of)}>
      <Button variant="default" size="md" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {words.previous}
      </Button>
      <span role="status">{words.page(page, of)}</span>
      <Button variant="default" size="md" disabled={page >= of} onClick={() => onPage(page + 1)}>
        {words.next}
      </Button>
    </Group>
  )
}

/** Who waits for a place, in the order in which places are offered. */
function WaitingPeople({ tournament }: { tournament: number }) {
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
