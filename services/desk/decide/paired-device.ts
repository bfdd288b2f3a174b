import { cabinetName } from '../../../events/describe/names.ts'
import { matchLabelIn } from '../../../events/bracket/bracket.ts'
import type { Event } from '../../../events/schema/event.ts'
import type { Tournament } from '../../../events/state/tournament.ts'
import { refuse } from './decision.ts'
import type { Refusal } from './decision.ts'
import type { CabinetId } from '../../../events/ids.ts'

/** A tablet that is paired with a cabinet may archive only matches played there (R-PE-4). */
export function playedElsewhereRefusal(
  t: Tournament,
  events: Event[],
  cabinet: CabinetId | undefined,
): Refusal | null {
  if (cabinet === undefined) return null
  const archived = events.flatMap((event) =>
    event.type === 'MatchVoided' ? (t.matches[event.match] ?? []) : [],
  )
  const elsewhere = archived.flatMap((match) => {
    const playedOn = match.cabinet ?? match.startedOn.at(-1) ?? cabinet
    return playedOn === cabinet
      ? []
      : `${matchLabelIn(t, match)} was played on ${cabinetName(t, playedOn)}.`
  })
  if (elsewhere.length === 0) return null
  const detail = `${elsewhere.join(' ')} Correct this on a device that is not paired.`
  return { ...refuse('OTHER_CABINET', detail), status: 403 }
}
