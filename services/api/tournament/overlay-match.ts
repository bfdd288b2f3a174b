import { matchParts } from '../../../events/view/overlay.ts'
import type { OverlayPart, OverlayState } from '../../../events/view/overlay.ts'
import type { MatchId, TournamentId } from '../../../events/ids.ts'
import { cabinetStates } from '../../queries/index.ts'
import type { Store } from '../../store/index.ts'
import { wrongFields } from '../../web/index.ts'

type HoldRequest = Pick<OverlayState, 'tournament' | 'cabinet'> & {
  part: OverlayPart
  requested: MatchId | undefined
}

/** The match at which a part is held: the requested one, or the one it shows now. */
export async function matchToHold(
  store: Store,
  { part, requested, ...of }: HoldRequest,
): Promise<MatchId> {
  if (!matchParts.has(part)) throw wrongFields({ part: ['This part is not about a match'] })
  if (requested !== undefined) {
    if (await isInTournament(store, of.tournament, requested)) return requested
    throw wrongFields({ match: ['There is no such match in this tournament'] })
  }
  const states = await cabinetStates(store, [of.cabinet])
  const { currentMatch, onDeck } = states.get(of.cabinet) ?? { currentMatch: null, onDeck: null }
  const currentMatchId = {
    next: async () => onDeck?.id,
    result: () => lastOn(store, of),
    now: async () => currentMatch?.id ?? lastOn(store, of),
  }[part === 'next' || part === 'result' ? part : 'now']
  const id = await currentMatchId()
  // The cabinet may be playing a match of another tournament.
  if (id !== undefined && (await isInTournament(store, of.tournament, id))) return id
  throw wrongFields({ match: ['There is no match to hold this part at'] })
}

async function isInTournament(
  { db }: Store,
  tournament: TournamentId,
  match: MatchId,
): Promise<boolean> {
  const matches = db.selectFrom('view.match').select('id').where('id', '=', match)
  return (await matches.where('tournament', '=', tournament).executeTakeFirst()) !== undefined
}

/** The last completed match of the tournament on the cabinet. */
async function lastOn({ db }: Store, of: Pick<OverlayState, 'tournament' | 'cabinet'>) {
  const row = await db
    .selectFrom('view.match')
    .innerJoin('view.played', 'view.played.match', 'view.match.id')
    .select('view.match.id')
    .where('view.match.tournament', '=', of.tournament)
    .where('view.played.cabinet', '=', of.cabinet)
    .where('view.match.isComplete', '=', true)
    .orderBy('view.match.completedAt', 'desc')
    .executeTakeFirst()
  return row?.id
}
