import { ById, FromDevice } from '../http/common.ts'
import { TournamentBody } from '../http/bodies.ts'

export const practiceApi = {
  'POST /api/tournament/scene/:id/practice/': {
    params: ById,
    headers: FromDevice,
    response: { 201: TournamentBody },
  },
}
