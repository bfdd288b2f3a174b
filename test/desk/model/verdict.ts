// What the model says of a command: done, nothing to do, or refused with a code.
import type { Model, PaperMatch } from './model.ts'
import { isMatch, matchOf, teamsOn } from './who-plays.ts'

export type Verdict = string
export const done = 'done'
export const nothing = 'nothing'

/** What the product is told besides the command. */
export type Around = {
  now: string
  offline: number[]
  /** ids that the product drew, and the dice of the stage it made */
  ids: number[]
  dice: string
}

/** The match a command names, if it is one now (R-BR-7, R-ST-10). */
export function find(paper: Model, id: number): PaperMatch | undefined {
  const match = matchOf(paper, id)
  return match && isMatch(paper, match) ? match : undefined
}

/** R-ST-1, R-CU-1: two teams, and not one twice. */
export function wrongTeams(paper: Model, match: PaperMatch): Verdict | null {
  const [one, two] = teamsOn(paper, match)
  if (one === null || two === null) return 'TEAM_MISSING'
  return one === two ? 'TEAM_TWICE' : null
}

export function strangerIn(paper: Model, team: number): Verdict {
  return paper.teams.includes(team) ? 'TEAM_NOT_IN_MATCH' : 'NO_SUCH_TEAM'
}

export function cancelTimer(paper: Model, cabinet: number | null): void {
  paper.timers = paper.timers.filter((timer) => timer.cabinet !== cabinet)
}

export function later(at: string, seconds: number): string {
  return new Date(Date.parse(at) + seconds * 1000).toISOString()
}
