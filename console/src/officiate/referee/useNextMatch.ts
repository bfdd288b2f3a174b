import { useShallow } from 'zustand/react/shallow'
import type { CabinetBody } from '../../core/rest.ts'
import { notePlace } from '../../core/outbox/actions.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { isUnsent } from '../../core/outbox/pending-command.ts'
import type { Tables } from '../../core/live/rows.ts'
import { matchName, nextOn, teamName } from '../../core/live/select.ts'
import type { LiveState } from '../../core/live/live-session.ts'
import { useAway } from '../../ui/live/GameClock.tsx'
import { text } from '../../core/text/text.ts'
import { referee } from '../../core/text/officiate/referee.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import { busyTeamText } from './busy-team-text.ts'
import type { CabinetContext } from './busy-team-text.ts'

type NextTexts = { label: string; why: string | null }

/** The label of the next match's start, and why it cannot start; null: it can (ux 4, ux 5). */
export function useNextMatch(cabinet: CabinetBody): NextTexts {
  const assigned = useTournamentCabinets()
  const place = notePlace.cabinet(cabinet.id)
  const isAsking = useLiveState(({ presses }) =>
    presses.some((p) => p.place === place && isUnsent(p)),
  )
  const away = useAway(cabinet.id)
  // Strings only, so that unrelated changes do not re-render the bar.
  const next = useLiveState(
    useShallow((state) => nextTexts(state, { cabinet: cabinet.id, assigned })),
  )
  if (next.why !== null) return next
  // A cabinet that never had a client is scored by hand; if its client left, the time is shown.
  if (away !== null) return { ...next, why: text.cabinet.offlineFor(away) }
  return isAsking ? { ...next, why: referee.asking } : next
}

function nextTexts({ live: { rows }, connection }: LiveState, context: CabinetContext): NextTexts {
  const next = nextOn(rows, context.cabinet)
  if (next.state === 'blocked') {
    const name = next.match ? matchName(rows, next.match) : ''
    if (next.why === 'taken') return { label: referee.next.nothing, why: referee.next.busy(name) }
    if (next.why !== 'waits') return { label: referee.next.nothing, why: referee.next[next.why] }
    const reason =
      (next.match && busyTeamText(rows, next.match, context)) ?? referee.next.unknownTeam
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
