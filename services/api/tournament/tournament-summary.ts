import type { FastifyRequest } from 'fastify'
import { totalPaid } from '../../money/index.ts'
import type { Store } from '../../store/index.ts'
import { authenticate, may } from '../../web/index.ts'
import { readTournament } from './tournament-rows.ts'

/** A tournament for whoever asks; what was paid is for its organisers alone (R-PE-1). */
export async function tournamentFor(store: Store, request: FastifyRequest, id: number) {
  const tournament = await readTournament(store, id)
  const person = await authenticate(store, request)
  if (!may(person, 'changeTournament', tournament.scene.id)) return tournament
  return { ...tournament, summary: { totalPaid: await totalPaid(store.db, id) } }
}
