import { Button, Group, SimpleGrid, Stack, Title } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'
import type { Spread } from '#events/estimate/estimate.ts'
import { whatIf } from '#events/estimate/what-if.ts'
import type { Change } from '#events/estimate/what-if.ts'
import type { CommitHistory } from '../../core/history/commit-history.ts'
import { clockOf, momentOf } from '../../core/history/replay-clock.ts'
import type { Moment } from '../../core/history/replay-clock.ts'
import { asItWas } from '../../core/text/officiate/time-travel.ts'
import { clockIn } from '../../core/time/zone.ts'
import { useNow } from '../../hooks/useNow.ts'
import { useZone } from '../../hooks/useZone.ts'
import forms from '../../ui/Form.module.css'
import { Stepper } from '../../ui/Stepper.tsx'
import timeTravel from '../../officiate/time-travel/TimeTravel.module.css'
import { useCommitHistory } from '../../officiate/time-travel/useCommitHistory.ts'
import { limits } from './day-format.ts'
import { dayPlan as words } from '../../core/text/organize/plan.ts'

const minuteMs = 60_000
const stepMs = 5 * minuteMs

/** Estimates the end of a started tournament under other settings, from now or from a past step. */
export function WhatIf({ tournament }: { tournament: number }) {
  const { commitHistory, length, isLoaded, hasFailed } = useCommitHistory(tournament)
  const nowMs = useNow(true, minuteMs)
  const { search } = useLocation()
  const [step, setStep] = useState(
    () => Number(new Map(Object.entries(search)).get('step')) || null,
  )
  if (!isLoaded) return <p className={forms.lead}>{hasFailed ? words.notRead : words.reading}</p>

  const isPast = step !== null && step < length
  const moment = isPast ? momentOf(commitHistory.steps, step) : { version: length, at: nowMs }
  return (
    <Stack component="section" className="card" p="md" aria-labelledby="what-if">
      <Title order={2} size="h4" id="what-if">
        {isPast ? words.fromThen : words.fromNow}
      </Title>
      <p className={forms.lead}>{words.fromNowLead}</p>
      <Step {...{ moment, length, isPast }} onMove={setStep} />
      <Comparison commitHistory={commitHistory} moment={moment} />
    </Stack>
  )
}

type StepProps = {
  moment: Moment
  length: number
  isPast: boolean
  onMove: (step: number | null) => void
}

function Step({ moment: { version, at }, length, isPast, onMove }: StepProps) {
  const clock = clockOf(useZone(), at)
  const label = isPast ? asItWas.moment(clock, version, length) : words.now
  return (
    <div>
      <input
        type="range"
        className={timeTravel.handle}
        aria-label={asItWas.scrubber}
        aria-valuetext={label}
        min={1}
        max={length}
        value={version}
        onChange={({ currentTarget }) => onMove(Number(currentTarget.value))}
      />
      <Group gap="sm" mih="3rem">
        <span>{label}</span>
        {isPast && (
          <Button variant="default" onClick={() => onMove(null)}>
            {words.now}
          </Button>
        )}
      </Group>
    </div>
  )
}

type ComparisonProps = { commitHistory: CommitHistory; moment: Moment }

function Comparison({ commitHistory, moment }: ComparisonProps) {
  const [changes, setChanges] = useState<Partial<Change>>({})
  const state = commitHistory.at(moment.version)
  const cabinets = Object.keys(state.cabinets).length
  const wins = Math.max(0, ...Object.values(state.stages).map(({ winsPerMatch }) => winsPerMatch))
  const unchanged: Change = { cabinets, winsPerMatch: null, breakMs: 0, breakInMs: 0 }
  const currentEnd = useEnd(commitHistory, moment, unchanged)
  const changedEnd = useEnd(commitHistory, moment, { ...unchanged, ...changes })
  const minutes = (label: string, field: 'breakMs' | 'breakInMs') => (
    <Stepper
      label={label}
      value={(changes[field] ?? 0) / minuteMs}
      max={limits.breakMinutes}
      step={5}
      onChange={(minutes) => setChanges({ ...changes, [field]: minutes * minuteMs })}
    />
  )
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        <Stepper
          label={words.cabinets}
          value={changes.cabinets ?? cabinets}
          min={1}
          max={limits.cabinets}
          onChange={(cabinets) => setChanges({ ...changes, cabinets })}
        />
        {wins > 0 && (
          <Stepper
            label={words.firstTo}
            value={changes.winsPerMatch ?? wins}
            min={1}
            max={limits.wins}
            onChange={(winsPerMatch) => setChanges({ ...changes, winsPerMatch })}
          />
        )}
        {minutes(words.breakLasts, 'breakMs')}
        {minutes(words.breakIn, 'breakInMs')}
      </SimpleGrid>
      <div role="status">
        <dl>
          <End name={words.asItIs} end={currentEnd} />
          <End name={words.ifChanged} end={changedEnd} />
        </dl>
      </div>
    </>
  )
}

/** Deferred so that a press is drawn before the estimate is computed. */
function useEnd(commitHistory: CommitHistory, moment: Moment, change: Change): Spread | null {
  const key = useDeferredValue(JSON.stringify({ moment, change }))
  return useMemo(() => {
    const { moment, change } = JSON.parse(key) as { moment: Moment; change: Change }
    const durations = commitHistory.matchDurations(moment.version)
    return whatIf(commitHistory.at(moment.version), {
      change,
      durations,
      nowMs: moment.at,
    }).end
  }, [commitHistory, key])
}

function End({ name, end }: { name: string; end: Spread | null }) {
  const { time } = clockIn(useZone())
  const iso = (ms: number) => new Date(Math.round(ms / stepMs) * stepMs).toISOString()
  return (
    <Group gap="md">
      <dt className={forms.lead}>{name}</dt>
      <dd>{end ? words.ends(time(iso(end.early)), time(iso(end.late))) : words.over}</dd>
    </Group>
  )
}
