import { label, sides, teamsOf } from '../bracket/bracket.ts'
import { publicIdOf } from '../schema/public-command-id.ts'
import type { Command, CommandOf } from '../schema/command.ts'
import type { Commit } from '../schema/commit.ts'
import { draftKey, teamOf as teamAtTurn } from '../state/draft.ts'
import type { Turn } from '../schema/event.ts'
import { blueSlot } from '../state/match.ts'
import type { Match } from '../state/match.ts'
import type { RulingKind } from '../schema/ruling.ts'
import { isBookkeeping } from '../state/external-bracket.ts'
import type { Tournament } from '../state/tournament.ts'
import type { CommitLine } from '../view/frames.ts'
import { touchedBy, undoneBy } from './touched.ts'
import type { Step } from './touched.ts'
import type { CabinetId, MatchId, QueueId, StageId, TeamId } from '../ids.ts'

/** A commit as frames tell it, for the last-action bar. */
export function commitLineOf(step: Step): CommitLine {
  const { after, commit } = step
  const { id, by, device = null, command } = commit
  const { matches, cabinets, undone } = touchedBy(step)
  // What the Challonge service notes is nobody's last action.
  const isNote = isBookkeeping(command)
  return {
    id: publicIdOf(id),
    by: by.kind,
    device,
    text: commitLine(after, commit),
    undoes: command.type === 'Undo' ? command.version : null,
    ...(undone.length > 1 ? { undone } : {}),
    matches: isNote ? [] : matches,
    cabinets: isNote ? [] : cabinets,
  }
}

/** A commit in one line: `+1 Gold in M12`. `t` is the state after it. */
export function commitLine(t: Tournament, commit: Commit): string {
  const reviewed = underReview(t, commit.command)
  return reviewed ? `${label(reviewed)} is under review` : plainly(t, commit)
}

/** The same where nothing has to be kept from who reads it. */
export function plainly(t: Tournament, commit: Commit): string {
  const { command } = commit
  if (command.type === 'Undo') return `Undo of step ${command.version}${together(commit)}`
  if (command.type === 'ReplaceStep') return `Step ${command.version} replaced`
  if (command.type === 'FinishGame') return finished(t, command)
  if (command.type === 'SelectNext' || command.type === 'FireTimer') {
    const started = commit.events.find((event) => event.type === 'MatchStarted')
    const cabinet = cabinetOf(t, command.cabinet)
    if (started) return `${matchOf(t, started.match)} started on ${cabinet}`
    return `Queue timer of ${cabinet} ended`
  }
  return said(t, command)
}

/** How many rested on it. */
function together(commit: Commit): string {
  const more = undoneBy(commit).length - 1
  return more > 0 ? ` and ${more} that rested on it` : ''
}

function said(t: Tournament, command: Command): string {
  switch (command.type) {
    case 'StartMatch':
      return `${matchOf(t, command.match)} started on ${cabinetOf(t, command.cabinet)}`
    case 'StopMatch':
      return command.displacedBy
        ? `${matchOf(t, command.match)} stopped for another tournament's match on ${cabinetOf(t, command.displacedBy.cabinet)}`
        : `${matchOf(t, command.match)} stopped`
    case 'AddScore':
      return `${command.by > 0 ? '+1' : '−1'} ${colour(t, command)} in ${matchOf(t, command.match)}`
    case 'SetScore':
      return `Score of ${matchOf(t, command.match)} set`
    case 'SetSides':
      return `Sides of ${matchOf(t, command.match)} swapped`
    case 'SetWarmup':
      return `Warm-up of ${matchOf(t, command.match)} ${command.on ? 'on' : 'off'}`
    case 'SetTeams':
      return `Teams of ${matchOf(t, command.match)} set`
    case 'CompleteMatch':
      return `${matchOf(t, command.match)} complete`
    case 'ReopenMatch':
      return `${matchOf(t, command.match)} reopened`
    case 'ForfeitMatch':
      return `${matchOf(t, command.match)} forfeited${command.teams.length > 1 ? ' by both' : ''}`
    case 'ReplayMatch':
      return `${matchOf(t, command.match)} is played again`
    case 'AnnotateMatch':
      return `Note on ${matchOf(t, command.match)} ${command.note === '' ? 'removed' : 'set'}`
    case 'ReviewMatch':
      return `Review of ${matchOf(t, command.match)} ended`
    case 'ReplaceMatch':
      return `${matchOf(t, command.by)} instead of ${matchOf(t, command.match)}`
    case 'AttachGame':
      return `Game added to ${matchOf(t, command.match)}`
    case 'DetachGame':
      return `Game taken from ${matchOf(t, t.games[command.game]?.match ?? 0)}`
    case 'ExtendTimer':
      return `+${command.seconds} s for the queue timer of ${cabinetOf(t, command.cabinet)}`
    case 'BeginGame':
      return `Game began in ${matchOf(t, command.match)}`
    case 'AddTeam':
    case 'FoundTeam':
      return `Team ${command.name} added`
    case 'CreateMatches':
    case 'SeedStage':
      return `${plain[command.type]} of ${stageOf(t, command.stage)}`
    case 'AskReport':
    case 'NoteReport':
    case 'NoteMark':
      return reported(t, command)
    default:
      return plain[command.type] ?? ofQueues(t, command) ?? ofStages(t, command)
  }
}

