import { ById, FromDevice } from './common.ts'
import { TournamentBody } from './bodies.ts'

export const practiceApi = {
  'POST /api/tournament/scene/:id/practice/': {
    params: ById,
    headers: FromDevice,
    response: { 201: TournamentBody },
  },
}
