import { ById } from './common.ts'
import { TournamentBody } from './bodies.ts'

export const practiceApi = {
  'POST /api/tournament/scene/:id/practice/': { params: ById, response: { 201: TournamentBody } },
}
