import { ofMatch } from '../../../events/view/overlay.ts'
import type { OverlayPart, OverlayState } from '../../../events/view/overlay.ts'
import type { MatchId, TournamentId } from '../../../events/ids.ts'
import { cabinetStates } from '../../queries/cabinet-matches.ts'
import type { Store } from '../../store/index.ts'
import { wrongFields } from '../../web/index.ts'

type Wanted = Pick<OverlayState, 'tournament' | 'cabinet'> & {
  part: OverlayPart
  wanted: MatchId | undefined
}

/** The match that a part is to stay at: the one named, or the one it shows now. */
export async function matchToHold(store: Store, { part, wanted, ...of }: Wanted): Promise<MatchId> {
  if (!ofMatch.has(part)) throw wrongFields({ part: ['This part is not about a match'] })
  if (wanted !== undefined) {
    if (await isOf(store, of.tournament, wanted)) return wanted
    throw wrongFields({ match: ['There is no such match in this tournament'] })
  }
  const states = await cabinetStates(store, [of.cabinet])
  const { currentMatch, onDeck } = states.get(of.cabinet) ?? { currentMatch: null, onDeck: null }
  const shown = {
    next: async () => onDeck?.id,
    result: () => lastOn(store, of),
    now: async () => currentMatch?.id ?? lastOn(store, of),
  }[part === 'next' || part === 'result' ? part : 'now']
  const id = await shown()
  // Another tournament may be played on the cabinet.
  if (id !== undefined && (await isOf(store, of.tournament, id))) return id
  throw wrongFields({ match: ['There is no match to hold it at'] })
}

async function isOf({ db }: Store, tournament: TournamentId, match: MatchId): Promise<boolean> {
  const found = db.selectFrom('view.match').select('id').where('id', '=', match)
  return (await found.where('tournament', '=', tournament).executeTakeFirst()) !== undefined
}

/** Of what was played there, the one decided last. */
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
