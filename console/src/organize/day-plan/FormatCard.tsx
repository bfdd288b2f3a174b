import '@mantine/core/styles/Input.layer.css'
import { Group, NativeSelect, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { dayEstimate, maxMatchesPerDay } from '#events/estimate/day-plan.ts'
import type { DayEstimate, DayPlan, DayProblem } from '#events/estimate/day-plan.ts'
import forms from '../../ui/Form.module.css'
import { Stepper } from '../../ui/Stepper.tsx'
import { clockOf, hasGroups, limits, planOf } from './day-format.ts'
import type { DayFields, DayFormat } from './day-format.ts'
import { dayPlan as words } from '../../core/text/organize/plan.ts'

type Props = {
  fields: DayFields
  format: DayFormat
  onChange: (format: DayFormat) => void
}
const kinds = Object.entries(words.kinds).map(([value, label]) => ({ value, label }))

export function FormatCard({ fields, format, onChange }: Props) {
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
function useDayEstimate(plan: DayPlan): DayEstimate | { problem: DayProblem } | null {
  const key = JSON.stringify(plan)
  const [computed, setComputed] = useState<{
    key: string
    value: ReturnType<typeof dayEstimate>
  } | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => {
      setComputed({ key, value: dayEstimate(JSON.parse(key) as DayPlan) })
    }, debounceMs)
    return () => clearTimeout(timer)
  }, [key])
  return computed?.key === key ? computed.value : null
}
const debounceMs = 150

function time(ms: number): string {
  const { time, days } = clockOf(ms)
  return days > 0 ? words.nextDay(time) : time
}

function duration(minutes: number): string {
  const rounded = Math.round(minutes)
  if (rounded < 60) return words.minutes(rounded)
  return words.hours(Math.floor(rounded / 60), rounded % 60)
}
