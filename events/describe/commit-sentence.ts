import { named, teamsOf } from '../bracket/bracket.ts'
import type { Command, CommandOf, Instead } from '../schema/command.ts'
import { blueSlot, other, score } from '../state/match.ts'
import type { Match } from '../state/match.ts'
import type { Tournament } from '../state/tournament.ts'
import { pairing, plainly } from './commit-line.ts'
import type { Step } from './touched.ts'
import type { MatchId, StageId, TeamId } from '../ids.ts'

/**
 * A commit as a referee says it: `+1 Bees in M12, 1-0 → 2-0`, blue first. With team names and scores,
 * also of a match under review, so for officials alone. `told` has the sentences of earlier versions.
 */
export function commitSentence(step: Step, told: (version: number) => string | undefined): string {
  const { command } = step.commit
  if (command.type === 'Undo') {
    const what = told(command.version)
    return `${plainly(step.after, step.commit)}${what ? `: ${what}` : ''}`
  }
  if (command.type === 'ReplaceStep') return replaced(step, command, told(command.version))
  return `${sentenceOf(step, command)}${scores(step)}${ending(step, command)}`
}

function sentenceOf({ before, after, commit }: Step, command: Command): string {
  switch (command.type) {
    case 'AddScore':
      return `${command.by > 0 ? '+1' : '−1'} ${team(after, command.team)} in ${of(after, command.match)}`
    case 'FinishGame':
      return won(after, command.game) ?? plainly(after, commit)
    case 'CompleteMatch':
      return `${plainly(after, commit)}${verdict(after, command.match)}`
    case 'ForfeitMatch': {
      const losers = command.teams.map((id) => team(after, id)).join(' and ')
      return `${of(after, command.match)} forfeited by ${losers}`
    }
    case 'SetTeams':
      return `${plainly(after, commit)}: ${pairing(after, command.match)}`
    case 'RenameTeam':
      return `${team(before, command.team)} renamed to ${command.name}`
    case 'RemoveTeam':
      return `Team ${team(before, command.team)} removed`
    case 'CreateStage':
      return `Stage ${command.settings.name} created`
    case 'ChangeStage':
      return `Stage ${stage(before, command.stage)} changed`
    case 'DeleteStage':
      return `Stage ${stage(before, command.stage)} deleted`
    case 'CreateQueue':
      return `Queue ${command.name} created`
    case 'RenameQueue':
      return `Queue ${before.queues[command.queue]?.name ?? command.queue} renamed to ${command.name}`
    case 'DeleteQueue':
      return `Queue ${before.queues[command.queue]?.name ?? command.queue} deleted`
    case 'SetQueueCabinets':
      return `Cabinets of queue ${after.queues[command.queue]?.name ?? command.queue} set`
    case 'RemoveMatch':
      return `${of(before, command.match)} removed`
    default:
      return plainly(after, commit)
  }
}

function replaced(step: Step, { version, by }: CommandOf<'ReplaceStep'>, what?: string): string {
  const old = what ? ` (${what})` : ''
  return `Step ${version} replaced${old}: ${instead(step, by)}${scores(step)}`
}

function instead({ after: t, commit: { events } }: Step, by: Instead): string {
  const isForfeit = events.some((event) => event.type === 'MatchForfeited')
  if ('team' in by) return `it was ${isForfeit ? 'forfeited' : 'won'} by ${team(t, by.team)}`
  if ('match' in by) return `it was ${of(t, by.match)}`
  if ('warmup' in by) return 'it was a warm-up'
  return 'swapped' in by ? 'the teams sat the other way round' : 'it counts for nobody'
}

/** By name: the sides may have been swapped since the game began. */
function won(t: Tournament, id: string): string | null {
  const game = t.games[id]
  const match = t.matches[game?.match ?? 0]
  const counted = match?.games.find((one) => one.game === id)
  if (!match || !counted) return null
  return `${team(t, teamsOf(t, match)[counted.winner])} won a game in ${named(t, match)}`
}

/** A game may have ended its match (R-ST-5). */
function ending({ before, after }: Step, command: Command): string {
  if (command.type !== 'FinishGame') return ''
  const match = after.matches[after.games[command.game]?.match ?? 0]
  return match?.result && !before.matches[match.id]?.result
    ? `, ${named(after, match)} complete`
    : ''
}

/** What became of the score of the one match whose score this changed. */
function scores({ before, after }: Step): string {
  const changed = Object.values(after.matches).filter((match) => {
    const was = before.matches[match.id]
    return (
      was && was !== match && was.attempt === match.attempt && pointsOf(was) !== pointsOf(match)
    )
  })
  const [match] = changed
  const was = match && before.matches[match.id]
  if (!match || !was || changed.length > 1) return ''
  const blue = blueSlot(match)
  return `, ${pointsOf(was, blue)} → ${pointsOf(match, blue)}`
}

function pointsOf(match: Match, blue: 0 | 1 = 0): string {
  const points = match.result?.score ?? score(match)
  return `${points[blue]}-${points[other(blue)]}`
}

function verdict(t: Tournament, id: MatchId): string {
  const match = t.matches[id]
  if (!match?.result) return ''
  const { winner } = match.result
  if (winner === null) return `, a draw ${pointsOf(match)}`
  return `, ${team(t, teamsOf(t, match)[winner])} won ${pointsOf(match, winner)}`
}

function of(t: Tournament, id: MatchId): string {
  const match = t.matches[id]
  return match ? named(t, match) : 'a match'
}

function team(t: Tournament, id: TeamId | null): string {
  return t.teams[id ?? 0]?.name ?? 'A team'
}

function stage(t: Tournament, id: StageId): string {
  return t.stages[id]?.name ?? 'a stage'
}