function ofQueues(t: Tournament, command: Command): string | null {
  switch (command.type) {
    case 'SetQueue':
      return `Queue ${queueOf(t, command.queue)} changed`
    case 'EnableQueue':
      return `Queue ${queueOf(t, command.queue)} ${command.on ? 'enabled' : 'disabled'}`
    case 'AssignAll':
      return `Queue ${queueOf(t, command.queue)} filled`
    case 'RemoveAll':
      return `Queue ${queueOf(t, command.queue)} emptied`
    case 'HoldTimer':
      return `Queue timer of ${cabinetOf(t, command.cabinet)} held`
    case 'HoldCabinet':
      return `${cabinetOf(t, command.cabinet)} held`
    case 'ReleaseCabinet':
      return `${cabinetOf(t, command.cabinet)} released`
    default:
      return null
  }
}

/** A ruling that waits for a second official is not for everyone to know. */
function ofProtest(
  t: Tournament,
  { type, protest: id }: CommandOf<'WithdrawProtest' | 'RuleProtest' | 'SignRuling'>,
): string {
  const protest = t.protests[id]
  const match = matchOf(t, protest?.match ?? 0)
  if (type === 'WithdrawProtest') return `Protest of ${match} withdrawn`
  if (protest?.ended?.how !== 'ruled') return `A ruling on ${match} waits for a second official`
  return `Ruling on ${match}: ${ruled[protest.ended.ruling.kind]}`
}

const ruled: Record<RulingKind, string> = {
  uphold: 'the result stands',
  correct: 'the result is corrected',
  replay: 'it is played again',
  void: 'it counts for nobody',
}

function reported(
  t: Tournament,
  command: CommandOf<'AskReport' | 'NoteReport' | 'NoteMark'>,
): string {
  const match = matchOf(t, command.match)
  if (command.type === 'AskReport') return `Result of ${match} is sent again`
  if (command.type === 'NoteMark') {
    return `Mark of ${match} outside ${command.failed ? 'failed' : 'set'}`
  }
  const done = command.told ? `Result of ${match}` : `Reopening of ${match}`
  return command.status === 'sent' ? `${done} sent` : `Result of ${match} not sent`
}

function ofStages(t: Tournament, command: Command): string {
  switch (command.type) {
    case 'LodgeProtest':
      return `${matchOf(t, command.match)} under protest`
    case 'WithdrawProtest':
    case 'RuleProtest':
    case 'SignRuling':
      return ofProtest(t, command)
    case 'PlaceStage':
    case 'PlaceByDefault':
      return `Placements of ${stageOf(t, command.stage)}`
    case 'CreateTiebreaks':
      return `Tie-break matches for places ${command.from}-${command.to} of ${stageOf(t, command.stage)}`
    case 'AddLateTeam':
      return `${teamOf(t, command.team)} added to ${stageOf(t, command.stage)}`
    case 'WithdrawTeam':
      return `${teamOf(t, command.team)} withdrawn from ${stageOf(t, command.stage)}`
    case 'AddMatch':
      return `Match added to ${stageOf(t, command.stage)}`
    case 'RemoveMatch':
      return 'Match removed'
    default:
      return ofPlayers(t, command)
  }
}

