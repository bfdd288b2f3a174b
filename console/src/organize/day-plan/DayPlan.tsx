import '@mantine/core/styles/Input.layer.css'
import { Group, SimpleGrid, Stack, TextInput, NativeSelect } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { useState, useEffect } from 'react'
import { useLiveState } from '../../core/live/context.ts'
import forms from '../../ui/Form.module.css'
import { Stepper } from '../../ui/Stepper.tsx'
import { WhatIf } from './WhatIf.tsx'
import { firstFormats, limits, clockOf, hasGroups, planOf } from './day-format.ts'
import type { DayFields, DayFormat } from './day-format.ts'
import { dayPlan as words } from '../../core/text/organize/plan.ts'
import { PageTitle } from '../../ui/page/PageTitle.tsx'
import { dayEstimate, maxMatchesPerDay } from '#events/estimate/day-plan.ts'
import type {
  DayEstimate,
  DayPlan as FormatCardDayPlan,
  DayProblem,
} from '#events/estimate/day-plan.ts'

const kinds = Object.entries(words.kinds).map(([value, label]) => ({ value, label }))
const debounceMs = 150

const firstBreak = { from: '', to: '' }

/** Estimates when a day would end, before anything is set up. Nothing here is sent or stored. */
export default function DayPlan() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const teams = useLiveState(({ live }) => Object.keys(live.rows.team).length)
  const hasStarted = useLiveState(({ live }) =>
    Object.values(live.rows.match).some(
      (match) => match.isComplete || match.activeCabinet !== null,
    ),
  )
  const [changes, setChanges] = useState<Partial<DayFields>>({})
  const [formats, setFormats] = useState(firstFormats)
  const fields: DayFields = {
    teams: Math.min(limits.teams, teams) || 8,
    cabinets: tournament.assignedCabinets.length || 1,
    startsAt: '19:00',
    breaks: [],
    ...changes,
  }
  const change = (fields: Partial<DayFields>) => setChanges({ ...changes, ...fields })
  const replace = (index: number, format: DayFormat) => setFormats(formats.with(index, format))

  return (
    <Stack gap="lg">
      <PageTitle lead={words.lead}>{words.title}</PageTitle>
      {hasStarted && <WhatIf tournament={tournament.id} />}
      <section aria-label={words.day}>
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <Stepper
            label={words.teams}
            value={fields.teams}
            min={2}
            max={limits.teams}
            onChange={(teams) => change({ teams })}
          />
          <Stepper
            label={words.cabinets}
            value={fields.cabinets}
            min={1}
            max={limits.cabinets}
            onChange={(cabinets) => change({ cabinets })}
          />
          <TextInput
            type="time"
            label={words.startsAt}
            value={fields.startsAt}
            onChange={({ currentTarget }) => change({ startsAt: currentTarget.value })}
          />
        </SimpleGrid>
        <Breaks breaks={fields.breaks} onChange={(breaks) => change({ breaks })} />
      </section>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="lg">
        {formats.map((format, index) => (
          // The formats have no other identity than their index.
          <section key={index} className="card" aria-label={words.format(index + 1)}>
            <FormatCard fields={fields} format={format} onChange={(next) => replace(index, next)} />
          </section>
        ))}
      </SimpleGrid>
      <p className={forms.lead}>{words.basis}</p>
    </Stack>
  )
}

type BreaksProps = {
  breaks: DayFields['breaks']
  onChange: (breaks: DayFields['breaks']) => void
}

