import { Button } from '@mantine/core'
import { memo, useMemo } from 'react'
import type { CabinetBody } from '../../core/rest.ts'
import type { MatchRow } from '#events/schema/rows.ts'
import { notePlace, stop, start } from '../../core/presses/actions.ts'
import { useLiveSession, useLiveState } from '../../core/live/LiveTournament.tsx'
import type { Tables } from '../../core/live/rows.ts'
import {
  matchName,
  roundOf,
  versus,
  activeMatchOn,
  hasLeft,
  otherActiveMatchOn,
  matchTitle,
} from '../../core/live/select.ts'
import { startableMatches, linkTypeOf } from '../../core/live/select-for-officials.ts'
import { untilMatchChanges, untilAnyChanges } from '../../core/live/match-change.ts'
import type { CloseCondition } from '../../core/live/match-change.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useHeldValue } from '../../hooks/useHeldValue.ts'
import { useDoubleTapGuard } from '../../hooks/useDoubleTapGuard.ts'
import { useAutoClosingDialog } from '../../hooks/useAutoClosingDialog.ts'
import { officiate } from '../../core/text/officiate/first-screen.ts'
import { text } from '../../core/text/text.ts'
import { pressText, referee, ending } from '../../core/text/officiate/referee.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import styles from './MatchList.module.css'
import { busyTeamText } from './busy-team-text.ts'
import type { CabinetContext } from './busy-team-text.ts'
import type { LiveState } from '../../core/live/live-session.ts'
import { useEvent } from '../../hooks/useEvent.ts'

type Props = { cabinet: CabinetBody; active: MatchRow | undefined }

/** The matches that can be played, and `Inactive`. Choosing a match puts it on the cabinet. */
export function MatchList({ cabinet, active }: Props) {
  const rows = useLiveState((state) => state.live.rows)
  const isExternal = linkTypeOf(rows) === 'challonge'
  const isLost = useLiveState((state) => state.connection.health === 'lost')
  const assigned = useTournamentCabinets()
  const { reload } = useLiveSession()
  const starting = useStartMatch(cabinet)
  const { question } = starting
  const { shown: matches, hold } = useHeldValue(useMemo(() => startableMatches(rows), [rows]))
  return (
    <section className={styles.section} aria-label={referee.matches} onPointerDownCapture={hold}>
      <header className={styles.head}>
        <h2>{referee.matches}</h2>
        <Reload onPress={reload} />
      </header>
      <ul className={styles.list}>
        <Inactive cabinet={cabinet} match={active?.id} />
        {active && (
          <li>
            <div className={styles.card} data-chosen aria-current="true">
              <Words {...wordsOf(rows, active)} />
              <span className={styles.state}>{referee.here}</span>
            </div>
          </li>
        )}
        {matches.map((match) => (
          <MatchCard
            key={match.id}
            match={match}
            {...wordsOf(rows, match)}
            why={
              busyTeamText(rows, match, { cabinet: cabinet.id, assigned }) ??
              (isLost ? referee.needsLine : null)
            }
            onChoose={starting.choose}
          />
        ))}
      </ul>
      {question && (
        <Confirm
          title={referee.startAsk}
          reasons={question.reasons}
          yes={
            question.isTaken ? pressText.displace : pressText.start(matchName(rows, question.match))
          }
          isRisky={question.isTaken}
          onYes={() => starting.begin(question.match)}
          onClose={starting.close}
        />
      )}
      {matches.length === 0 && !active && (
        <p className="dim">{isExternal ? officiate.emptyOutside : referee.empty}</p>
      )}
    </section>
  )
}

const Reload = memo(function Reload({ onPress }: { onPress: () => void }) {
  return (
    <Button
      variant="subtle"
      className={styles.reload}
      leftSection={<Icon name="reload" />}
      onClick={onPress}
    >
      {referee.reload}
    </Button>
  )
})

type Words = { round: string; teams: string }
type CardProps = Words & {
  match: MatchRow
  /** why it cannot be played now; null: it can */
  why: string | null
  onChoose: (match: MatchRow) => void
}

/** Memoized: there may be many cards, and frames arrive several times a second. */
const MatchCard = memo(function MatchCard({ match, round, teams, why, onChoose }: CardProps) {
  const once = useDoubleTapGuard()
  return (
    <li>
      <button
        type="button"
        className={styles.card}
        disabled={why !== null}
        onClick={() => once(() => onChoose(match))}
      >
        <Words round={round} teams={teams} />
        {why && <span className={styles.state}>{why}</span>}
      </button>
    </li>
  )
})

function wordsOf(rows: Tables, match: MatchRow): Words {
  return {
    round: [text.match.short(match.matchNum), roundOf(rows, match)].filter(Boolean).join(' · '),
    teams: versus(rows, match),
  }
}

