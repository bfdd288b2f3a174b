import '@mantine/core/styles/Input.layer.css'
import { Button, Group, Loader, Stack } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import forms from '../../ui/Form.module.css'
import { timeline } from '../../core/text/officiate/results.ts'
import { text } from '../../core/text/text.ts'
import type { AdminScreenProps } from '../../ui/admin-screen.ts'
import { FilterBar } from './FilterBar.tsx'
import { filtersOf, startVersion, versionIn } from './filters.ts'
import styles from './Timeline.module.css'
import { useTimeline } from './useTimeline.ts'
import { PageTitle } from '../../ui/page/PageTitle.tsx'
import { Near } from '../../ui/Near.tsx'
import { useZone } from '../../hooks/useZone.ts'
import { byDay, chunks, clocksIn } from './days.ts'
import { EntryLine } from './EntryLine.tsx'
import type { Entry } from './useTimeline.ts'

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
