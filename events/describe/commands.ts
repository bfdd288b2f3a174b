import { teamsOf } from '../bracket/bracket.ts'
import type { CabinetId, MatchId, ProtestId, QueueId, StageId } from '../ids.ts'
import type { Command, CommandOf } from '../schema/command.ts'
import type { Commit } from '../schema/commit.ts'
import type { Turn } from '../schema/event.ts'
import type { RulingKind } from '../schema/ruling.ts'
import { draftKey, teamOf as teamAtTurn } from '../state/draft.ts'
import { blueSlot } from '../state/match.ts'
import type { Tournament } from '../state/tournament.ts'
import { cabinetName, matchName, stageName, teamName } from './names.ts'
import { undoneBy } from './touched.ts'

/** The kinds of ids that commands allocate. Each kind has its own sequence. */
export type IdKind = 'team' | 'bracket' | 'match' | 'queue' | 'protest'

type About<T extends Command['type']> = {
  /** one line that says what the command did; `t` is the state after it */
  words: string | ((t: Tournament, command: CommandOf<T>, commit: Commit) => string)
  /** the kind of ids it needs; how many is up to its decider */
  makes?: IdKind
  /** a control of the console, which keeps the command in its outbox while it is offline */
  outbox?: true
  /** not allowed to a tablet at a cabinet, which may not undo or redo it either (R-PE-4) */
  tablet?: false
  /** recorded or imported by a service: not an action of a person, so nothing to undo */
  isNote?: true
}

const ofMatch = (words: (match: string) => string) => {
  return (t: Tournament, command: { match: MatchId }) => words(matchName(t, command.match))
}
const ofStage = (words: (stage: string) => string) => {
  return (t: Tournament, command: { stage: StageId }) => words(stageName(t, command.stage))
}
const ofQueue = (words: (queue: string) => string) => {
  return (t: Tournament, { queue }: { queue: QueueId }) =>
    words(t.queues[queue]?.name ?? `${queue}`)
}
const ofCabinet = (words: (cabinet: string) => string) => {
  return (t: Tournament, command: { cabinet: CabinetId }) => words(cabinetName(t, command.cabinet))
}

