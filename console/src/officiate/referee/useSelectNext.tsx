import type { ReactNode } from 'react'
import type { ActiveMatch } from '#events/view/frames.ts'
import type { CabinetBody } from '../../core/rest.ts'
import { notePlace, selectNext } from '../../core/presses/actions.ts'
import { useLiveSession, useLiveState } from '../../core/live/LiveTournament.tsx'
import { otherActiveMatchOn, nextOn, matchName, teamName } from '../../core/live/select.ts'
import type { LiveState } from '../../core/live/live-session.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { useEvent } from '../../hooks/useEvent.ts'
import { useAutoClosingDialog } from '../../hooks/useAutoClosingDialog.ts'
import { ending, referee as words, referee, pressText } from '../../core/text/officiate/referee.ts'
import { useShallow } from 'zustand/react/shallow'
import { isUnsent } from '../../core/presses/pending-command.ts'
import type { Tables } from '../../core/live/rows.ts'
import { useAway } from '../../ui/live/GameClock.tsx'
import { text } from '../../core/text/text.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import { busyTeamText } from './busy-team-text.ts'

/** Starts the next match; asks for confirmation if that stops a match of another tournament. */
export function useSelectNext(cabinet: CabinetBody) {
  const { press, store } = useLiveSession()
  const next = useNextMatch(cabinet)
  const dialog = useAutoClosingDialog<{ label: string; other: ActiveMatch }>(
    notePlace.cabinet(cabinet.id),
  )
  const begin = useEvent(() => {
    const other = otherActiveMatchOn(store.getState(), cabinet.id)
    if (!other) return void press(selectNext(cabinet))
    const before = choiceOf(store.getState(), cabinet.id)
    dialog.open({ label: next.label, other }, (state) =>
      choiceOf(state, cabinet.id) === before
        ? null
        : { reason: ending.cabinet(cabinet.displayName) },
    )
  })
  const question = dialog.subject
  const confirmDialog: ReactNode = question && (
    <Confirm
      title={words.startAsk}
      reasons={[
        question.label,
        words.stops(question.other.matchName, question.other.tournamentName),
      ]}
      yes={pressText.displace}
      isRisky
      onYes={() => press(selectNext(cabinet, true))}
      onClose={dialog.close}
    />
  )
  return { ...next, begin, confirmDialog }
}

/** Identifies the match that would be started and the one that would be stopped. */
function choiceOf(state: LiveState, cabinet: number): string {
  return `${nextOn(state.live.rows, cabinet).match?.id} ${otherActiveMatchOn(state, cabinet)?.match}`
}

type NextTexts = { label: string; why: string | null }

/** The label of the next match's start, and why it cannot start; null: it can (ux 4, ux 5). */
function useNextMatch(cabinet: CabinetBody): NextTexts {
  const assigned = useTournamentCabinets()
  const place = notePlace.cabinet(cabinet.id)
  const isAsking = useLiveState(({ presses }) =>
    presses.some((p) => p.place === place && isUnsent(p)),
  )
  const away = useAway(cabinet.id)
  // Strings only, so that unrelated changes do not re-render the bar.
  const next = useLiveState(useShallow((state) => nextTexts(state, cabinet, assigned)))
  if (next.why !== null) return next
  // A cabinet that never had a client is scored by hand; if its client left, the time is shown.
  if (away !== null) return { ...next, why: text.cabinet.offlineFor(away) }
  return isAsking ? { ...next, why: referee.asking } : next
}

function nextTexts(
  { live: { rows }, connection }: LiveState,
  { id, displayName }: CabinetBody,
  assigned: CabinetBody[],
): NextTexts {
  const next = nextOn(rows, id)
  if (next.state === 'blocked') {
    const name = next.match ? matchName(rows, next.match) : ''
    if (next.why === 'taken')
      return { label: referee.next.nothing, why: referee.next.busy(name, displayName) }
    if (next.why !== 'waits') return { label: referee.next.nothing, why: referee.next[next.why] }
    const reason =
      (next.match && busyTeamText(rows, next.match, { cabinet: id, assigned })) ??
      referee.next.unknownTeam
    return { label: referee.next.nothing, why: referee.next.waits(name, reason) }
  }
  const label = referee.next.start(matchName(rows, next.match), teamsText(rows, next.match))
  return { label, why: connection.health === 'lost' ? referee.needsLine : null }
}

function teamsText(
  rows: Tables,
  match: { blueTeam: number | null; goldTeam: number | null },
): string {
  return text.match.brief(teamName(rows, match.blueTeam), teamName(rows, match.goldTeam))
}
