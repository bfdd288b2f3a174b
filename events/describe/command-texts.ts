import { teamsOf } from '../bracket/bracket.ts'
import type { CabinetId, MatchId, ProtestId, QueueId, StageId } from '../ids.ts'
import type { CommandOf } from '../schema/command.ts'
import type { Commit } from '../schema/commit.ts'
import type { Turn } from '../schema/event.ts'
import type { RulingKind } from '../schema/ruling.ts'
import { draftKey, teamOf as teamAtTurn } from '../state/draft.ts'
import { blueSlot } from '../state/match.ts'
import type { Tournament } from '../state/tournament.ts'
import { cabinetName, matchName, stageName, teamName } from './names.ts'
import { undoneBy } from './touched.ts'

export const ofMatch = (words: (match: string) => string) => {
  return (t: Tournament, command: { match: MatchId }) => words(matchName(t, command.match))
}
export const ofStage = (words: (stage: string) => string) => {
  return (t: Tournament, command: { stage: StageId }) => words(stageName(t, command.stage))
}
export const ofQueue = (words: (queue: string) => string) => {
  return (t: Tournament, { queue }: { queue: QueueId }) =>
    words(t.queues[queue]?.name ?? `${queue}`)
}
export const ofCabinet = (words: (cabinet: string) => string) => {
  return (t: Tournament, command: { cabinet: CabinetId }) => words(cabinetName(t, command.cabinet))
}

export function playersMoved(t: Tournament, { moves }: CommandOf<'MovePlayers'>): string {
  const [first, ...more] = moves
  if (!first || more.length > 0) return `${moves.length} players moved`
  return first.team === null ? 'Player left a team' : `Player moved to ${teamName(t, first.team)}`
}

export function matchStopped(
  t: Tournament,
  { match, displacedBy }: CommandOf<'StopMatch'>,
): string {
  const name = matchName(t, match)
  if (!displacedBy) return `${name} stopped`
  return `${name} stopped for another tournament's match on ${cabinetName(t, displacedBy.cabinet)}`
}

export function nextStarted(
  t: Tournament,
  command: { cabinet: CabinetId },
  { events }: Commit,
): string {
  const started = events.find((event) => event.type === 'MatchStarted')
  const cabinet = cabinetName(t, command.cabinet)
  if (started) return `${matchName(t, started.match)} started on ${cabinet}`
  return `Queue timer of ${cabinet} ended`
}

/** The number of other commits that depended on the undone one and were undone with it. */
export function alsoUndone(commit: Commit): string {
  const more = undoneBy(commit).length - 1
  return more > 0 ? ` and ${more} that depended on it` : ''
}

/** The text of a ruling that waits for a second official does not tell its content. */
export function rulingText(t: Tournament, { protest: id }: { protest: ProtestId }): string {
  const protest = t.protests[id]
  const match = disputedMatch(t, id)
  if (protest?.ended?.how !== 'ruled') return `A ruling on ${match} waits for a second official`
  return `Ruling on ${match}: ${rulingTexts[protest.ended.ruling.kind]}`
}

const rulingTexts: Record<RulingKind, string> = {
  uphold: 'the result stands',
  correct: 'the result is corrected',
  replay: 'it is played again',
  void: 'it counts for nobody',
}

export function resultReported(t: Tournament, command: CommandOf<'NoteReport'>): string {
  const match = matchName(t, command.match)
  const report = command.told ? `Result of ${match}` : `Reopening of ${match}`
  return command.status === 'sent' ? `${report} sent` : `Result of ${match} not sent`
}

export function gameFinished(t: Tournament, command: CommandOf<'FinishGame'>): string {
  const game = t.games[command.game]
  const match = matchName(t, game?.match ?? 0)
  const winner = command.winningTeam === 'blue' ? 'Blue' : 'Gold'
  if (game?.status === 'warmup') return `Warm-up game ended in ${match}`
  if (game?.status === 'proposed') return `A game for ${match} needs a decision`
  const completed = t.matches[game?.match ?? 0]?.result ? `, ${match} complete` : ''
  return `${winner} won a game in ${match}${completed}`
}

export function teamColour(t: Tournament, command: CommandOf<'AddScore'>): string {
  const match = t.matches[command.match]
  if (!match) return 'point'
  return teamsOf(t, match)[blueSlot(match)] === command.team ? 'Blue' : 'Gold'
}

export function disputedMatch(t: Tournament, protest: ProtestId): string {
  return matchName(t, t.protests[protest]?.match ?? 0)
}

/** Without names of players, because the log has only their ids (P19). */
export function pickingTeam(t: Tournament, turn: Turn): string {
  const draft = t.drafts[draftKey]
  const team = draft ? teamAtTurn(draft, turn) : 0
  return draft?.teams[team] || `Team ${team + 1}`
}