const Words = memo(function Words({ round, teams }: Words) {
  return (
    <>
      <span className="hint">{round}</span>
      <span className={styles.teams}>{teams}</span>
    </>
  )
})

type InactiveProps = {
  cabinet: CabinetBody
  /** the match on the cabinet */
  match: number | undefined
}

const Inactive = memo(function Inactive({ cabinet, match }: InactiveProps) {
  const { press, store, own } = useLiveSession()
  const dialog = useAutoClosingDialog<MatchRow>(notePlace.cabinet(cabinet.id))
  const isLost = useLiveState((state) => state.connection.health === 'lost')
  const isEmpty = match === undefined
  function ask(): void {
    const now = store.getState()
    const row = now.live.rows.match[match ?? 0]
    if (row) dialog.open(row, untilMatchChanges(now, row.id, { own, aspects: ['end', 'cabinet'] }))
  }
  const question = dialog.subject
  const name = useLiveState(({ live }) => question && matchName(live.rows, question)) ?? ''
  return (
    <li>
      <button
        type="button"
        className={styles.card}
        data-chosen={isEmpty || undefined}
        aria-current={isEmpty || undefined}
        disabled={isEmpty || isLost}
        onClick={ask}
      >
        <span className={styles.teams}>{referee.inactive}</span>
        <span className="hint">{referee.inactiveHint}</span>
      </button>
      {question && (
        <Confirm
          title={referee.pause}
          yes={pressText.paused(name)}
          onYes={() => press(stop(question, cabinet.id))}
          onClose={dialog.close}
        />
      )}
    </li>
  )
})

type Question = { match: MatchRow; reasons: string[]; isOffline: boolean; isTaken: boolean }

/** Puts a match on a cabinet; asks first if that pauses another one or if no game would count. */
function useStartMatch(cabinet: CabinetBody) {
  const { press, store, own } = useLiveSession()
  const assigned = useTournamentCabinets()
  const dialog = useAutoClosingDialog<Question>(notePlace.cabinet(cabinet.id))
  const question = dialog.subject
  const choose = useEvent((match: MatchRow) => {
    const now = store.getState()
    const { rows } = now.live
    const active = activeMatchOn(rows, cabinet.id)
    const isOffline = hasLeft(now.cabinets[cabinet.id])
    const other = otherActiveMatchOn(now, cabinet.id)
    const reasons = [
      ...(active && hasPoints(active) ? [referee.displaces(matchTitle(rows, active))] : []),
      ...(other ? [referee.stops(other.matchName, other.tournamentName)] : []),
      ...(isOffline ? [referee.startOffline(cabinet.displayName)] : []),
    ]
    if (reasons.length === 0) return void press(start(match, cabinet.id))
    const closeCondition = untilAnyChanges(
      untilMatchChanges(now, match.id, { own, aspects: ['end', 'cabinet', 'teams'] }),
      ...(active
        ? [untilMatchChanges(now, active.id, { own, aspects: ['end', 'cabinet', 'teams'] })]
        : []),
      cabinetStays(cabinet, active?.id),
      otherMatchStays(cabinet, other?.match),
      teamsStayFree(match, { cabinet: cabinet.id, assigned }),
    )
    const subject = { match, isOffline, isTaken: other !== undefined }
    dialog.open({ ...subject, reasons: [matchTitle(rows, match), ...reasons] }, closeCondition)
  })
  return {
    question,
    choose,
    begin: (match: MatchRow) => {
      const { isOffline: force = false, isTaken: displace = false } = question ?? {}
      press(start(match, cabinet.id, { force, displace }))
    },
    close: dialog.close,
  }
}

/** Pausing a match that has scores is probably a mistake. */
function hasPoints(match: MatchRow): boolean {
  return match.blueScore + match.goldScore > 0
}

/** Ends the question if another match is put on the cabinet. */
function cabinetStays(
  { id, displayName }: CabinetBody,
  active: number | undefined,
): CloseCondition {
  return (state) => {
    const now = activeMatchOn(state.live.rows, id)
    if (!now || now.id === active) return null
    return { reason: ending.other(matchName(state.live.rows, now), displayName) }
  }
}

/** Ends the question if the other tournament's match changes: consent covers only the one named. */
function otherMatchStays(
  { id, displayName }: CabinetBody,
  match: number | undefined,
): CloseCondition {
  return (state) =>
    otherActiveMatchOn(state, id)?.match === match ? null : { reason: ending.cabinet(displayName) }
}

function teamsStayFree(match: MatchRow, context: CabinetContext): CloseCondition {
  return ({ live }: LiveState) => {
    const why = busyTeamText(live.rows, live.rows.match[match.id] ?? match, context)
    return why === null ? null : { reason: ending.busy(matchName(live.rows, match), why) }
  }
}