/** One record per command: everything about it except its schema. */
export const commands = {
  CreateTournament: { words: 'Tournament created' },
  ImportTournament: { words: 'Tournament imported', tablet: false },
  ChangeTournament: { words: 'Tournament settings changed', tablet: false },
  DeleteTournament: { words: 'Tournament deleted' },
  AssignCabinets: { words: 'Cabinets assigned', tablet: false },
  LoadTemplate: { words: 'Template loaded', makes: 'bracket' },

  AddTeam: { words: (_, { name }) => `Team ${name} added`, makes: 'team' },
  AddTeams: { words: 'Teams and players added', makes: 'team' },
  FoundTeam: { words: (_, { name }) => `Team ${name} added`, makes: 'team' },
  RenameTeam: { words: 'Team renamed' },
  RemoveTeam: { words: 'Team removed' },
  MovePlayers: { words: playersMoved },
  RemovePlayer: { words: 'Player removed' },
  SetDraft: { words: 'Draft set up' },
  PickPlayer: { words: (t, turn) => `${pickingTeam(t, turn)} picked in round ${turn.round}` },
  UndoPick: { words: 'Last pick undone' },
  ReplacePick: {
    words: (t, turn) => `Pick of ${pickingTeam(t, turn)} in round ${turn.round} replaced`,
  },
  FinalizeDraft: {
    words: (t) => `${t.drafts[draftKey]?.made?.length ?? 0} teams created by the draft`,
    makes: 'team',
  },

  CreateStage: { words: 'Stage created', makes: 'bracket' },
  ChangeStage: { words: 'Stage changed', tablet: false },
  DeleteStage: { words: 'Stage deleted', tablet: false },
  SeedStage: { words: ofStage((stage) => `Teams of ${stage}`), makes: 'match', tablet: false },
  CreateMatches: {
    words: ofStage((stage) => `Matches of ${stage}`),
    makes: 'match',
    tablet: false,
  },
  PlaceStage: {
    words: ofStage((stage) => `Placements of ${stage}`),
    makes: 'match',
    tablet: false,
  },
  PlaceByDefault: {
    words: ofStage((stage) => `Placements of ${stage}`),
    makes: 'match',
    tablet: false,
  },
  CreateTiebreaks: {
    words: (t, { from, to, stage }) =>
      `Tie-break matches for places ${from}-${to} of ${stageName(t, stage)}`,
    makes: 'match',
    tablet: false,
  },
  AddLateTeam: {
    words: (t, { team, stage }) => `${teamName(t, team)} added to ${stageName(t, stage)}`,
    makes: 'match',
    tablet: false,
  },
  WithdrawTeam: {
    words: (t, { team, stage }) => `${teamName(t, team)} withdrawn from ${stageName(t, stage)}`,
    tablet: false,
  },
  AddMatch: {
    words: ofStage((stage) => `Match added to ${stage}`),
    makes: 'match',
    tablet: false,
  },
  RemoveMatch: { words: 'Match removed', tablet: false },

  SetTeams: { words: ofMatch((match) => `Teams of ${match} set`) },
  StartMatch: {
    words: (t, { match, cabinet }) =>
      `${matchName(t, match)} started on ${cabinetName(t, cabinet)}`,
    outbox: true,
  },
  StopMatch: { words: matchStopped, outbox: true },
  AddScore: {
    words: (t, command) =>
      `${command.by > 0 ? '+1' : '−1'} ${teamColour(t, command)} in ${matchName(t, command.match)}`,
    outbox: true,
  },
  SetScore: { words: ofMatch((match) => `Score of ${match} set`) },
  SetSides: { words: ofMatch((match) => `Sides of ${match} swapped`), outbox: true },
  SetWarmup: {
    words: (t, { match, on }) => `Warm-up of ${matchName(t, match)} ${on ? 'on' : 'off'}`,
    outbox: true,
  },
  CompleteMatch: { words: ofMatch((match) => `${match} complete`), outbox: true },
  ReopenMatch: { words: ofMatch((match) => `${match} reopened`) },
  ForfeitMatch: {
    words: (t, { match, teams }) =>
      `${matchName(t, match)} forfeited${teams.length > 1 ? ' by both' : ''}`,
  },
  ReplayMatch: { words: ofMatch((match) => `${match} is played again`) },
  ReviewMatch: { words: ofMatch((match) => `Review of ${match} ended`) },
  AnnotateMatch: {
    words: (t, { match, note }) =>
      `Note on ${matchName(t, match)} ${note === '' ? 'removed' : 'set'}`,
  },
  ReplaceMatch: {
    words: (t, { by, match }) => `${matchName(t, by)} instead of ${matchName(t, match)}`,
  },

  LodgeProtest: { words: ofMatch((match) => `${match} under protest`), makes: 'protest' },
  WithdrawProtest: {
    words: (t, { protest }) => `Protest of ${disputedMatch(t, protest)} withdrawn`,
    tablet: false,
  },
  RuleProtest: { words: rulingText, tablet: false },
  SignRuling: { words: rulingText, tablet: false },

  BeginGame: { words: ofMatch((match) => `Game started in ${match}`) },
  FinishGame: { words: gameFinished },
  AttachGame: { words: ofMatch((match) => `Game added to ${match}`) },
  DetachGame: {
    words: (t, { game }) => `Game removed from ${matchName(t, t.games[game]?.match ?? 0)}`,
  },

  CreateQueues: { words: 'Queues created', makes: 'queue', outbox: true },
  CreateQueue: { words: 'Queue created', makes: 'queue' },
  SetQueue: { words: ofQueue((queue) => `Queue ${queue} changed`), outbox: true },
  AssignAll: { words: ofQueue((queue) => `Queue ${queue} filled`), outbox: true },
  RemoveAll: { words: ofQueue((queue) => `Queue ${queue} emptied`), outbox: true },
  SetQueueCabinets: { words: 'Cabinets of a queue changed' },
  RenameQueue: { words: 'Queue renamed' },
  EnableQueue: {
    words: (t, command) =>
      ofQueue((queue) => `Queue ${queue} ${command.on ? 'enabled' : 'disabled'}`)(t, command),
    outbox: true,
  },
  DeleteQueue: { words: 'Queue deleted' },
  SelectNext: { words: nextStarted, outbox: true },
  HoldTimer: { words: ofCabinet((cabinet) => `Queue timer of ${cabinet} held`) },
  HoldCabinet: { words: ofCabinet((cabinet) => `${cabinet} held`), outbox: true },
  ReleaseCabinet: { words: ofCabinet((cabinet) => `${cabinet} released`), outbox: true },
  ExtendTimer: {
    words: (t, { seconds, cabinet }) =>
      `+${seconds} s for the queue timer of ${cabinetName(t, cabinet)}`,
    outbox: true,
  },
  FireTimer: { words: nextStarted },

  WriteAnnouncement: { words: 'Announcement posted', tablet: false },
  EndAnnouncement: { words: 'Announcement ended', tablet: false },

  ReportAttendance: {
    words: (t, { team, missing: n }) =>
      `${teamName(t, team)} ${n === 0 ? 'is here' : `is missing ${n}`}`,
  },
  CallOfficial: {
    words: (t, { cabinet: at }) =>
      `Official called${at === null ? '' : ` to ${cabinetName(t, at)}`}`,
  },
  TakeOfficialCall: { words: 'Call for an official accepted' },
  EndOfficialCall: { words: 'Call for an official ended' },
  // The text is public, and only officials may know who was warned.
  GiveWarning: { words: 'Warning given' },

  NoteCheck: { words: 'Bracket on Challonge validated', isNote: true },
  ImportTeams: { words: 'Teams imported from Challonge', makes: 'team', isNote: true },
  ImportMatches: { words: 'Matches imported from Challonge', makes: 'match', isNote: true },
  AskReport: { words: ofMatch((match) => `Result of ${match} to be sent again`), isNote: true },
  NoteReport: { words: resultReported, isNote: true },
  NoteMark: {
    words: (t, { match, failed }) =>
      `${matchName(t, match)} ${failed ? 'not ' : ''}marked as under way on Challonge`,
    isNote: true,
  },

  Undo: {
    words: (_, { version }, commit) => `Undo of step ${version}${alsoUndone(commit)}`,
    outbox: true,
  },
  ReplaceStep: { words: (_, { version }) => `Step ${version} replaced`, tablet: false },
} satisfies { [T in Command['type']]: About<T> }

