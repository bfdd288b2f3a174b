import { say } from '#events/messages/message.ts'
import { nameKey } from '#events/text/clean-name.ts'
import { teamName } from '#events/describe/names.ts'
import { matchLabel, isInBracket, slotMessage, teamsOf } from '#events/bracket/bracket.ts'
import type { Command, CommandOf } from '#events/schema/command.ts'
import type { Match } from '#events/state/match.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { refuse } from './decision.ts'
import type { DecisionInputs, Decision, Refusal } from './decision.ts'
import type { CabinetId, MatchId, QueueId, StageId, TeamId } from '#events/ids.ts'

/** Finds a match; a second final that is not needed does not exist (R-BR-7). */
export function findMatch(t: Tournament, id: MatchId): Match | undefined {
  const match = t.matches[id]
  return match && isInBracket(t.matches, match) ? match : undefined
}

export function noSuchMatch(t: Tournament, match: MatchId): Refusal {
  return refuse('NO_SUCH_MATCH', noSuchMatchText(t, match))
}

/** A bye, or a second final that is not needed, has a number but is no match. */
export function noSuchMatchText(t: Tournament, id: MatchId): string {
  const match = t.matches[id]
  if (!match) return `Match ${id} is not in this tournament.`
  return `${matchLabel(match)} is not played: the bracket goes on without it.`
}

export function noSuchStage(stage: StageId): Refusal {
  return refuse('NO_SUCH_STAGE', `Stage ${stage} is not in this tournament.`)
}

export function noSuchTeam(team: TeamId): Refusal {
  return refuse('NO_SUCH_TEAM', `Team ${team} is not in this tournament.`)
}

function noSuchQueue(queue: QueueId): Refusal {
  return refuse('NO_SUCH_QUEUE', `Queue ${queue} is not in this tournament.`)
}

/** Wraps deciders of commands that name a record: they get it, or the command is refused first. */
function withFound<Field extends string, Found>(
  field: Field,
  find: (t: Tournament, id: number) => Found | undefined,
  noSuch: (t: Tournament, id: number) => Refusal,
) {
  return <Type extends Extract<Command, Record<Field, number>>['type']>(
    decide: (t: Tournament, found: Found, command: CommandOf<Type>, c: DecisionInputs) => Decision,
  ) =>
    (t: Tournament, command: CommandOf<Type>, c: DecisionInputs): Decision => {
      const id = (command as unknown as Record<Field, number>)[field]
      const found = find(t, id)
      return found ? decide(t, found, command, c) : noSuch(t, id)
    }
}

export const ofMatch = withFound('match', findMatch, noSuchMatch)
export const ofStage = withFound(
  'stage',
  (t, id) => t.stages[id],
  (_, id) => noSuchStage(id),
)
export const ofQueue = withFound(
  'queue',
  (t, id) => t.queues[id],
  (_, id) => noSuchQueue(id),
)
export const ofTeam = withFound(
  'team',
  (t, id) => t.teams[id],
  (_, id) => noSuchTeam(id),
)

export function notInMatch(t: Tournament, match: Match, team: TeamId): Refusal {
  const name = t.teams[team]?.name
  if (!name) return noSuchTeam(team)
  return refuse('TEAM_NOT_IN_MATCH', `${name} do not play ${matchLabel(match)}.`)
}

export function notAssigned(cabinet: CabinetId): Refusal {
  return refuse('CABINET_NOT_ASSIGNED', `Cabinet ${cabinet} is not assigned to this tournament.`)
}

export function matchComplete(match: Match): Refusal {
  return refuse('MATCH_COMPLETE', say('alreadyComplete', { match: matchLabel(match) }))
}

export function missingTeamRefusal(t: Tournament, match: Match): Refusal | null {
  const teams = teamsOf(t, match)
  if (teams[0] === null || teams[1] === null) return teamMissing(t, match)
  return teams[0] === teams[1] ? againstItself(t, matchLabel(match), teams[0]) : null
}

export function teamMissing(t: Tournament, match: Match): Refusal {
  const slot = teamsOf(t, match)[0] === null ? 0 : 1
  const awaited = slotMessage(t, match, slot) ?? say('someTeam')
  return refuse('TEAM_MISSING', say('stillWaitsFor', { match: matchLabel(match), awaited }))
}

/** Results of other matches can put the same team on both sides (R-CU-1). */
export function againstItself(t: Tournament, where: string, team: TeamId): Refusal {
  const name = teamName(t, team)
  const detail = `${name} are on both sides of ${where}: a team cannot play against itself.`
  return refuse('TEAM_TWICE', detail)
}

export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** Names that look the same are one name, whoever gives it: two such teams cannot be told apart. */
export function nameTakenRefusal(
  t: Pick<Tournament, 'teams'>,
  teams: readonly { name: string }[],
): Refusal | null {
  const names = teams.map(({ name }) => nameKey(name))
  const twice = teams.find((_, index) => names.indexOf(names[index] ?? '') < index)
  if (twice) return refuse('TEAM_NAME_TWICE', `Two teams are called ${twice.name}.`)
  const taken = Object.values(t.teams).find(({ name }) => names.includes(nameKey(name)))
  return taken ? refuse('TEAM_NAME_TWICE', `There is already a team called ${taken.name}.`) : null
}
