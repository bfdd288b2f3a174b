import '@mantine/core/styles/Input.layer.css'
import { Button, Group, Stack } from '@mantine/core'
import { useLoaderData, useLocation, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLiveState } from '../../core/live/context.ts'
import forms from '../../ui/Form.module.css'
import { useZone } from '../../hooks/useZone.ts'
import { positionOf } from '../../core/history/replay-clock.ts'
import type { ReplayPosition } from '../../core/history/replay-clock.ts'
import type { CommitHistory } from '../../core/history/commit-history.ts'
import { asItWas as words } from '../../core/text/time-travel.ts'
import { text } from '../../core/text/text.ts'
import { Waiting } from '../../ui/Frame.tsx'
import { pathOf, placeIn, screens } from './address.ts'
import type { Place } from './address.ts'
import styles from './TimeTravel.module.css'
import { GoTo } from './GoTo.tsx'
import { Panes } from './Panes.tsx'
import { Scrubber } from './Scrubber.tsx'
import { CommitSentence } from './CommitSentence.tsx'
import { useCommitHistory } from './useCommitHistory.ts'
import { usePastState } from './usePastState.ts'
import { PageTitle } from '../../ui/page/PageTitle.tsx'

const restMs = 400

/** `as-it-was/123/results?match=12`: every screen as it was at a step of the log, read-only. */
export default function TimeTravel() {
  const [tries, setTries] = useState(0)
  return <WholeEvening key={tries} again={() => setTries(tries + 1)} />
}

function WholeEvening({ again }: { again: () => void }) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const { evening, length, isWhole, hasFailed } = useCommitHistory(tournament.id)
  const total = useLiveState((shown) => shown.live.version)
  const isEmpty = isWhole && length === 0
  return (
    <Stack gap="lg">
      <PageTitle lead={words.lead}>{words.title}</PageTitle>
      {hasFailed && (
        <Group gap="sm" role="alert">
          <p className={forms.lead}>{words.failed}</p>
          <Button variant="default" onClick={again}>
            {text.retry}
          </Button>
        </Group>
      )}
      {!isWhole && !hasFailed && (
        <div role="status">
          <Waiting />
          <p className="dim">{words.loading(length, total)}</p>
        </div>
      )}
      {isEmpty && <p className={forms.lead}>{words.none}</p>}
      {isWhole && length > 0 && <LoadedEvening evening={evening} length={length} />}
    </Stack>
  )
}

type LoadedProps = { evening: CommitHistory; length: number }

function LoadedEvening({ evening, length }: LoadedProps) {
  const zone = useZone()
  const { steps } = evening
  // The evening goes on behind the handle: the latest step is the one that was it at first.
  const [latest] = useState(length)
  const { place, go } = usePlaceHere(latest)
  const version = place.version ?? latest
  const [moment, setMoment] = useState<ReplayPosition>(() => positionOf(steps, version))
  // A second between two steps stays; an address that names another step wins.
  const shown = moment.version === version ? moment : positionOf(steps, version)
  const { session, seen } = usePastState(evening, useSame(shown))
  const followed = useLiveState(({ live }) => {
    return place.match === null ? undefined : live.rows.match[place.match]?.matchNum
  })
  const follow = useCallback((to: number | null) => go({ match: to }), [go])
  const move = (to: ReplayPosition) => {
    setMoment(to)
    go({ version: to.version })
  }
  const { screen, match, stage } = place
  // While the handle moves the screens wait for what they show: nothing else draws them.
  const shows = useMemo(() => ({ screen, match, stage }), [screen, match, stage])
  return (
    <>
      <Group gap="xl" align="flex-start" justify="space-between">
        <CommitSentence
          moment={shown}
          sentence={seen?.sentence ?? ''}
          zone={zone}
          steps={steps}
          match={place.match}
        />
        <GoTo {...{ steps, zone, match }} moment={shown} onMove={move} onMatch={follow} />
      </Group>
      <Scrubber
        {...{ steps, length, zone }}
        moment={shown}
        followed={match !== null && followed !== undefined ? { id: match, num: followed } : null}
        onMove={move}
      />
      <Choice place={place} onGo={go} />
      {seen && <Panes {...{ seen, session, evening, zone }} place={shows} onGo={go} />}
    </>
  )
}

function Choice({ place, onGo }: { place: Place; onGo: (to: Partial<Place>) => void }) {
  return (
    <Group component="nav" gap="xl" aria-label={words.screens}>
      {(['officials', 'everyone'] as const).map((who) => (
        <Group key={who} gap="xs" className={styles.group} role="group" aria-label={words[who]}>
          <span aria-hidden="true" className="hint">
            {words[who]}
          </span>
          {screens[who].map((screen) => (
            <button
              key={screen}
              type="button"
              aria-current={place.screen === screen ? 'page' : undefined}
              onClick={() => onGo({ screen })}
            >
              {words.screen[screen]}
            </button>
          ))}
        </Group>
      ))}
    </Group>
  )
}

/** The same object while it says the same: it is what the folding waits for. */
function useSame({ version, at }: ReplayPosition): ReplayPosition {
  const [same, setSame] = useState({ version, at })
  if (same.version === version && same.at === at) return same
  const next = { version, at }
  setSame(next)
  return next
}

/**
 * What the address names. It is written once the handle rests: every address that is gone to reads
 * the tournament anew.
 */
function usePlaceHere(latest: number) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const { history } = useRouter()
  const { search, pathname, href } = useLocation()
  const named = () => placeIn(pathname.split('/as-it-was/')[1]?.split('/') ?? [], search)
  const [place, setPlace] = useState(named)
  const [read, setRead] = useState(href)
  const [written, setWritten] = useState(href)
  const path = pathOf(tournament.id, place)
  // An address that somebody else has gone to.
  if (read !== href) {
    setRead(href)
    if (href !== written && pathname.includes('/as-it-was')) setPlace(named())
  }
  useEffect(() => {
    if (path === written || place.version === null) return
    const timer = setTimeout(() => {
      setWritten(path)
      history.replace(path)
    }, restMs)
    return () => clearTimeout(timer)
  }, [history, path, written, place.version])
  const go = useCallback(
    (to: Partial<Place>) =>
      setPlace((before) => ({ ...before, version: before.version ?? latest, ...to })),
    [latest],
  )
  return { place, go }
}
