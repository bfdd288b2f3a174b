import { rest } from '../../core/rest.ts'
import type { Answer, BodyOf } from '../../core/rest.ts'

/** A protest as officials have it. */
export type ProtestBody = Answer<'/api/tournament/protest/:id/'>
export type Decision = NonNullable<ProtestBody['decision']>
export type RulingPreviewBody = Answer<'/api/tournament/protest/:id/preview/'>
export type MatchBefore = RulingPreviewBody['changes'][number]['before']

/** A ruling as it is typed. */
export type RulingRequest = Pick<
  BodyOf<'PUT /api/tournament/protest/:id/rule/'>,
  'ruling' | 'scores' | 'forfeitBy'
>

/** Null while it does not say enough to be asked about. */
export function previewPath(id: number, { ruling, scores, forfeitBy }: RulingRequest) {
  return rest.get('/api/tournament/protest/:id/preview/', {
    id,
    ruling,
    ...(scores && { scores: scores.map(({ team, score }) => `${team}-${score}`).join(',') }),
    ...(forfeitBy && { forfeitBy: forfeitBy.join(',') }),
  })
}

/** A decision that was proposed, asked about as if it were typed. */
export function rulingRequestOf({ ruling, scores, forfeitBy }: Decision): RulingRequest {
  const known = scores?.flatMap(({ team, score }) => (team === null ? [] : [{ team, score }]))
  return {
    ruling,
    ...(known && known.length > 0 ? { scores: known } : {}),
    ...(forfeitBy.length > 0 ? { forfeitBy } : {}),
  }
}
