import '@mantine/core/styles/Input.layer.css'
import { Button, Group, Stack } from '@mantine/core'
import { useLoaderData, useLocation, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLiveState } from '../../core/live/context.ts'
import forms from '../../ui/Form.module.css'
import { useZone } from '../../hooks/useZone.ts'
import { momentOf, clockOf, localIn } from '../../core/history/replay-clock.ts'
import type { Moment } from '../../core/history/replay-clock.ts'
import type { CommitHistory } from '../../core/history/commit-history.ts'
import { asItWas as words } from '../../core/text/officiate/time-travel.ts'
import { text } from '../../core/text/text.ts'
import { Waiting } from '../../ui/Layout.tsx'
import { pathOf, screens, viewFromPath } from './view.ts'
import type { PastView } from './view.ts'
import styles from './TimeTravel.module.css'
import { GoTo } from './GoTo.tsx'
import { Panes } from './Panes.tsx'
import { Scrubber } from './Scrubber.tsx'
import { useCommitHistory } from './useCommitHistory.ts'
import { usePastState } from './usePastState.ts'
import { PageTitle } from '../../ui/page/PageTitle.tsx'
import type { TimelineStep } from '../../core/history/step.ts'
import { AdminLink } from '../../ui/AdminLink.tsx'
import { longDay } from '../../spectate/page/times.ts'

const debounceMs = 400

/** `as-it-was/123/results?match=12` shows any screen at a past step of the log, read-only. */
export default function TimeTravel() {
  const [retryCount, setRetryCount] = useState(0)
  return <HistoryScreen key={retryCount} onRetry={() => setRetryCount(retryCount + 1)} />
}

function HistoryScreen({ onRetry }: { onRetry: () => void }) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const { commitHistory, length, isLoaded, hasFailed } = useCommitHistory(tournament.id)
  const total = useLiveState((shown) => shown.live.version)
  const isEmpty = isLoaded && length === 0
  return (
    <Stack gap="lg">
      <PageTitle lead={words.lead}>{words.title}</PageTitle>
      {hasFailed && (
        <Group gap="sm" role="alert">
          <p className={forms.lead}>{words.failed}</p>
          <Button variant="default" onClick={onRetry}>
            {text.retry}
          </Button>
        </Group>
      )}
      {!isLoaded && !hasFailed && (
        <div role="status">
          <Waiting />
          <p className="dim">{words.loading(length, total)}</p>
        </div>
      )}
      {isEmpty && <p className={forms.lead}>{words.none}</p>}
      {isLoaded && length > 0 && <LoadedHistory commitHistory={commitHistory} length={length} />}
    </Stack>
  )
}

type LoadedProps = { commitHistory: CommitHistory; length: number }

function LoadedHistory({ commitHistory, length }: LoadedProps) {
  const zone = useZone()
  const { steps } = commitHistory
  // The log grows while the page is open. `latest` stays the latest step at the time of opening.
  const [latest] = useState(length)
  const { view, go } = useViewInUrl(latest)
  const version = view.version ?? latest
  const [moment, setMoment] = useState<Moment>(() => momentOf(steps, version))
  // A time between two steps is kept, unless the URL names another step.
  const shownMoment = moment.version === version ? moment : momentOf(steps, version)
  const { session, pastState } = usePastState(commitHistory, useStableMoment(shownMoment))
  const followedNum = useLiveState(({ live }) => {
    return view.match === null ? undefined : live.rows.match[view.match]?.matchNum
  })
  const follow = useCallback((to: number | null) => go({ match: to }), [go])
  const move = (to: Moment) => {
    setMoment(to)
    go({ version: to.version })
  }
  const { screen, match, stage } = view
  // Memoised, so that the screens are not rendered while the handle moves.
  const screenView = useMemo(() => ({ screen, match, stage }), [screen, match, stage])
  return (
    <>
      <Group gap="xl" align="flex-start" justify="space-between">
        <CommitSentence
          moment={shownMoment}
          sentence={pastState?.sentence ?? ''}
          zone={zone}
          steps={steps}
          match={view.match}
        />
        <GoTo {...{ steps, zone, match }} moment={shownMoment} onMove={move} onMatch={follow} />
      </Group>
      <Scrubber
        {...{ steps, length, zone }}
        moment={shownMoment}
        followed={
          match !== null && followedNum !== undefined ? { id: match, num: followedNum } : null
        }
        onMove={move}
      />
      <ScreenChoice view={view} onGo={go} />
      {pastState && (
        <Panes {...{ pastState, session, commitHistory, zone }} view={screenView} onGo={go} />
      )}
    </>
  )
}

