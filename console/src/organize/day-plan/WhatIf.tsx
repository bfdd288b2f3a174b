import { Group, SimpleGrid, Stack, Title } from '@mantine/core'
import { useDeferredValue, useMemo, useState } from 'react'
import type { Spread } from '../../../../events/estimate/estimate.ts'
import { whatIf } from '../../../../events/estimate/what-if.ts'
import type { Change } from '../../../../events/estimate/what-if.ts'
import { clockIn } from '../../core/zone.ts'
import { useNow } from '../../hooks/useNow.ts'
import { useZone } from '../../hooks/useZone.ts'
import forms from '../../ui/Form.module.css'
import { Stepper } from '../../ui/Stepper.tsx'
import { useCommitHistory } from '../time-travel/useCommitHistory.ts'
import type { CommitReading } from '../time-travel/useCommitHistory.ts'
import { limits } from './day-format.ts'
import { dayPlan as words } from './text.ts'

const minuteMs = 60_000
const stepMs = 5 * minuteMs

/** A tournament that has begun: when it would be over if it went on otherwise. */
export function WhatIf({ tournament }: { tournament: number }) {
  const reading = useCommitHistory(tournament)
  const { evening, length, isWhole, hasFailed } = reading
  const nowMs = useNow(true, minuteMs)
  const [wanted, setWanted] = useState<Partial<Change>>({})
  const state = evening.at(length)
  const cabinets = Object.keys(state.cabinets).length
  const wins = Math.max(0, ...Object.values(state.stages).map(({ winsPerMatch }) => winsPerMatch))
  const plain: Change = { cabinets, winsPerMatch: null, breakMs: 0 }
  const now = useEnd(reading, plain, nowMs)
  const then = useEnd(reading, useDeferredValue({ ...plain, ...wanted }), nowMs)
  if (!isWhole) return <p className={forms.lead}>{hasFailed ? words.notRead : words.reading}</p>

  return (
    <Stack component="section" className="card" p="md" aria-labelledby="what-if">
      <Title order={2} size="h4" id="what-if">
        {words.fromNow}
      </Title>
      <p className={forms.lead}>{words.fromNowLead}</p>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
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
        <Stepper
          label={words.breakNow}
          value={(wanted.breakMs ?? 0) / minuteMs}
          max={limits.breakMinutes}
          step={5}
          onChange={(minutes) => setWanted({ ...wanted, breakMs: minutes * minuteMs })}
        />
      </SimpleGrid>
      <div role="status">
        <dl>
          <End name={words.asItIs} end={now} />
          <End name={words.ifChanged} end={then} />
        </dl>
      </div>
    </Stack>
  )
}

function useEnd(reading: CommitReading, change: Change, nowMs: number): Spread | null {
  const { evening, length, isWhole } = reading
  const key = JSON.stringify(change)
  return useMemo(() => {
    if (!isWhole) return null
    const change = JSON.parse(key) as Change
    return whatIf(evening.at(length), { change, pace: evening.pace(), nowMs }).end
  }, [evening, length, isWhole, nowMs, key])
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
