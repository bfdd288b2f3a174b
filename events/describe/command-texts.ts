import { teamsOf } from '../bracket/bracket.ts'
import type { MatchId, ProtestId, QueueId, StageId, TeamId } from '../ids.ts'
import { say } from '../messages/message.ts'
import type { Argument, KeyAbout, Message } from '../messages/message.ts'
import type { CommandOf } from '../schema/command.ts'
import type { Commit } from '../schema/commit.ts'
import type { Turn } from '../schema/parts/shapes.ts'
import type { RulingKind } from '../schema/parts/ruling.ts'
import { draftKey, teamOf as teamAtTurn } from '../state/draft.ts'
import { blueSlot } from '../state/match.ts'
import type { Tournament } from '../state/tournament.ts'
import { cabinetName, matchNamed, stageNamed, teamNamed } from './names.ts'
import { undoneBy } from './touched.ts'

/** The names in a command, as the arguments of its message. */
export const aboutMatch = (t: Tournament, command: { match: MatchId }) => ({
  match: matchNamed(t, command.match),
})
export const aboutStage = (t: Tournament, command: { stage: StageId }) => ({
  stage: stageNamed(t, command.stage),
})
export const aboutQueue = (t: Tournament, { queue }: { queue: QueueId }) => ({
  queue: t.queues[queue]?.name ?? `${queue}`,
})
export const aboutCabinet = (t: Tournament, command: { cabinet: number }) => ({
  cabinet: cabinetName(t, command.cabinet),
})
const aboutTeam = (t: Tournament, command: { team: TeamId; stage: StageId }) => ({
  ...aboutStage(t, command),
  team: teamNamed(t, command.team),
})

/** What a command says that needs no more than the names in it. */
export const ofMatch = saying(aboutMatch)
export const ofStage = saying(aboutStage)
export const ofQueue = saying(aboutQueue)
export const ofCabinet = saying(aboutCabinet)
export const ofTeam = saying(aboutTeam)

function saying<Named, Name extends string>(
  about: (t: Tournament, command: Named) => Record<Name, Argument>,
) {
  return (key: KeyAbout<Name>) =>
    (t: Tournament, command: Named): Message => ({ key, args: about(t, command) })
}

export function teamAdded(_: Tournament, { name: team }: { name: string }): Message {
  return say('teamAdded', { team })
}

export function playersMoved(t: Tournament, { moves }: CommandOf<'MovePlayers'>): Message {
  const [first, ...more] = moves
  if (!first || more.length > 0) return say('playersMoved', { count: moves.length })
  if (first.team === null) return say('playerLeft')
  return say('playerMoved', { team: teamNamed(t, first.team) })
}

export function matchStopped(t: Tournament, command: CommandOf<'StopMatch'>): Message {
  const { displacedBy } = command
  if (!displacedBy) return say('matchStopped', aboutMatch(t, command))
  return say('matchDisplaced', { ...aboutMatch(t, command), ...aboutCabinet(t, displacedBy) })
}

export function nextStarted(
  t: Tournament,
  command: { cabinet: number },
  { events }: Commit,
): Message {
  const started = events.find((event) => event.type === 'MatchStarted')
  const about = aboutCabinet(t, command)
  return started
    ? say('matchStarted', { ...aboutMatch(t, started), ...about })
    : say('timerEnded', about)
}

/** Tells the number of other commits that depended on the undone one and were undone with it. */
export function stepUndone({ version: step }: CommandOf<'Undo'>, commit: Commit): Message {
  const count = undoneBy(commit).length - 1
  return count > 0 ? say('stepsUndone', { step, count }) : say('stepUndone', { step })
}

/** The text of a ruling that waits for a second official does not tell its content. */
export function rulingText(t: Tournament, { protest: id }: { protest: ProtestId }): Message {
  const protest = t.protests[id]
  const about = { match: disputedMatch(t, id) }
  if (protest?.ended?.how !== 'ruled') return say('rulingProposed', about)
  return say(rulingKeys[protest.ended.ruling.kind], about)
}

const rulingKeys = {
  uphold: 'rulingUpholds',
  correct: 'rulingCorrects',
  replay: 'rulingReplays',
  void: 'rulingVoids',
} as const satisfies Record<RulingKind, string>

export function resultReported(t: Tournament, command: CommandOf<'NoteReport'>): Message {
  const about = aboutMatch(t, command)
  if (command.status !== 'sent') return say('resultNotSent', about)
  return say(command.told ? 'resultSent' : 'reopeningSent', about)
}

export function gameFinished(t: Tournament, command: CommandOf<'FinishGame'>): Message {
  const game = t.games[command.game]
  const match = matchNamed(t, game?.match ?? 0)
  if (game?.status === 'warmup') return say('warmupGameEnded', { match })
  if (game?.status === 'proposed') return say('gameProposed', { match })
  const won = say(command.winningTeam === 'blue' ? 'blueWonGame' : 'goldWonGame', { match })
  return t.matches[game?.match ?? 0]?.result ? say('withCompletion', { step: won, match }) : won
}

export function pointChanged(t: Tournament, command: CommandOf<'AddScore'>): Message {
  const match = t.matches[command.match]
  const about = aboutMatch(t, command)
  const isBlue = match && teamsOf(t, match)[blueSlot(match)] === command.team
  if (command.by > 0) return say(isBlue ? 'pointAddedBlue' : 'pointAddedGold', about)
  return say(isBlue ? 'pointTakenBlue' : 'pointTakenGold', about)
}

export function attendanceReported(
  t: Tournament,
  { team: id, missing: count }: CommandOf<'ReportAttendance'>,
): Message {
  const team = teamNamed(t, id)
  return count === 0 ? say('teamHere', { team }) : say('teamMissingPlayers', { team, count })
}

export function disputedMatch(t: Tournament, protest: ProtestId): Argument {
  return matchNamed(t, t.protests[protest]?.match ?? 0)
}

/** Without names of players, because the log has only their ids (P19). */
export function pickOf(t: Tournament, turn: Turn): { team: string; round: number } {
  const draft = t.drafts[draftKey]
  const team = draft ? teamAtTurn(draft, turn) : 0
  return { team: draft?.teams[team] || `Team ${team + 1}`, round: turn.round }
}