type Commands = typeof commands
/** The commands that the console keeps in its outbox while it is offline. */
export type OutboxCommand = {
  [T in keyof Commands]: Commands[T] extends { outbox: true } ? T : never
}[keyof Commands]

export function commandInfo<T extends Command['type']>(type: T): About<T> {
  return commands[type] as unknown as About<T>
}

function playersMoved(t: Tournament, { moves }: CommandOf<'MovePlayers'>): string {
  const [first, ...more] = moves
  if (!first || more.length > 0) return `${moves.length} players moved`
  return first.team === null ? 'Player left a team' : `Player moved to ${teamName(t, first.team)}`
}

function matchStopped(t: Tournament, { match, displacedBy }: CommandOf<'StopMatch'>): string {
  const name = matchName(t, match)
  if (!displacedBy) return `${name} stopped`
  return `${name} stopped for another tournament's match on ${cabinetName(t, displacedBy.cabinet)}`
}

function nextStarted(t: Tournament, command: { cabinet: CabinetId }, { events }: Commit): string {
  const started = events.find((event) => event.type === 'MatchStarted')
  const cabinet = cabinetName(t, command.cabinet)
  if (started) return `${matchName(t, started.match)} started on ${cabinet}`
  return `Queue timer of ${cabinet} ended`
}

/** The number of other commits that depended on the undone one and were undone with it. */
function alsoUndone(commit: Commit): string {
  const more = undoneBy(commit).length - 1
  return more > 0 ? ` and ${more} that depended on it` : ''
}

/** The text of a ruling that waits for a second official does not tell its content. */
function rulingText(t: Tournament, { protest: id }: { protest: ProtestId }): string {
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

function resultReported(t: Tournament, command: CommandOf<'NoteReport'>): string {
  const match = matchName(t, command.match)
  const report = command.told ? `Result of ${match}` : `Reopening of ${match}`
  return command.status === 'sent' ? `${report} sent` : `Result of ${match} not sent`
}

function gameFinished(t: Tournament, command: CommandOf<'FinishGame'>): string {
  const game = t.games[command.game]
  const match = matchName(t, game?.match ?? 0)
  const winner = command.winningTeam === 'blue' ? 'Blue' : 'Gold'
  if (game?.status === 'warmup') return `Warm-up game ended in ${match}`
  if (game?.status === 'proposed') return `A game for ${match} needs a decision`
  const completed = t.matches[game?.match ?? 0]?.result ? `, ${match} complete` : ''
  return `${winner} won a game in ${match}${completed}`
}

function teamColour(t: Tournament, command: CommandOf<'AddScore'>): string {
  const match = t.matches[command.match]
  if (!match) return 'point'
  return teamsOf(t, match)[blueSlot(match)] === command.team ? 'Blue' : 'Gold'
}

function disputedMatch(t: Tournament, protest: ProtestId): string {
  return matchName(t, t.protests[protest]?.match ?? 0)
}

/** Without names of players, because the log has only their ids (P19). */
function pickingTeam(t: Tournament, turn: Turn): string {
  const draft = t.drafts[draftKey]
  const team = draft ? teamAtTurn(draft, turn) : 0
  return draft?.teams[team] || `Team ${team + 1}`
}
