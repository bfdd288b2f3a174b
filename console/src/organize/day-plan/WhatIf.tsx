import { Button, Group, SimpleGrid, Stack, Title } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'
import type { Spread } from '../../../../events/estimate/estimate.ts'
import { whatIf } from '../../../../events/estimate/what-if.ts'
import type { Change } from '../../../../events/estimate/what-if.ts'
import type { CommitHistory } from '../../core/history/commit-history.ts'
import { clockOf, positionOf } from '../../core/history/replay-clock.ts'
import type { ReplayPosition } from '../../core/history/replay-clock.ts'
import { asItWas } from '../../core/text/time-travel.ts'
import { clockIn } from '../../core/zone.ts'
import { useNow } from '../../hooks/useNow.ts'
import { useZone } from '../../hooks/useZone.ts'
import forms from '../../ui/Form.module.css'
import { Stepper } from '../../ui/Stepper.tsx'
import timeTravel from '../time-travel/TimeTravel.module.css'
import { useCommitHistory } from '../time-travel/useCommitHistory.ts'
import { limits } from './day-format.ts'
import { dayPlan as words } from './text.ts'

const minuteMs = 60_000
const stepMs = 5 * minuteMs

/** A tournament that has begun: when it would be over if it went on otherwise, from now or from a step on. */
export function WhatIf({ tournament }: { tournament: number }) {
  const { evening, length, isWhole, hasFailed } = useCommitHistory(tournament)
  const nowMs = useNow(true, minuteMs)
  const { search } = useLocation()
  const [step, setStep] = useState(
    () => Number(new Map(Object.entries(search)).get('step')) || null,
  )
  if (!isWhole) return <p className={forms.lead}>{hasFailed ? words.notRead : words.reading}</p>

  const isPast = step !== null && step < length
  const moment = isPast ? positionOf(evening.steps, step) : { version: length, at: nowMs }
  return (
    <Stack component="section" className="card" p="md" aria-labelledby="what-if">
      <Title order={2} size="h4" id="what-if">
        {isPast ? words.fromThen : words.fromNow}
      </Title>
      <p className={forms.lead}>{words.fromNowLead}</p>
      <Step {...{ moment, length, isPast }} onMove={setStep} />
      <Otherwise evening={evening} moment={moment} />
    </Stack>
  )
}

type StepProps = {
  moment: ReplayPosition
  length: number
  isPast: boolean
  onMove: (step: number | null) => void
}

function Step({ moment: { version, at }, length, isPast, onMove }: StepProps) {
  const clock = clockOf(useZone(), at)
  const says = isPast ? asItWas.moment(clock, version, length) : words.now
  return (
    <div>
      <input
        type="range"
        className={timeTravel.handle}
        aria-label={asItWas.scrubber}
        aria-valuetext={says}
        min={1}
        max={length}
        value={version}
        onChange={({ currentTarget }) => onMove(Number(currentTarget.value))}
      />
      <Group gap="sm" mih="3rem">
        <span>{says}</span>
        {isPast && (
          <Button variant="default" onClick={() => onMove(null)}>
            {words.now}
          </Button>
        )}
      </Group>
    </div>
  )
}

type OtherwiseProps = { evening: CommitHistory; moment: ReplayPosition }

function Otherwise({ evening, moment }: OtherwiseProps) {
  const [wanted, setWanted] = useState<Partial<Change>>({})
  const state = evening.at(moment.version)
  const cabinets = Object.keys(state.cabinets).length
  const wins = Math.max(0, ...Object.values(state.stages).map(({ winsPerMatch }) => winsPerMatch))
  const plain: Change = { cabinets, winsPerMatch: null, breakMs: 0, breakInMs: 0 }
  const asItIs = useEnd(evening, moment, plain)
  const otherwise = useEnd(evening, moment, { ...plain, ...wanted })
  const minutes = (label: string, field: 'breakMs' | 'breakInMs') => (
    <Stepper
      label={label}
      value={(wanted[field] ?? 0) / minuteMs}
      max={limits.breakMinutes}
      step={5}
      onChange={(minutes) => setWanted({ ...wanted, [field]: minutes * minuteMs })}
    />
  )
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        <Stepper
          label={words.cabinets}
          value={wanted.cabinets ?? cabinets}
          min={1}
          max={limits.cabinets}
          onChange={(cabinets) => setWanted({ ...wanted, cabinets })}
        />
        {wins > 0 && (
          <Stepper
            label={words.firstTo}
            value={wanted.winsPerMatch ?? wins}
            min={1}
            max={limits.wins}
            onChange={(winsPerMatch) => setWanted({ ...wanted, winsPerMatch })}
          />
        )}
        {minutes(words.breakLasts, 'breakMs')}
        {minutes(words.breakIn, 'breakInMs')}
      </SimpleGrid>
      <div role="status">
        <dl>
          <End name={words.asItIs} end={asItIs} />
          <End name={words.ifChanged} end={otherwise} />
        </dl>
      </div>
    </>
  )
}

/** Worked out after what is pressed is drawn. */
function useEnd(evening: CommitHistory, moment: ReplayPosition, change: Change): Spread | null {
  const key = useDeferredValue(JSON.stringify({ moment, change }))
  return useMemo(() => {
    const { moment, change } = JSON.parse(key) as { moment: ReplayPosition; change: Change }
    const pace = evening.pace(moment.version)
    return whatIf(evening.at(moment.version), { change, pace, nowMs: moment.at }).end
  }, [evening, key])
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
