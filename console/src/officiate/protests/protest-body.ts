import type { ProtestReason, RulingKind } from '../../../../events/schema/ruling.ts'

/** A protest as officials have it. */
export type ProtestBody = {
  id: number
  tournament: number
  match: number
  reason: ProtestReason
  state: 'open' | 'ruled' | 'withdrawn'
  isLate: boolean
  lodgedAt: string
  ruling: RulingKind | null
  endedAt: string | null
  sentence: string | null
  text?: string | null
  lodgedBy?: Named | null
  decision?: Decision | null
  signedBy?: Named[]
  proposal?: (Decision & { num: number; by: Named; at: string; sentence: string | null }) | null
}
export type Named = { id: number; name: string }
export type Decision = {
  ruling: RulingKind
  scores: { team: number | null; score: number }[] | null
  forfeitBy: number[]
}

export type SeenMatch = {
  id: number
  blueTeam: number | null
  goldTeam: number | null
  score: [number, number]
  isComplete: boolean
}
export type RulingPreviewBody = {
  refusal: { code: string; detail: string } | null
  changes: { name: string; before: SeenMatch; after: SeenMatch | null }[]
  cascades: boolean
  places: { destBracket: number; destPlace: number; was: number | null; is: number | null }[]
  needsTwo: boolean
}

/** A ruling as it is typed. */
export type Wanted = {
  ruling: RulingKind
  scores?: { team: number; score: number }[]
  forfeitBy?: number[]
}

export function protestPath(id: number, verb = ''): string {
  return `/api/tournament/protest/${id}/${verb && `${verb}/`}`
}

/** Null while it does not say enough to be asked about. */
export function previewPath(id: number, { ruling, scores, forfeitBy }: Wanted): string {
  const query = new URLSearchParams({ ruling })
  if (scores) query.set('scores', scores.map(({ team, score }) => `${team}-${score}`).join(','))
  if (forfeitBy) query.set('forfeitBy', forfeitBy.join(','))
  return `${protestPath(id, 'preview')}?${query}`
}

/** A decision that was proposed, asked about as if it were typed. */
export function wantedOf({ ruling, scores, forfeitBy }: Decision): Wanted {
  const known = scores?.flatMap(({ team, score }) => (team === null ? [] : [{ team, score }]))
  return {
    ruling,
    ...(known && known.length > 0 ? { scores: known } : {}),
    ...(forfeitBy.length > 0 ? { forfeitBy } : {}),
  }
}
