import { matchLabelIn, teamsOf } from '../bracket/bracket.ts'
import type { Command, CommandOf, StepReplacement } from '../schema/command.ts'
import { blueSlot, otherSlot, score } from '../state/match.ts'
import type { Match } from '../state/match.ts'
import type { Tournament } from '../state/tournament.ts'
import { fullCommitText } from './commit-line.ts'
import { matchName, pairing, stageName, teamName } from './names.ts'
import type { CommitStep } from './touched.ts'
import type { MatchId } from '../ids.ts'

/**
 * A commit in the words of a referee: `+1 Bees in M12, 1-0 → 2-0`, blue first. It has team names
 * and scores even of a match under review, so it is for officials only. `sentenceAt` returns the
 * sentence of an earlier version.
 */
export function commitSentence(
  step: CommitStep,
  sentenceAt: (version: number) => string | undefined,
): string {
  const { command } = step.commit
  if (command.type === 'Undo') {
    const undone = sentenceAt(command.version)
    return `${fullCommitText(step.after, step.commit)}${undone ? `: ${undone}` : ''}`
  }
  if (command.type === 'ReplaceStep') {
    return replacementSentence(step, command, sentenceAt(command.version))
  }
  return `${sentenceOf(step, command)}${scoreChange(step)}${completion(step, command)}`
}

function sentenceOf({ before, after, commit }: CommitStep, command: Command): string {
  switch (command.type) {
    case 'AddScore':
      return `${command.by > 0 ? '+1' : '−1'} ${teamName(after, command.team)} in ${matchName(after, command.match)}`
    case 'FinishGame':
      return gameWon(after, command.game) ?? fullCommitText(after, commit)
    case 'CompleteMatch':
      return `${fullCommitText(after, commit)}${resultText(after, command.match)}`
    case 'ForfeitMatch': {
      const losers = command.teams.map((id) => teamName(after, id)).join(' and ')
      return `${matchName(after, command.match)} forfeited by ${losers}`
    }
    case 'SetTeams':
      return `${fullCommitText(after, commit)}: ${pairing(after, command.match)}`
    case 'RenameTeam':
      return `${teamName(before, command.team)} renamed to ${command.name}`
    case 'RemoveTeam':
      return `Team ${teamName(before, command.team)} removed`
    case 'CreateStage':
      return `Stage ${command.settings.name} created`
    case 'ChangeStage':
      return `Stage ${stageName(before, command.stage)} changed`
    case 'DeleteStage':
      return `Stage ${stageName(before, command.stage)} deleted`
    case 'CreateQueue':
      return `Queue ${command.name} created`
    case 'RenameQueue':
      return `Queue ${before.queues[command.queue]?.name ?? command.queue} renamed to ${command.name}`
    case 'DeleteQueue':
      return `Queue ${before.queues[command.queue]?.name ?? command.queue} deleted`
    case 'SetQueueCabinets':
      return `Cabinets of queue ${after.queues[command.queue]?.name ?? command.queue} changed`
    case 'RemoveMatch':
      return `${matchName(before, command.match)} removed`
    default:
      return fullCommitText(after, commit)
  }
}

function replacementSentence(
  step: CommitStep,
  { version, by }: CommandOf<'ReplaceStep'>,
  replaced?: string,
): string {
  const old = replaced ? ` (${replaced})` : ''
  return `Step ${version} replaced${old}: ${replacement(step, by)}${scoreChange(step)}`
}

function replacement({ after: t, commit: { events } }: CommitStep, by: StepReplacement): string {
  const isForfeit = events.some((event) => event.type === 'MatchForfeited')
  if ('team' in by) return `it was ${isForfeit ? 'forfeited' : 'won'} by ${teamName(t, by.team)}`
  if ('match' in by) return `it was ${matchName(t, by.match)}`
  if ('warmup' in by) return 'it was a warm-up'
  return 'swapped' in by ? 'the teams were on the other sides' : 'it counts for nobody'
}

/** By name: the sides may have been swapped since the game began. */
function gameWon(t: Tournament, id: string): string | null {
  const game = t.games[id]
  const match = t.matches[game?.match ?? 0]
  const counted = match?.games.find((other) => other.game === id)
  if (!match || !counted) return null
  return `${teamName(t, teamsOf(t, match)[counted.winner])} won a game in ${matchLabelIn(t, match)}`
}

/** A game may have ended its match (R-ST-5). */
function completion({ before, after }: CommitStep, command: Command): string {
  if (command.type !== 'FinishGame') return ''
  const match = after.matches[after.games[command.game]?.match ?? 0]
  return match?.result && !before.matches[match.id]?.result
    ? `, ${matchLabelIn(after, match)} complete`
    : ''
}

/** The score before and after, if the commit changed the score of exactly one match. */
function scoreChange({ before, after }: CommitStep): string {
  const changed = Object.values(after.matches).filter((match) => {
    const old = before.matches[match.id]
    return (
      old && old !== match && old.attempt === match.attempt && pointsOf(old) !== pointsOf(match)
    )
  })
  const [match] = changed
  const old = match && before.matches[match.id]
  if (!match || !old || changed.length > 1) return ''
  const blue = blueSlot(match)
  return `, ${pointsOf(old, blue)} → ${pointsOf(match, blue)}`
}

function pointsOf(match: Match, blue: 0 | 1 = 0): string {
  const points = match.result?.score ?? score(match)
  return `${points[blue]}-${points[otherSlot(blue)]}`
}

function resultText(t: Tournament, id: MatchId): string {
  const match = t.matches[id]
  if (!match?.result) return ''
  const { winner } = match.result
  if (winner === null) return `, a draw ${pointsOf(match)}`
  return `, ${teamName(t, teamsOf(t, match)[winner])} won ${pointsOf(match, winner)}`
}
