import '@mantine/core/styles/Input.layer.css'
import { Button, Group, Loader, Stack, NativeSelect, TextInput } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { ToggleEvent } from 'react'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import forms from '../../ui/Form.module.css'
import { timeline, kinds } from '../../core/text/officiate/results.ts'
import { text } from '../../core/text/text.ts'
import type { AdminScreenProps } from '../../ui/admin-screen.ts'
import { filtersOf, startVersion, versionIn } from './filters.ts'
import type { Filters } from './filters.ts'
import styles from './Timeline.module.css'
import { useTimeline } from './useTimeline.ts'
import type { Entry, FilterChoices } from './useTimeline.ts'
import { PageTitle } from '../../ui/page/PageTitle.tsx'
import { Near } from '../../ui/Near.tsx'
import { useZone } from '../../hooks/useZone.ts'
import { byDay, chunks, clocksIn } from './days.ts'
import { EntryLine } from './EntryLine.tsx'
import { useDebouncedCallback } from '@mantine/hooks'
import { matchTitle } from '../../core/live/select.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'

const typingPauseMs = 300

/** All steps with author, device and time, to search, undo or replace (R-UN-1, R-DI-3). */
export default function Timeline(_: AdminScreenProps) {
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const filters = useMemo(() => filtersOf(search as Record<string, unknown>), [search])
  const linked = versionIn(hash)
  const [startAt, setStartAt] = useState(() => startVersion(filters, linked))
  const isLoaded = useLiveState((state) => state.live.version > 0)
  const steps = useTimeline(filters, startAt)
  const [opened, setOpened] = useState<number | null>(linked)
  const [announcement, setAnnouncement] = useState('')
  const { entries, count, newer } = steps
  const isFiltered = Object.keys(filters).length > 0
  const goTo = (query: Record<string, unknown>) => {
    setStartAt(null)
    // The router writes a number as it is, and a string of digits in quotes.
    void navigate({ to: '.', search: filtersOf(query) as never, replace: true })
  }
  const showLatest = () => (setStartAt(null), steps.latest())
  function changed(): void {
    setOpened(null)
    setAnnouncement(timeline.done)
    showLatest()
  }
  return (
    <Stack gap="sm">
      <PageTitle lead={timeline.lead}>{timeline.title}</PageTitle>
      <FilterBar filters={filters} choices={steps.choices} onChange={goTo} />
      <p role="status" className={styles.said}>
        {announcement}
      </p>
      {steps.hasFailed && (
        <Group role="alert" gap="sm" fw={600} className="fault">
          {timeline.failed}
          <Button variant="default" className={styles.more} onClick={steps.latest}>
            {text.retry}
          </Button>
        </Group>
      )}
      {(!entries || !isLoaded) && !steps.hasFailed && (
        <Loader role="status" aria-label={text.loading} />
      )}
      {newer > 0 && (
        <Button variant="default" className={styles.more} onClick={showLatest}>
          {isFiltered ? timeline.newerThan(newer) : timeline.newer(newer)}
        </Button>
      )}
      {entries?.length === 0 && (
        <p className={forms.lead}>{isFiltered ? timeline.notFound : timeline.none}</p>
      )}
      {isLoaded && entries && entries.length > 0 && (
        <Days {...{ entries, count, opened, linked }} onOpen={setOpened} onChanged={changed} />
      )}
      {steps.hasOlder && (
        <Button variant="default" className={styles.more} onClick={steps.older}>
          {timeline.older}
        </Button>
      )}
    </Stack>
  )
}

type Props = {
  entries: Entry[]
  count: number
  opened: number | null
  linked: number | null
  onOpen: (version: number | null) => void
  onChanged: () => void
}

const chunkSize = 25
const entryRem = 4

/** The steps by day, rendered in chunks, and only those near the screen. */
function Days({ entries, count, opened, linked, onOpen, onChanged }: Props) {
  const zone = useZone()
  const { clock, dayOf } = useMemo(() => clocksIn(zone), [zone])
  return (
    <>
      <p className="dim">
        {timeline.count(count)}. {timeline.zone(zone)}
      </p>
      {byDay(entries, dayOf).map(({ day, entries: own }) => (
        <section key={`${day} ${own[0]?.version}`} aria-label={day}>
          <h2 className={styles.day}>{day}</h2>
          {chunks(own, chunkSize).map((part) => (
            <Near key={part[0]?.version} guess={part.length * entryRem}>
              {() => (
                <ol>
                  {part.map((entry) => (
                    <EntryLine
                      key={entry.version}
                      entry={entry}
                      clock={clock}
                      isOpen={opened === entry.version}
                      isLinked={linked === entry.version}
                      onOpen={(isOpen) => onOpen(isOpen ? entry.version : null)}
                      onChanged={onChanged}
                    />
                  ))}
                </ol>
              )}
            </Near>
          ))}
        </section>
      ))}
    </>
  )
}

