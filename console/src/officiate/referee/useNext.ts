import { useShallow } from 'zustand/react/shallow'
import type { CabinetBody } from '../../core/rest.ts'
import { placeOf } from '../../core/outbox/actions.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { isUnsent } from '../../core/outbox/pending-command.ts'
import type { Tables } from '../../core/live/rows.ts'
import { matchName, nextOn, teamName } from '../../core/live/select.ts'
import type { LiveState } from '../../core/live/session.ts'
import { useAway } from '../../ui/live/GameClock.tsx'
import { text } from '../../core/text/text.ts'
import { referee } from '../../core/text/referee.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import { busyName } from './busy-name.ts'
import type { CabinetContext } from './busy-name.ts'

type Next = { label: string; why: string | null }

/** The start of the next match in words, or why there is none (ux 4, ux 5). */
export function useNext(cabinet: CabinetBody): Next {
  const assigned = useTournamentCabinets()
  const place = placeOf.cabinet(cabinet.id)
  const isAsking = useLiveState(({ presses }) =>
    presses.some((p) => p.place === place && isUnsent(p)),
  )
  const away = useAway(cabinet.id)
  // In words: what changes elsewhere does not draw the bar anew.
  const next = useLiveState(
    useShallow((shown) => inWords(shown, { cabinet: cabinet.id, assigned })),
  )
  if (next.why !== null) return next
  // A cabinet that never had a client is scored by hand; one whose client left says since when.
  if (away !== null) return { ...next, why: text.cabinet.offlineFor(away) }
  return isAsking ? { ...next, why: referee.asking } : next
}

function inWords({ live: { rows }, link }: LiveState, where: CabinetContext): Next {
  const next = nextOn(rows, where.cabinet)
  if (next.state === 'blocked') {
    const short = next.match ? matchName(rows, next.match) : ''
    if (next.why === 'busy') return { label: referee.next.nothing, why: referee.next.busy(short) }
    if (next.why !== 'waits') return { label: referee.next.nothing, why: referee.next[next.why] }
    const reason = (next.match && busyName(rows, next.match, where)) ?? referee.next.unknownTeam
    return { label: referee.next.nothing, why: referee.next.waits(short, reason) }
  }
  const label = referee.next.start(matchName(rows, next.match), brief(rows, next.match))
  return { label, why: link.light === 'lost' ? referee.needsLine : null }
}

function brief(rows: Tables, match: { blueTeam: number | null; goldTeam: number | null }): string {
  return text.match.brief(teamName(rows, match.blueTeam), teamName(rows, match.goldTeam))
}
