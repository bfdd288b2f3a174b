import { useMemo } from 'react'
import { Near } from '../../ui/Near.tsx'
import { useZone } from '../../hooks/useZone.ts'
import { timeline } from '../../core/text/officiate/timeline.ts'
import { byDay, chunks, clocksIn } from './days.ts'
import { EntryLine } from './EntryLine.tsx'
import styles from './Timeline.module.css'
import type { Entry } from './useTimeline.ts'

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
export function Days({ entries, count, opened, linked, onOpen, onChanged }: Props) {
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
