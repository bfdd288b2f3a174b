import '@mantine/core/styles/Input.layer.css'
import { Group, NativeSelect, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { dayEstimate } from '../../../../events/estimate/day-plan.ts'
import type { DayEstimate, DayPlan, DayProblem } from '../../../../events/estimate/day-plan.ts'
import forms from '../../ui/Form.module.css'
import { Stepper } from '../../ui/Stepper.tsx'
import { clockOf, hasGroups, limits, planOf } from './day-format.ts'
import type { DayFields, DayFormat } from './day-format.ts'
import { dayPlan as words } from './text.ts'

type Props = {
  fields: DayFields
  format: DayFormat
  onChange: (format: DayFormat) => void
}
const kinds = Object.entries(words.kinds).map(([value, label]) => ({ value, label }))

export function FormatCard({ fields, format, onChange }: Props) {
  const found = useDayEstimate(planOf(fields, format))
  const change = (more: Partial<DayFormat>) => onChange({ ...format, ...more })
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
        {found === null && <p className={forms.lead}>{words.working}</p>}
        {found && 'problem' in found && <p>{words.problems[found.problem]}</p>}
        {found && 'end' in found && <Found of={found} />}
      </div>
    </Stack>
  )
}

function Found({ of: { end, matches, wait, stay, idle } }: { of: DayEstimate }) {
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

/** Worked out a moment after the last change, so that typing is never waited for. */
function useDayEstimate(plan: DayPlan): DayEstimate | { problem: DayProblem } | null {
  const key = JSON.stringify(plan)
  const [found, setFound] = useState<{
    key: string
    value: ReturnType<typeof dayEstimate>
  } | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => {
      setFound({ key, value: dayEstimate(JSON.parse(key) as DayPlan) })
    }, settledMs)
    return () => clearTimeout(timer)
  }, [key])
  return found?.key === key ? found.value : null
}
const settledMs = 150

function time(ms: number): string {
  const { time, days } = clockOf(ms)
  return days > 0 ? words.nextDay(time) : time
}

function duration(minutes: number): string {
  const whole = Math.round(minutes)
  if (whole < 60) return words.minutes(whole)
  return words.hours(Math.floor(whole / 60), whole % 60)
}