function ScreenChoice({ view, onGo }: { view: PastView; onGo: (to: Partial<PastView>) => void }) {
  return (
    <Group component="nav" gap="xl" aria-label={words.screens}>
      {(['officials', 'everyone'] as const).map((audience) => (
        <Group
          key={audience}
          gap="xs"
          className={styles.group}
          role="group"
          aria-label={words[audience]}
        >
          <span aria-hidden="true" className="hint">
            {words[audience]}
          </span>
          {screens[audience].map((screen) => (
            <button
              key={screen}
              type="button"
              aria-current={view.screen === screen ? 'page' : undefined}
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

/** Keeps the object identity while the moment is equal, because effects depend on it. */
function useStableMoment({ version, at }: Moment): Moment {
  const [current, setCurrent] = useState({ version, at })
  if (current.version === version && current.at === at) return current
  const next = { version, at }
  setCurrent(next)
  return next
}

/**
 * The view named by the URL. The URL is updated after a delay, because every navigation loads the
 * tournament again.
 */
function useViewInUrl(latest: number) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const { history } = useRouter()
  const { search, pathname, href } = useLocation()
  const viewInUrl = () => viewFromPath(pathname.split('/as-it-was/')[1]?.split('/') ?? [], search)
  const [view, setView] = useState(viewInUrl)
  const [lastHref, setLastHref] = useState(href)
  const [writtenHref, setWrittenHref] = useState(href)
  const path = pathOf(tournament.id, view)
  // Somebody else navigated, such as the browser's back button.
  if (lastHref !== href) {
    setLastHref(href)
    if (href !== writtenHref && pathname.includes('/as-it-was')) setView(viewInUrl())
  }
  useEffect(() => {
    if (path === writtenHref || view.version === null) return
    const timer = setTimeout(() => {
      setWrittenHref(path)
      history.replace(path)
    }, debounceMs)
    return () => clearTimeout(timer)
  }, [history, path, writtenHref, view.version])
  const go = useCallback(
    (to: Partial<PastView>) =>
      setView((before) => ({ ...before, version: before.version ?? latest, ...to })),
    [latest],
  )
  return { view, go }
}

type Props = {
  moment: Moment
  sentence: string
  zone: string
  steps: readonly TimelineStep[]
  match: number | null
}

/** The time in large digits, and the last commit before it with its author. */
function CommitSentence({ moment: { version, at }, sentence, zone, steps, match }: Props) {
  const local = localIn(zone, at).slice(0, 10)
  const day = useMemo(() => longDay(local), [local])
  const line = steps[version - 1]?.line
  return (
    <Stack gap={0} flex="1 1 20rem" miw={0}>
      <Group component="p" gap="sm" align="baseline">
        <strong className={styles.clock}>{clockOf(zone, at)}</strong>{' '}
        <span className="dim">{words.step(version)}</span>{' '}
        <AdminLink
          to="timeline"
          search={match === null ? undefined : { match }}
          hash={`v${version}`}
          className={forms.link}
        >
          {words.timeline}
        </AdminLink>{' '}
        <AdminLink to="plan-the-day" search={{ step: version }} className={forms.link}>
          {words.whatIf}
        </AdminLink>
      </Group>
      <p className="hint">
        {day} · {words.zone(zone)}
      </p>
      <p className={styles.sentence}>
        {sentence}
        {line && (
          <small className="dim">
            {' '}
            {words.by[line.by]}
            {line.by !== 'service' && line.device !== null && words.from(line.device)}
          </small>
        )}
      </p>
    </Stack>
  )
}
