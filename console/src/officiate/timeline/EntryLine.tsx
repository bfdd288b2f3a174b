import { stepText } from '../../core/text/officiate/step-text.ts'
import { Button, Group } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { timeline } from '../../core/text/officiate/results.ts'
import forms from '../../ui/Form.module.css'
import { AdminLink } from '../../ui/AdminLink.tsx'
import { StepDetail } from '../steps/StepDetail.tsx'
import { clocksDiffer } from './days.ts'
import styles from './Timeline.module.css'
import type { Entry, TimelineEvent } from './useTimeline.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import { timelineWords } from './timeline-words.ts'

type Props = {
  entry: Entry
  clock: (at: string) => string
  isOpen: boolean
  isLinked: boolean
  onOpen: (isOpen: boolean) => void
  onChanged: () => void
}

/** One step: its text, times, author and device. Opened, it offers undo and replacement. */
export function EntryLine({ entry, clock, isOpen, isLinked, onOpen, onChanged }: Props) {
  const { version, at, by, byName, device, clientTime } = entry
  const [match, another] = entry.matches
  const line = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isLinked) line.current?.scrollIntoView({ block: 'center' })
  }, [isLinked])
  return (
    <li ref={line} id={`v${version}`} className={styles.entry} data-linked={isLinked}>
      <CabinetEvents entry={entry} clock={clock} />
      <button
        type="button"
        className={styles.line}
        data-content
        aria-expanded={isOpen}
        onClick={() => onOpen(!isOpen)}
      >
        <time dateTime={at}>{clock(at)}</time>
        <span className={styles.what}>
          <strong>{stepText(entry)}</strong>
          <small>
            {timeline.by(byName, by.kind === 'service' ? null : (device ?? null))}
            {clientTime && clocksDiffer(clientTime, at) && (
              <> · {timeline.pressed(clock(clientTime))}</>
            )}
          </small>
        </span>
        <small className={styles.version}>{timeline.step(version)}</small>
      </button>
      {isOpen && (
        <div className={styles.opened}>
          <Group gap="sm">
            <AdminLink
              to={`as-it-was/${version}`}
              className={forms.link}
              search={match === undefined || another !== undefined ? undefined : { match }}
            >
              {timeline.asItWas}
            </AdminLink>
            <CopyLink version={version} />
          </Group>
          <StepDetail version={version} onReplaced={onChanged} onUndone={onChanged} />
        </div>
      )}
    </li>
  )
}

function CopyLink({ version }: { version: number }) {
  const [announcement, setAnnouncement] = useState('')
  async function copy(): Promise<void> {
    const { origin, pathname, search } = location
    const link = `${origin}${pathname}${search}#v${version}`
    const { clipboard } = navigator as { clipboard?: Clipboard }
    // Browsers have no clipboard without https: the link is then shown, to be copied by hand.
    const isCopied = await clipboard?.writeText(link).then(
      () => true,
      () => false,
    )
    setAnnouncement(isCopied ? timeline.copied : link)
  }
  return (
    <>
      <Button variant="default" onClick={() => void copy()}>
        {timeline.link}
      </Button>
      <span role="status" className={styles.said}>
        {announcement}
      </span>
    </>
  )
}

const isCount = ({ kind }: TimelineEvent) => kind === 'play'

type EventsProps = { entry: Entry; clock: (at: string) => string }

/**
 * Cabinet events between a step and the one listed above it, newest first by the time shown. What
 * happened inside a game is on its own page: here it would hide the steps.
 */
function CabinetEvents({ entry, clock }: EventsProps) {
  const cabinets = useTournamentCabinets()
  // Counts are left out first, so with one of them here, all the other events are here too.
  const leftOut = entry.moments.some(isCount) ? 0 : entry.leftOut
  const moments = entry.moments
    .filter((moment) => !isCount(moment))
    .toSorted((a, b) => b.at.localeCompare(a.at))
  if (moments.length === 0) return null
  const nameOf = (id: number) =>
    cabinets.find((cabinet) => cabinet.id === id)?.displayName ?? `${id}`
  return (
    <ul className={styles.moments} aria-label={timeline.moments}>
      {moments.map((moment) => (
        <li key={`${moment.cabinet} ${moment.kind} ${moment.at} ${moment.game}`}>
          <time dateTime={moment.at}>{clock(moment.at)}</time>
          <span>
            {nameOf(moment.cabinet)}: {timelineWords(moment)}
            {moment.takenAt && clocksDiffer(moment.takenAt, moment.at) && (
              <small> {timeline.arrived(clock(moment.takenAt))}</small>
            )}
          </span>
          {moment.game !== null && moment.kind === 'gamestart' && (
            <a
              className={styles.replay}
              href={`/game/${moment.game}`}
              aria-label={timeline.replayOf(nameOf(moment.cabinet), clock(moment.at))}
            >
              {timeline.replay}
            </a>
          )}
        </li>
      ))}
      {leftOut > 0 && <li className="dim">{timeline.leftOut(leftOut)}</li>}
    </ul>
  )
}
