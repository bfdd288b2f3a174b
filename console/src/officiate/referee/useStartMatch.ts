import type { MatchRow } from '#events/schema/rows.ts'
import type { CabinetBody } from '../../core/rest.ts'
import { notePlace, start } from '../../core/outbox/actions.ts'
import { useLiveSession } from '../../core/live/LiveTournament.tsx'
import { untilAnyChanges, untilMatchChanges } from '../../core/live/match-change.ts'
import type { CloseCondition } from '../../core/live/match-change.ts'
import {
  activeMatchOn,
  hasLeft,
  otherActiveMatchOn,
  matchName,
  matchTitle,
} from '../../core/live/select.ts'
import type { LiveState } from '../../core/live/live-session.ts'
import { useEvent } from '../../hooks/useEvent.ts'
import { useAutoClosingDialog } from '../../hooks/useAutoClosingDialog.ts'
import { ending, referee as words } from '../../core/text/officiate/referee.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import { busyTeamText } from './busy-team-text.ts'
import type { CabinetContext } from './busy-team-text.ts'

type Question = { match: MatchRow; reasons: string[]; isOffline: boolean; isTaken: boolean }

/** Puts a match on a cabinet; asks first if that pauses another one or if no game would count. */
export function useStartMatch(cabinet: CabinetBody) {
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
      ...(active && hasPoints(active) ? [words.displaces(matchTitle(rows, active))] : []),
      ...(other ? [words.stops(other.matchName, other.tournamentName)] : []),
      ...(isOffline ? [words.startOffline(cabinet.displayName)] : []),
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
