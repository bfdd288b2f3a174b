import { teamsOf } from '#events/bracket/bracket.ts'
import { isChecked, isLinked, linkOf, reportOf, setsOf } from '#events/state/external-bracket.ts'
import { score } from '#events/state/match.ts'
import type { Match } from '#events/state/match.ts'
import type { Stage } from '#events/schema/parts/stage-settings.ts'
import type { Tournament } from '#events/state/tournament.ts'
import type { MatchId, StageId, TournamentId } from '#events/ids.ts'

/** Something to report to Challonge about a match; jobs with the same key are the same job (P8). */
export type Job = { tournament: TournamentId; stage: StageId; match: MatchId; key: string } & Work
type Work =
  | { kind: 'result'; content: ResultContent }
  | { kind: 'live'; content: { teams: Teams; scores: [number, number][] } }
  | { kind: 'mark'; content: { underway: boolean } }
type Kind = Job['kind']
type Teams = [number, number]
/** With `what: 'result'`, a null `winner` means a tie, or that neither team came. */
type ResultContent = {
  what: 'result' | 'reopen'
  teams: Teams
  scores: [number, number][]
  winner: 0 | 1 | null
  /** the result we reported before; a different winner entered there is not overwritten (R-CL-6) */
  told: { winner: 0 | 1 | null } | null
  insist: boolean
}

/** Stages whose external bracket can be read and reported to. */
export function linkedStages(t: Tournament): Stage[] {
  if (t.deleted || t.linkType !== 'challonge') return []
  return Object.values(t.stages).filter((stage) => isLinked(t, stage) && isChecked(t, stage))
}

/**
 * Everything that has to be reported to Challonge. It is computed from the current state alone, so
 * that missed commits do not matter. `known` finds the previous job by `keyOf`.
 */
export function jobsOf(t: Tournament, known: (key: string) => Job | undefined): Job[] {
  const stages = new Map(linkedStages(t).map((stage) => [stage.id, stage]))
  return Object.values(t.matches).flatMap((match) => {
    const stage = stages.get(match.stage)
    // A disputed result is not reported until it is ruled (R-CMD-4).
    if (!stage || match.review || !linkOf(t, match)) return []
    const work = [result(t, match), live(t, stage, match), mark(match)]
    return work.flatMap((item) => {
      if (!item) return []
      const job = { tournament: t.id, stage: stage.id, match: match.id, ...item }
      return isPointless(job, known(keyOf(job))) ? [] : [job]
    })
  })
}

type Keyed = Work & { key: string }

function result(t: Tournament, match: Match): Keyed | null {
  const link = linkOf(t, match)
  const report = reportOf(t, match)
  const teams = bothTeams(t, match)
  if (!link || !report || !teams) return null
  const isNoted = link.noted?.key === report.key && link.noted.status === 'sent'
  if (isNoted) return null
  const { key, what, scores, winner } = report
  const { told, insist } = link
  return { kind: 'result', key, content: { what, teams, scores, winner, told, insist } }
}

function live(t: Tournament, stage: Stage, match: Match): Keyed | null {
  const link = linkOf(t, match)
  const teams = bothTeams(t, match)
  if (match.result || !teams || link?.state === 'complete' || link?.told) return null
  const scores = setsOf(stage, match, score(match))
  // The key has the attempt, so that a replayed match sends its first score again.
  return { kind: 'live', key: JSON.stringify([match.attempt, scores]), content: { teams, scores } }
}

function mark(match: Match): Keyed | null {
  if (match.result) return null // Challonge removes the mark when it gets the result
  const underway = match.cabinet !== null
  return { kind: 'mark', key: `${underway}`, content: { underway } }
}

function bothTeams(t: Tournament, match: Match): Teams | null {
  const [first, second] = teamsOf(t, match)
  return first === null || second === null ? null : [first, second]
}

/** True if nothing was reported before and the job would change nothing at Challonge. */
function isPointless(job: Job, known: Job | undefined): boolean {
  if (known) return false
  if (job.kind === 'mark') return !job.content.underway
  if (job.kind === 'live') return job.content.scores.flat().every((points) => points === 0)
  return false
}

export function keyOf({ match, kind }: { match: MatchId; kind: Kind }): string {
  return `${match}/${kind}`
}
