import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import type { ToggleEvent } from 'react'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { matchTitle } from '../../core/live/select.ts'
import { kinds, timeline } from '../../core/text/officiate/results.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import type { Filters } from './filters.ts'
import styles from './Timeline.module.css'
import type { FilterChoices } from './useTimeline.ts'

type Props = { filters: Filters; choices: FilterChoices; onChange: (filters: Filters) => void }
type Choice = { value: string; label: string }

const typingPauseMs = 300

/** The filters of the timeline; each is a parameter of the address. */
export function FilterBar({ filters, choices, onChange }: Props) {
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