/** Without names of players: who they are is not in the log (P19). */
function ofPlayers(t: Tournament, command: Command): string {
  switch (command.type) {
    case 'MovePlayers': {
      const [first, ...more] = command.moves
      if (!first || more.length > 0) return `${command.moves.length} players moved`
      return first.team === null ? 'Player left a team' : `Player moved to ${teamOf(t, first.team)}`
    }
    case 'PickPlayer':
      return `${picker(t, command)} picked in round ${command.round}`
    case 'ReplacePick':
      return `Pick of ${picker(t, command)} in round ${command.round} replaced`
    case 'FinalizeDraft':
      return `${t.drafts[draftKey]?.made?.length ?? 0} teams created by the draft`
    default:
      return command.type
  }
}

const plain: Partial<Record<Command['type'], string>> = {
  NoteCheck: 'Bracket outside validated',
  ImportTeams: 'Teams taken from outside',
  ImportMatches: 'Matches taken from outside',
  CreateTournament: 'Tournament created',
  ChangeTournament: 'Tournament settings changed',
  DeleteTournament: 'Tournament deleted',
  AssignCabinets: 'Cabinets assigned',
  LoadTemplate: 'Template loaded',
  RenameTeam: 'Team renamed',
  RemoveTeam: 'Team removed',
  RemovePlayer: 'Player removed',
  SetDraft: 'Draft set',
  UndoPick: 'Last pick taken back',
  CreateStage: 'Stage created',
  ChangeStage: 'Stage changed',
  DeleteStage: 'Stage deleted',
  SeedStage: 'Teams',
  CreateMatches: 'Matches',
  CreateQueues: 'Queues created',
  CreateQueue: 'Queue created',
  SetQueueCabinets: 'Cabinets of a queue set',
  RenameQueue: 'Queue renamed',
  DeleteQueue: 'Queue deleted',
}

/** What officials do to it meanwhile is not for everyone to read (R-CMD-4). */
function underReview(t: Tournament, command: Command): Match | null {
  const game = 'game' in command ? t.games[command.game]?.match : undefined
  const disputed = 'protest' in command ? t.protests[command.protest]?.match : undefined
  const match = t.matches[('match' in command ? command.match : (game ?? disputed)) ?? 0]
  return match?.review ? match : null
}

function finished(t: Tournament, command: CommandOf<'FinishGame'>): string {
  const game = t.games[command.game]
  const match = matchOf(t, game?.match ?? 0)
  const winner = command.winningTeam === 'blue' ? 'Blue' : 'Gold'
  if (game?.status === 'warmup') return `Warm-up game ended in ${match}`
  if (game?.status === 'proposed') return `A game for ${match} waits for a person`
  const done = t.matches[game?.match ?? 0]?.result ? `, ${match} complete` : ''
  return `${winner} won a game in ${match}${done}`
}

function colour(t: Tournament, command: CommandOf<'AddScore'>): string {
  const match = t.matches[command.match]
  if (!match) return 'point'
  return teamsOf(t, match)[blueSlot(match)] === command.team ? 'Blue' : 'Gold'
}

function matchOf(t: Tournament, id: MatchId): string {
  const match = t.matches[id]
  return match ? label(match) : 'a match'
}

function cabinetOf(t: Tournament, id: CabinetId): string {
  return t.cabinets[id]?.name ?? `Cabinet ${id}`
}

function stageOf(t: Tournament, id: StageId): string {
  return t.stages[id]?.name ?? 'a stage'
}

function teamOf(t: Tournament, id: TeamId): string {
  return t.teams[id]?.name ?? 'A team'
}

function picker(t: Tournament, turn: Turn): string {
  const draft = t.drafts[draftKey]
  const team = draft ? teamAtTurn(draft, turn) : 0
  return draft?.teams[team] || `Team ${team + 1}`
}

function queueOf(t: Tournament, id: QueueId): string {
  return t.queues[id]?.name ?? `${id}`
}

/** `Bees v Wasps`, blue first, for labels and live regions. */
export function pairing(t: Tournament, id: MatchId): string {
  const match = t.matches[id]
  if (!match) return '(unknown team) v (unknown team)'
  const teams = sides(t, match)
  const name = (team: TeamId | null) => t.teams[team ?? 0]?.name ?? '(unknown team)'
  return `${name(teams.blue)} v ${name(teams.gold)}`
}
