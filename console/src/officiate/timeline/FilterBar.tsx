import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { spoken } from '../../core/live/select.ts'
import { kinds, timeline } from '../../core/text/timeline.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import type { Filters } from './filters.ts'
import styles from './Timeline.module.css'
import type { Who } from './useTimeline.ts'

type Props = { filters: Filters; who: Who; onChange: (filters: Filters) => void }
type Choice = { value: string; label: string }

const typingMs = 300

/** The filters; each is a parameter of the address. */
export function FilterBar({ filters, who, onChange }: Props) {
  const rows = useLiveState((shown) => shown.live.rows)
  const cabinets = useTournamentCabinets()
  const set = (name: keyof Filters, value: string) => {
    const { [name]: _, ...rest } = filters
    onChange(value === '' ? rest : { ...rest, [name]: value })
  }
  const matches = Object.values(rows.match).toSorted(
    (a, b) => a.bracket - b.bracket || a.matchNum - b.matchNum,
  )
  const select = (name: keyof Filters, label: string, all: string, choices: Choice[]) => (
    <NativeSelect
      label={label}
      data={[{ value: '', label: all }, ...withChosen(choices, filters[name])]}
      value={String(filters[name] ?? '')}
      onChange={({ currentTarget }) => set(name, currentTarget.value)}
    />
  )
  return (
    <div className={styles.filters} role="search" aria-label={timeline.filter}>
      <Typed name="search" label={timeline.search} filters={filters} onSet={set} />
      {select(
        'match',
        timeline.match,
        timeline.allMatches,
        matches.map((match) => ({ value: String(match.id), label: spoken(rows, match) })),
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
        who.people.map(({ id, name }) => ({ value: String(id), label: name })),
      )}
      {select(
        'device',
        timeline.device,
        timeline.allDevices,
        who.devices.map((device) => ({ value: device, label: device })),
      )}
      {select(
        'type',
        timeline.type,
        timeline.allTypes,
        Object.entries(kinds).map(([value, label]) => ({ value, label })),
      )}
      <Typed name="from" label={timeline.from} filters={filters} onSet={set} />
      <Typed name="to" label={timeline.to} filters={filters} onSet={set} />
      {Object.keys(filters).length > 0 && (
        <Button variant="default" className={styles.clear} onClick={() => onChange({})}>
          {timeline.clear}
        </Button>
      )}
    </div>
  )
}

type TypedProps = {
  name: 'search' | 'from' | 'to'
  label: string
  filters: Filters
  onSet: (name: keyof Filters, value: string) => void
}

/** Asked for when the typing has stopped. */
function Typed({ name, label, filters, onSet }: TypedProps) {
  const stands = String(filters[name] ?? '')
  const [typed, setTyped] = useState({ value: stands, of: stands })
  const say = useDebouncedCallback((value: string) => onSet(name, value.trim()), typingMs)
  // Another address, another text; what is being typed stays.
  const value = typed.of === stands || typed.value.trim() === stands ? typed.value : stands
  return (
    <TextInput
      type={name === 'search' ? 'search' : 'text'}
      inputMode={name === 'search' ? 'search' : 'numeric'}
      label={label}
      value={value}
      onChange={({ currentTarget }) => {
        setTyped({ value: currentTarget.value, of: stands })
        say(currentTarget.value)
      }}
    />
  )
}

/** What the address names is a choice, though nothing that is shown has it. */
function withChosen(choices: Choice[], chosen: string | number | undefined): Choice[] {
  const value = String(chosen ?? '')
  if (value === '' || choices.some((choice) => choice.value === value)) return choices
  return [...choices, { value, label: value }]
}
