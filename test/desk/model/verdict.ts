// The model's verdict on a command: done, nothing to do, or refused with a code.
import type { Model, ModelMatch } from './model.ts'
import { isMatch, matchOf, teamsOn } from './derived-state.ts'

export type Verdict = string
export const done = 'done'
export const nothing = 'nothing'

/** The inputs of a decision besides the command. */
export type Context = {
  now: string
  offline: number[]
  /** the ids that the product allocated, and the dice of the stage it created */
  ids: number[]
  dice: string
}

/** The match a command names, if it is a match at present (R-BR-7, R-ST-10). */
export function findMatch(model: Model, id: number): ModelMatch | undefined {
  const match = matchOf(model, id)
  return match && isMatch(model, match) ? match : undefined
}

/** R-ST-1, R-CU-1: a match needs two different teams. */
export function teamProblem(model: Model, match: ModelMatch): Verdict | null {
  const [one, two] = teamsOn(model, match)
  if (one === null || two === null) return 'TEAM_MISSING'
  return one === two ? 'TEAM_TWICE' : null
}

export function unknownTeam(model: Model, team: number): Verdict {
  return model.teams.includes(team) ? 'TEAM_NOT_IN_MATCH' : 'NO_SUCH_TEAM'
}

export function cancelTimer(model: Model, cabinet: number | null): void {
  model.timers = model.timers.filter((timer) => timer.cabinet !== cabinet)
}

export function addSeconds(at: string, seconds: number): string {
  return new Date(Date.parse(at) + seconds * 1000).toISOString()
}
