import { rest } from '../../core/rest.ts'
import type { Answer, BodyOf } from '../../core/rest.ts'

/** A protest as officials see it. */
export type ProtestBody = Answer<'/api/tournament/protest/:id/'>
export type RulingDecision = NonNullable<ProtestBody['decision']>
export type RulingPreviewBody = Answer<'/api/tournament/protest/:id/preview/'>
export type MatchBefore = RulingPreviewBody['changes'][number]['before']

/** A ruling as entered in the form. */
export type RulingRequest = Pick<
  BodyOf<'PUT /api/tournament/protest/:id/rule/'>,
  'ruling' | 'scores' | 'forfeitBy'
>

/** The address that previews the effects of a ruling. */
export function previewPath(id: number, { ruling, scores, forfeitBy }: RulingRequest) {
  return rest.get('/api/tournament/protest/:id/preview/', {
    id,
    ruling,
    ...(scores && { scores: scores.map(({ team, score }) => `${team}-${score}`).join(',') }),
    ...(forfeitBy && { forfeitBy: forfeitBy.join(',') }),
  })
}

/** The request for a decision that was proposed already. */
export function rulingRequestOf({ ruling, scores, forfeitBy }: RulingDecision): RulingRequest {
  const scoresOfTeams = scores?.flatMap(({ team, score }) =>
    team === null ? [] : [{ team, score }],
  )
  return {
    ruling,
    ...(scoresOfTeams && scoresOfTeams.length > 0 ? { scores: scoresOfTeams } : {}),
    ...(forfeitBy.length > 0 ? { forfeitBy } : {}),
  }
}
