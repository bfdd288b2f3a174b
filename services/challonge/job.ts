import { teamsOf } from '../../events/bracket/bracket.ts'
import {
  isChecked,
  isLinked,
  linkOf,
  reportOf,
  setsOf,
} from '../../events/state/external-bracket.ts'
import { score } from '../../events/state/match.ts'
import type { Match } from '../../events/state/match.ts'
import type { Stage } from '../../events/schema/stage-settings.ts'
import type { Tournament } from '../../events/state/tournament.ts'
import type { MatchId, StageId, TournamentId } from '../../events/ids.ts'

/** Something to be done outside about a match; the same key is the same job (P8). */
export type Job = { tournament: TournamentId; stage: StageId; match: MatchId; key: string } & Work
type Work =
  | { kind: 'result'; content: ResultContent }
  | { kind: 'live'; content: { teams: Teams; scores: [number, number][] } }
  | { kind: 'mark'; content: { underway: boolean } }
type Kind = Job['kind']
type Teams = [number, number]
/** `winner` null with `what` result: a tie, or nobody came */
type ResultContent = {
  what: 'result' | 'reopen'
  teams: Teams
  scores: [number, number][]
  winner: 0 | 1 | null
  /** what the outside has from here already; another winner there is not ours to change (R-CL-6) */
  told: { winner: 0 | 1 | null } | null
  insist: boolean
}

/** Stages whose bracket outside can be read and told. */
export function linkedStages(t: Tournament): Stage[] {
  if (t.deleted || t.linkType !== 'challonge') return []
  return Object.values(t.stages).filter((stage) => isLinked(t, stage) && isChecked(t, stage))
}

/**
 * Everything that has to be reported to Challonge, computed from the state alone, so that missed
 * steps make no difference. `known` finds what was recorded before, by `keyOf`.
 */
export function jobsOf(t: Tournament, known: (key: string) => Job | undefined): Job[] {
  const stages = new Map(linkedStages(t).map((stage) => [stage.id, stage]))
  return Object.values(t.matches).flatMap((match) => {
    const stage = stages.get(match.stage)
    // A disputed result is not reported until it is ruled (R-CMD-4).
    if (!stage || match.review || !linkOf(t, match)) return []
    const found = [result(t, match), live(t, stage, match), mark(match)]
    return found.flatMap((work) => {
      if (!work) return []
      const job = { tournament: t.id, stage: stage.id, match: match.id, ...work }
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
  // A match begun anew sends its first score again.
  return { kind: 'live', key: JSON.stringify([match.attempt, scores]), content: { teams, scores } }
}

function mark(match: Match): Keyed | null {
  if (match.result) return null // the outside takes its mark off with the result
  const underway = match.cabinet !== null
  return { kind: 'mark', key: `${underway}`, content: { underway } }
}

function bothTeams(t: Tournament, match: Match): Teams | null {
  const [one, two] = teamsOf(t, match)
  return one === null || two === null ? null : [one, two]
}

/** A result that was never reported need not be taken back. */
function isPointless(job: Job, known: Job | undefined): boolean {
  if (known) return false
  if (job.kind === 'mark') return !job.content.underway
  if (job.kind === 'live') return job.content.scores.flat().every((points) => points === 0)
  return false
}

export function keyOf({ match, kind }: { match: MatchId; kind: Kind }): string {
  return `${match}/${kind}`
}
