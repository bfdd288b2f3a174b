import { matchIn, teamsOf } from '../bracket/bracket.ts'
import type { MatchId, TeamId } from '../ids.ts'
import { say } from '../messages/message.ts'
import type { Message } from '../messages/message.ts'
import type { Command, CommandOf, StepReplacement } from '../schema/command.ts'
import { blueSlot, otherSlot, score } from '../state/match.ts'
import type { Match } from '../state/match.ts'
import type { Tournament } from '../state/tournament.ts'
import { aboutMatch, aboutQueue, aboutStage } from './command-texts.ts'
import { officialMessage } from './commit-line.ts'
import { matchNamed, sideNames, teamNamed } from './names.ts'
import type { CommitStep } from './touched.ts'

/**
 * A commit in the words of a referee: `+1 Bees in M12, 1-0 → 2-0`, blue first. It has team names
 * and scores even of a match under review, so it is for officials only. `messageAt` returns the
 * message of an earlier version.
 */
export function commitSentence(
  step: CommitStep,
  messageAt: (version: number) => Message | undefined,
): Message {
  const { command } = step.commit
  if (command.type === 'Undo') {
    const what = messageAt(command.version)
    const undo = officialMessage(step.after, step.commit)
    return what ? say('undoneStep', { undo, what }) : undo
  }
  if (command.type === 'ReplaceStep') {
    return replacementMessage(step, command, messageAt(command.version))
  }
  return withCompletion(step, command, withScoreChange(step, messageOf(step, command)))
}

function messageOf({ before, after, commit }: CommitStep, command: Command): Message {
  switch (command.type) {
    case 'AddScore':
      return say(command.by > 0 ? 'pointAdded' : 'pointTaken', {
        team: teamNamed(after, command.team),
        match: matchNamed(after, command.match),
      })
    case 'FinishGame':
      return gameWon(after, command.game) ?? officialMessage(after, commit)
    case 'CompleteMatch':
      return withResult(after, command.match, officialMessage(after, commit))
    case 'ForfeitMatch':
      return forfeited(after, command)
    case 'SetTeams':
      return say('teamsSetTo', {
        match: matchNamed(after, command.match),
        ...sideNames(after, command.match),
      })
    case 'RenameTeam':
      return say('teamRenamed', { team: teamNamed(before, command.team), name: command.name })
    case 'RemoveTeam':
      return say('teamRemoved', { team: teamNamed(before, command.team) })
    case 'CreateStage':
      return say('stageCreated', { stage: command.settings.name })
    case 'ChangeStage':
      return say('stageChanged', aboutStage(before, command))
    case 'DeleteStage':
      return say('stageDeleted', aboutStage(before, command))
    case 'CreateQueue':
      return say('queueCreated', { queue: command.name })
    case 'RenameQueue':
      return say('queueRenamed', { ...aboutQueue(before, command), name: command.name })
    case 'DeleteQueue':
      return say('queueDeleted', aboutQueue(before, command))
    case 'SetQueueCabinets':
      return say('queueCabinetsChanged', aboutQueue(after, command))
    case 'RemoveMatch':
      return say('matchRemoved', aboutMatch(before, command))
    default:
      return officialMessage(after, commit)
  }
}

function forfeited(t: Tournament, command: CommandOf<'ForfeitMatch'>): Message {
  const match = matchNamed(t, command.match)
  const [one, other] = command.teams.map((id: TeamId) => teamNamed(t, id))
  if (one === undefined) return say('matchForfeited', { match })
  return other === undefined
    ? say('forfeitedBy', { match, team: one })
    : say('forfeitedByBoth', { match, one, other })
}

function replacementMessage(
  step: CommitStep,
  { version, by: replacement }: CommandOf<'ReplaceStep'>,
  what?: Message,
): Message {
  const by = withScoreChange(step, replacedBy(step, replacement))
  return what
    ? say('knownStepReplacedBy', { step: version, what, by })
    : say('stepReplacedBy', { step: version, by })
}

function replacedBy({ after: t, commit: { events } }: CommitStep, by: StepReplacement): Message {
  const isForfeit = events.some((event) => event.type === 'MatchForfeited')
  if ('team' in by)
    return say(isForfeit ? 'wasForfeitedBy' : 'wasWonBy', { team: teamNamed(t, by.team) })
  if ('match' in by) return say('wasMatch', { match: matchNamed(t, by.match) })
  if ('warmup' in by) return say('wasWarmup')
  return say('swapped' in by ? 'wereSwapped' : 'countsForNobody')
}

/** By name: the sides may have been swapped since the game began. */
function gameWon(t: Tournament, id: string): Message | null {
  const game = t.games[id]
  const match = t.matches[game?.match ?? 0]
  const counted = match?.games.find((other) => other.game === id)
  if (!match || !counted) return null
  const team = teamNamed(t, teamsOf(t, match)[counted.winner])
  return say('teamWonGame', { team, match: matchIn(t, match) })
}

/** A game may have ended its match (R-ST-5). */
function withCompletion({ before, after }: CommitStep, command: Command, step: Message): Message {
  if (command.type !== 'FinishGame') return step
  const match = after.matches[after.games[command.game]?.match ?? 0]
  return match?.result && !before.matches[match.id]?.result
    ? say('withCompletion', { step, match: matchIn(after, match) })
    : step
}

/** The score before and after, if the commit changed the score of exactly one match. */
function withScoreChange({ before, after }: CommitStep, step: Message): Message {
  const changed = Object.values(after.matches).filter((match) => {
    const old = before.matches[match.id]
    return (
      old && old !== match && old.attempt === match.attempt && pointsOf(old) !== pointsOf(match)
    )
  })
  const [match] = changed
  const old = match && before.matches[match.id]
  if (!match || !old || changed.length > 1) return step
  const blue = blueSlot(match)
  return say('withScore', { step, before: pointsOf(old, blue), after: pointsOf(match, blue) })
}

function pointsOf(match: Match, blue: 0 | 1 = 0): string {
  const points = match.result?.score ?? score(match)
  return `${points[blue]}-${points[otherSlot(blue)]}`
}

function withResult(t: Tournament, id: MatchId, step: Message): Message {
  const match = t.matches[id]
  if (!match?.result) return step
  const { winner } = match.result
  if (winner === null) return say('withDraw', { step, score: pointsOf(match) })
  const team = teamNamed(t, teamsOf(t, match)[winner])
  return say('withWinner', { step, team, score: pointsOf(match, winner) })
}
