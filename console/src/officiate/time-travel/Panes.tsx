import { useLoaderData } from '@tanstack/react-router'
import { memo, useCallback, useMemo, useState, createContext, use } from 'react'
import type { Tournament } from '#events/state/tournament.ts'
import { matchRow } from '#events/view/tournament-rows.ts'
import { useLiveSession, useLiveState } from '../../core/live/context.ts'
import type { Past, SignTarget } from '../../core/live/context.ts'
import type { LiveSession } from '../../core/live/live-session.ts'
import { clockOf } from '../../core/history/replay-clock.ts'
import type { CommitHistory } from '../../core/history/commit-history.ts'
import { readOnlySession } from '../../core/history/past-session.ts'
import { asItWas as words } from '../../core/text/officiate/time-travel.ts'
import { stagesOf } from '../../spectate/page/matches.ts'
import { TournamentPageContext } from '../../spectate/page/tournament-context.ts'
import type { PastView } from './view.ts'
import styles from './TimeTravel.module.css'
import { OfficialContext } from './official-rows.ts'
import { Pane } from './Pane.tsx'
import { PastScreen } from './Screens.tsx'
import type { ScreenView } from './Screens.tsx'
import { useDifferences } from './useDifferences.ts'
import type { PastState } from './usePastState.ts'
import type { Part, Difference } from '../../core/history/differences.ts'
import { Anchor } from '@mantine/core'
import forms from '../../ui/Form.module.css'

const maxInSummary = 3

/** The differences to the present: the first few in one line, all of them when expanded. */
const Changes = memo(function Changes({ changes, isStale, onMatch }: ChangesProps) {
  // There can be hundreds, so the list is rendered only when it is open.
  const [isOpen, setOpen] = useState(false)
  if (changes.length === 0) {
    return (
      <p className={styles.changes} aria-busy={isStale}>
        {isStale ? words.comparing : words.nothing}
      </p>
    )
  }
  const first = changes.slice(0, maxInSummary).map(changeText)
  const moreCount = changes.length - first.length
  return (
    <details
      className={styles.changes}
      aria-busy={isStale}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <strong>{words.changes(changes.length)}</strong>: {first.join('; ')}
        {moreCount > 0 && <> {words.more(moreCount)}</>}
      </summary>
      {isOpen && (
        <ul aria-label={words.changes(changes.length)}>
          {changes.map((change) => (
            <li key={change.key}>
              <Name change={change} onMatch={onMatch} />: {partsText(change)}
            </li>
          ))}
        </ul>
      )}
    </details>
  )
})

type Props = {
  pastState: PastState
  session: LiveSession
  commitHistory: CommitHistory
  zone: string
  view: ScreenView
  onGo: (to: Partial<PastView>) => void
}
type Side = 'then' | 'now'

const present: Past = { at: null, Sign: SignNow }

/** The past and the present side by side, or one of them on narrow screens. */
export const Panes = memo(function Panes({
  pastState,
  session,
  commitHistory,
  zone,
  view,
  onGo,
}: Props) {
  const { moment, rows, state } = pastState
  const { screen, match } = view
  const admin = useLoaderData({ from: '/tournament/$id/admin' })
  const live = useLiveSession()
  const presentSession = useMemo(() => readOnlySession(live), [live])
  const now = useLiveState((shown) => shown.live.rows)
  const version = useLiveState((shown) => shown.live.version)
  const [side, setSide] = useState<Side>('then')
  const { changes, isStale, partsOf } = useDifferences(rows, now)
  const past = useMemo<Past>(() => ({ at: moment.at, Sign: SignThen }), [moment.at])
  const officialThen = useOfficialRow(state)
  const officialNow = useOfficialRow(
    useMemo(() => commitHistory.at(version), [commitHistory, version]),
  )
  const stage = view.stage ?? stageBeingPlayed(rows.bracket)
  const screenView = useMemo(() => ({ screen, match, stage }), [screen, match, stage])
  const open = useCallback((id: number) => onGo({ screen: 'match', match: id }), [onGo])
  return (
    <TournamentPageContext value={admin}>
      <Changes changes={changes} isStale={isStale} onMatch={open} />
      <SideToggle side={side} onChange={setSide} />
      <DifferencesContext value={partsOf}>
        <div className={styles.panes} data-shown={side}>
          <OfficialContext value={officialThen}>
            <Pane
              side="then"
              title={words.thenAt(clockOf(zone, moment.at), moment.version)}
              {...{ screen, session, past, onGo }}
            >
              <PastScreen view={screenView} />
            </Pane>
          </OfficialContext>
          <OfficialContext value={officialNow}>
            <Pane
              side="now"
              title={words.now}
              session={presentSession}
              past={present}
              {...{ screen, onGo }}
            >
              <PastScreen view={screenView} />
            </Pane>
          </OfficialContext>
        </div>
      </DifferencesContext>
    </TournamentPageContext>
  )
})

function SideToggle({ side, onChange }: { side: Side; onChange: (side: Side) => void }) {
  return (
    <div className={styles.toggle} role="group" aria-label={words.show}>
      {(['then', 'now'] as const).map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={side === option}
          onClick={() => onChange(option)}
        >
          {option === 'then' ? words.past : words.now}
        </button>
      ))}
    </div>
  )
}

/** The stage that was being played at the time. Both panes show it. */
function stageBeingPlayed(bracket: Parameters<typeof stagesOf>[0]['bracket']): number | null {
  const all = stagesOf({ bracket })
  const playing = all.find(({ isCreated, isComplete }) => isCreated && !isComplete)
  return (playing ?? all.at(-1))?.id ?? null
}

function useOfficialRow(state: Tournament) {
  return useCallback(
    (id: number) => {
      const match = state.matches[id]
      return match ? matchRow(state, match) : null
    },
    [state],
  )
}

type PartsOf = (target: SignTarget) => readonly Part[]
const DifferencesContext = createContext<PartsOf>(() => [])

/** Marks a changed item in the past pane with its present value. */
function SignThen(target: SignTarget) {
  const parts = use(DifferencesContext)(target)
  return (
    <Sign label={words.signThen(joined(parts.map(({ is }) => is)))} isShown={parts.length > 0} />
  )
}

/** Marks a changed item in the present pane with its past value. */
function SignNow(target: SignTarget) {
  const parts = use(DifferencesContext)(target)
  return (
    <Sign label={words.signNow(joined(parts.map(({ was }) => was)))} isShown={parts.length > 0} />
  )
}

function joined(all: string[]): string {
  return all.join('; ')
}

function Sign({ label, isShown }: { label: string; isShown: boolean }) {
  if (!isShown) return null
  return (
    <span className={styles.sign} title={label}>
      <span aria-hidden="true">≠</span> {label}
    </span>
  )
}

type ChangesProps = {
  changes: readonly Difference[]
  isStale: boolean
  onMatch: (match: number) => void
}

function Name({
  change: { name, match },
  onMatch,
}: Pick<ChangesProps, 'onMatch'> & { change: Difference }) {
  if (match === undefined) return <strong>{name}</strong>
  return (
    <Anchor
      component="button"
      type="button"
      fw={700}
      className={forms.link}
      onClick={() => onMatch(match)}
    >
      {name}
    </Anchor>
  )
}

function changeText(change: Difference): string {
  return words.change(change.name, partsText(change))
}

function partsText({ parts }: Difference): string {
  return parts.map(({ was, is }) => words.part(was, is)).join('; ')
}
