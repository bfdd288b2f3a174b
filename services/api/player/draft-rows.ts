import type { z } from 'zod'
import type { Store } from '../../store/index.ts'
import { notFound } from '../../web/index.ts'
import { sceneOfTournament } from '../http/scope.ts'
import type { DraftBody } from '../schema/player/team.ts'
import type { TournamentId } from '../../../events/ids.ts'

/** The body before a draft exists: no teams, in serpentine order. */
const noDraft = {
  draftOrder: 'serpentine' as const,
  teams: [],
  currentIdx: 0,
  selectedRound: 0,
  lastRound: 4,
  picks: [],
  pickSeconds: null,
  dueAt: null,
  createdTeams: null,
  version: null,
}

export async function draftOf(
  { db }: Store,
  tournament: TournamentId,
): Promise<z.infer<typeof DraftBody>> {
  const draft = await db
    .selectFrom('view.draft')
    .selectAll()
    .where('tournament', '=', tournament)
    .executeTakeFirst()
  if (draft) return draft
  if ((await sceneOfTournament(db, tournament)) === null) throw notFound()
  return { tournament, ...noDraft }
}

export async function playerName({ db }: Store, id: number): Promise<string | null> {
  const row = await db
    .selectFrom('kept.player')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.name ?? null
}