function Breaks({ breaks, onChange }: BreaksProps) {
  return (
    <Stack component="section" aria-label={words.breaks} mt="md" gap="sm">
      {breaks.map((item, index) => (
        <Group key={index} align="end" gap="sm">
          {(['from', 'to'] as const).map((end) => (
            <TextInput
              key={end}
              type="time"
              label={(end === 'from' ? words.breakFrom : words.breakTo)(index + 1)}
              value={item[end]}
              onChange={({ currentTarget }) => {
                onChange(breaks.with(index, { ...item, [end]: currentTarget.value }))
              }}
            />
          ))}
          <button
            type="button"
            className="secondary"
            onClick={() => onChange(breaks.toSpliced(index, 1))}
          >
            {words.removeBreak(index + 1)}
          </button>
        </Group>
      ))}
      {breaks.length < limits.breaks && (
        <Group>
          <button
            type="button"
            className="secondary"
            onClick={() => onChange([...breaks, firstBreak])}
          >
            {words.addBreak}
          </button>
        </Group>
      )}
    </Stack>
  )
}

type Props = {
  fields: DayFields
  format: DayFormat
  onChange: (format: DayFormat) => void
}

function FormatCard({ fields, format, onChange }: Props) {
  const estimate = useDayEstimate(planOf(fields, format))
  const change = (changes: Partial<DayFormat>) => onChange({ ...format, ...changes })
  const count = (
    field: 'winsPerMatch' | 'groupWins' | 'groups' | 'top',
    label: string,
    max: number,
  ) => (
    <Stepper
      label={label}
      value={format[field]}
      min={1}
      max={max}
      onChange={(value) => change({ [field]: value })}
    />
  )
  return (
    <Stack p="md">
      <NativeSelect
        label={words.kind}
        data={kinds}
        value={format.kind}
        onChange={({ currentTarget }) => change({ kind: currentTarget.value as DayFormat['kind'] })}
      />
      <Group align="end">
        {hasGroups(format) && (
          <>
            {count('groups', words.groups, limits.groups)}
            {count('top', words.top, limits.groups)}
            {count('groupWins', words.firstToInGroups, limits.wins)}
          </>
        )}
        {count('winsPerMatch', words.firstTo, limits.wins)}
      </Group>
      <div role="status">
        {estimate === null && <p className={forms.lead}>{words.working}</p>}
        {estimate && 'problem' in estimate && (
          <p>{words.problems(maxMatchesPerDay)[estimate.problem]}</p>
        )}
        {estimate && 'end' in estimate && <EstimateFacts estimate={estimate} />}
      </div>
    </Stack>
  )
}

function EstimateFacts({ estimate }: { estimate: DayEstimate }) {
  const { end, matches, wait, stay, idle } = estimate
  const facts = [
    [words.likely, time(end.likely)],
    [words.matches, String(matches)],
    [words.wait, duration(wait.usual)],
    [words.longest, duration(wait.longest)],
    [words.stay, duration(stay)],
    [words.idle, words.percent(idle)],
  ]
  return (
    <>
      <p>
        <strong>{words.ends(time(end.early), time(end.late))}</strong>
      </p>
      <dl>
        {facts.map(([name, value]) => (
          <Group key={name} justify="space-between" wrap="nowrap">
            <dt className={forms.lead}>{name}</dt>
            <dd>{value}</dd>
          </Group>
        ))}
      </dl>
    </>
  )
}

/** Computed after a debounce delay so that typing is not blocked. */
function useDayEstimate(plan: FormatCardDayPlan): DayEstimate | { problem: DayProblem } | null {
  const key = JSON.stringify(plan)
  const [computed, setComputed] = useState<{
    key: string
    value: ReturnType<typeof dayEstimate>
  } | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => {
      setComputed({ key, value: dayEstimate(JSON.parse(key) as FormatCardDayPlan) })
    }, debounceMs)
    return () => clearTimeout(timer)
  }, [key])
  return computed?.key === key ? computed.value : null
}

function time(ms: number): string {
  const { time, days } = clockOf(ms)
  return days > 0 ? words.nextDay(time) : time
}

function duration(minutes: number): string {
  const rounded = Math.round(minutes)
  if (rounded < 60) return words.minutes(rounded)
  return words.hours(Math.floor(rounded / 60), rounded % 60)
}