type FilterBarProps = {
  filters: Filters
  choices: FilterChoices
  onChange: (filters: Filters) => void
}
type Choice = { value: string; label: string }

/** The filters of the timeline; each is a parameter of the address. */
function FilterBar({ filters, choices, onChange }: FilterBarProps) {
  const rows = useLiveState((state) => state.live.rows)
  const cabinets = useTournamentCabinets()
  // On a phone the filters would fill the screen before the first step.
  const [isOpen, setOpen] = useState(
    () => matchMedia('(min-width: 48em)').matches || Object.keys(filters).length > 0,
  )
  const toggled = ({ currentTarget }: ToggleEvent<HTMLDetailsElement>) =>
    setOpen(currentTarget.open)
  const set = (name: keyof Filters, value: string) => {
    const { [name]: _, ...rest } = filters
    onChange(value === '' ? rest : { ...rest, [name]: value })
  }
  const matches = Object.values(rows.match).toSorted(
    (a, b) => a.bracket - b.bracket || a.matchNum - b.matchNum,
  )
  const select = (name: keyof Filters, label: string, all: string, options: Choice[]) => (
    <NativeSelect
      label={label}
      data={[{ value: '', label: all }, ...withSelected(options, filters[name])]}
      value={String(filters[name] ?? '')}
      onChange={({ currentTarget }) => set(name, currentTarget.value)}
    />
  )
  return (
    <details className={styles.bar} data-screen-only open={isOpen} onToggle={toggled}>
      <summary>{timeline.filter}</summary>
      <div className={styles.filters} role="search" aria-label={timeline.filter}>
        <TypedFilter name="search" label={timeline.search} filters={filters} onSet={set} />
        {select(
          'match',
          timeline.match,
          timeline.allMatches,
          matches.map((match) => ({ value: String(match.id), label: matchTitle(rows, match) })),
        )}
        {select(
          'cabinet',
          timeline.cabinet,
          timeline.allCabinets,
          cabinets.map(({ id, displayName }) => ({ value: String(id), label: displayName })),
        )}
        {select(
          'person',
          timeline.person,
          timeline.everybody,
          choices.people.map(({ id, name }) => ({ value: String(id), label: name })),
        )}
        {select(
          'device',
          timeline.device,
          timeline.allDevices,
          choices.devices.map((device) => ({ value: device, label: device })),
        )}
        {select(
          'type',
          timeline.type,
          timeline.allTypes,
          Object.entries(kinds).map(([value, label]) => ({ value, label })),
        )}
        <TypedFilter name="from" label={timeline.from} filters={filters} onSet={set} />
        <TypedFilter name="to" label={timeline.to} filters={filters} onSet={set} />
        {Object.keys(filters).length > 0 && (
          <Button variant="default" className={styles.clear} onClick={() => onChange({})}>
            {timeline.clear}
          </Button>
        )}
      </div>
    </details>
  )
}

type TypedFilterProps = {
  name: 'search' | 'from' | 'to'
  label: string
  filters: Filters
  onSet: (name: keyof Filters, value: string) => void
}

/** A text filter, applied when typing pauses. */
function TypedFilter({ name, label, filters, onSet }: TypedFilterProps) {
  const applied = String(filters[name] ?? '')
  const [typed, setTyped] = useState({ value: applied, base: applied })
  const applyLater = useDebouncedCallback(
    (value: string) => onSet(name, value.trim()),
    typingPauseMs,
  )
  // A change of the address replaces the text, unless it is what is being typed.
  const value = typed.base === applied || typed.value.trim() === applied ? typed.value : applied
  return (
    <TextInput
      type={name === 'search' ? 'search' : 'text'}
      inputMode={name === 'search' ? 'search' : 'numeric'}
      label={label}
      value={value}
      onChange={({ currentTarget }) => {
        setTyped({ value: currentTarget.value, base: applied })
        applyLater(currentTarget.value)
      }}
    />
  )
}

/** Adds the address's value as a choice, even if no entry shown has it. */
function withSelected(choices: Choice[], selected: string | number | undefined): Choice[] {
  const value = String(selected ?? '')
  if (value === '' || choices.some((choice) => choice.value === value)) return choices
  return [...choices, { value, label: value }]
}
