import { named } from '../../../events/bracket/bracket.ts'
import type { Event } from '../../../events/schema/event.ts'
import type { Tournament } from '../../../events/state/tournament.ts'
import { refuse } from './decision.ts'
import type { Refusal } from './decision.ts'
import { nameOf } from './lookups.ts'
import type { CabinetId } from '../../../events/ids.ts'

/**
 * A tablet that is paired with a cabinet archives what was played there, and nothing else (R-PE-4).
 */
export function playedElsewhere(
  t: Tournament,
  events: Event[],
  cabinet: CabinetId | undefined,
): Refusal | null {
  if (cabinet === undefined) return null
  const archived = events.flatMap((event) =>
    event.type === 'MatchVoided' ? (t.matches[event.match] ?? []) : [],
  )
  const there = archived.flatMap((match) => {
    const place = match.cabinet ?? match.startedOn.at(-1) ?? cabinet
    return place === cabinet ? [] : `${named(t, match)} was played on ${nameOf(t, place)}.`
  })
  if (there.length === 0) return null
  const detail = `${there.join(' ')} Correct this on a device that is not paired.`
  return { ...refuse('OTHER_CABINET', detail), status: 403 }
}
