import { teamsOf } from '../../events/bracket.ts'
import { isChecked, isLinked, linkOf, reportOf, setsOf } from '../../events/link.ts'
import { score } from '../../events/match.ts'
import type { Match } from '../../events/match.ts'
import type { Stage } from '../../events/stage.ts'
import type { Tournament } from '../../events/tournament.ts'

/** Something to be done outside about a match; the same key is the same errand (P8). */
export type Errand = { tournament: number; stage: number; match: number; key: string } & Work
type Work =
  | { kind: 'result'; content: ResultContent }
  | { kind: 'live'; content: { teams: Teams; scores: [number, number][] } }
  | { kind: 'mark'; content: { underway: boolean } }
export type Kind = Errand['kind']
type Teams = [number, number]
/** `winner` null with `what` result: a tie, or nobody came */
export type ResultContent = {
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
 * All that the outside should know and may not know yet, worked out from the state alone: whoever
 * missed a step of it comes to the same. `known`: what has been noted before, by `keyOf`.
 */
export function errandsOf(t: Tournament, known: (key: string) => Errand | undefined): Errand[] {
  const stages = new Map(linkedStages(t).map((stage) => [stage.id, stage]))
  return Object.values(t.matches).flatMap((match) => {
    const stage = stages.get(match.stage)
    // What is disputed is not told to the world meanwhile (R-CMD-4).
    if (!stage || match.review || !linkOf(t, match)) return []
    const found = [result(t, match), live(t, stage, match), mark(match)]
    return found.flatMap((work) => {
      if (!work) return []
      const errand = { tournament: t.id, stage: stage.id, match: match.id, ...work }
      return isPointless(errand, known(keyOf(errand))) ? [] : [errand]
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

/** Nothing is taken back that was never told. */
function isPointless(errand: Errand, known: Errand | undefined): boolean {
  if (known) return false
  if (errand.kind === 'mark') return !errand.content.underway
  if (errand.kind === 'live') return errand.content.scores.flat().every((points) => points === 0)
  return false
}

export function keyOf({ match, kind }: { match: number; kind: Kind }): string {
  return `${match}/${kind}`
}
