import { named, teamsOf } from '../bracket/bracket.ts'
import type { CabinetId, MatchId, ProtestId, QueueId, StageId, TeamId } from '../ids.ts'
import type { Command, CommandOf } from '../schema/command.ts'
import type { Commit } from '../schema/commit.ts'
import type { Turn } from '../schema/event.ts'
import type { RulingKind } from '../schema/ruling.ts'
import { draftKey, teamOf as teamAtTurn } from '../state/draft.ts'
import { blueSlot } from '../state/match.ts'
import type { Tournament } from '../state/tournament.ts'
import { undoneBy } from './touched.ts'

/** What ids are of; each kind has a sequence of its own. */
export type IdKind = 'team' | 'bracket' | 'match' | 'queue' | 'protest'

type About<T extends Command['type']> = {
  /** done, in one line; `t` is the state after it */
  words: string | ((t: Tournament, command: CommandOf<T>, commit: Commit) => string)
  /** what it needs ids of: how many, only its decision knows */
  makes?: IdKind
  /** a control of the console, kept in its outbox until there is a network */
  outbox?: true
  /** what no tablet at a cabinet does, it can neither take back nor bring back (R-PE-4) */
  tablet?: false
  /** what services note or take over: no press of a person, so nothing to take back */
  isNote?: true
}

const matched = (words: (match: string) => string) => {
  return (t: Tournament, command: { match: MatchId }) => words(matchOf(t, command.match))
}
const staged = (words: (stage: string) => string) => {
  return (t: Tournament, command: { stage: StageId }) => words(stageOf(t, command.stage))
}
const queued = (words: (queue: string) => string) => {
  return (t: Tournament, { queue }: { queue: QueueId }) =>
    words(t.queues[queue]?.name ?? `${queue}`)
}
const placed = (words: (cabinet: string) => string) => {
  return (t: Tournament, command: { cabinet: CabinetId }) => words(cabinetOf(t, command.cabinet))
}

/** One record a command: what the language knows of it besides its schema. */
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
  MovePlayers: { words: moved },
  RemovePlayer: { words: 'Player removed' },
  SetDraft: { words: 'Draft set' },
  PickPlayer: { words: (t, turn) => `${picker(t, turn)} picked in round ${turn.round}` },
  UndoPick: { words: 'Last pick taken back' },
  ReplacePick: {
    words: (t, turn) => `Pick of ${picker(t, turn)} in round ${turn.round} replaced`,
  },
  FinalizeDraft: {
    words: (t) => `${t.drafts[draftKey]?.made?.length ?? 0} teams created by the draft`,
    makes: 'team',
  },

  CreateStage: { words: 'Stage created', makes: 'bracket' },
  ChangeStage: { words: 'Stage changed', tablet: false },
  DeleteStage: { words: 'Stage deleted', tablet: false },
  SeedStage: { words: staged((stage) => `Teams of ${stage}`), makes: 'match', tablet: false },
  CreateMatches: { words: staged((stage) => `Matches of ${stage}`), makes: 'match', tablet: false },
  PlaceStage: { words: staged((stage) => `Placements of ${stage}`), makes: 'match', tablet: false },
  PlaceByDefault: {
    words: staged((stage) => `Placements of ${stage}`),
    makes: 'match',
    tablet: false,
  },
  CreateTiebreaks: {
    words: (t, { from, to, stage }) =>
      `Tie-break matches for places ${from}-${to} of ${stageOf(t, stage)}`,
    makes: 'match',
    tablet: false,
  },
  AddLateTeam: {
    words: (t, { team, stage }) => `${teamOf(t, team)} added to ${stageOf(t, stage)}`,
    makes: 'match',
    tablet: false,
  },
  WithdrawTeam: {
    words: (t, { team, stage }) => `${teamOf(t, team)} withdrawn from ${stageOf(t, stage)}`,
    tablet: false,
  },
  AddMatch: { words: staged((stage) => `Match added to ${stage}`), makes: 'match', tablet: false },
  RemoveMatch: { words: 'Match removed', tablet: false },

  SetTeams: { words: matched((match) => `Teams of ${match} set`) },
  StartMatch: {
    words: (t, { match, cabinet }) => `${matchOf(t, match)} started on ${cabinetOf(t, cabinet)}`,
    outbox: true,
  },
  StopMatch: { words: stopped, outbox: true },
  AddScore: {
    words: (t, command) =>
      `${command.by > 0 ? '+1' : '−1'} ${colour(t, command)} in ${matchOf(t, command.match)}`,
    outbox: true,
  },
  SetScore: { words: matched((match) => `Score of ${match} set`) },
  SetSides: { words: matched((match) => `Sides of ${match} swapped`), outbox: true },
  SetWarmup: {
    words: (t, { match, on }) => `Warm-up of ${matchOf(t, match)} ${on ? 'on' : 'off'}`,
    outbox: true,
  },
  CompleteMatch: { words: matched((match) => `${match} complete`), outbox: true },
  ReopenMatch: { words: matched((match) => `${match} reopened`) },
  ForfeitMatch: {
    words: (t, { match, teams }) =>
      `${matchOf(t, match)} forfeited${teams.length > 1 ? ' by both' : ''}`,
  },
  ReplayMatch: { words: matched((match) => `${match} is played again`) },
  ReviewMatch: { words: matched((match) => `Review of ${match} ended`) },
  AnnotateMatch: {
    words: (t, { match, note }) =>
      `Note on ${matchOf(t, match)} ${note === '' ? 'removed' : 'set'}`,
  },
  ReplaceMatch: {
    words: (t, { by, match }) => `${matchOf(t, by)} instead of ${matchOf(t, match)}`,
  },

  LodgeProtest: { words: matched((match) => `${match} under protest`), makes: 'protest' },
  WithdrawProtest: {
    words: (t, { protest }) => `Protest of ${disputed(t, protest)} withdrawn`,
    tablet: false,
  },
  RuleProtest: { words: ruling, tablet: false },
  SignRuling: { words: ruling, tablet: false },

  BeginGame: { words: matched((match) => `Game began in ${match}`) },
  FinishGame: { words: finished },
  AttachGame: { words: matched((match) => `Game added to ${match}`) },
  DetachGame: {
    words: (t, { game }) => `Game taken from ${matchOf(t, t.games[game]?.match ?? 0)}`,
  },

  CreateQueues: { words: 'Queues created', makes: 'queue', outbox: true },
  CreateQueue: { words: 'Queue created', makes: 'queue' },
  SetQueue: { words: queued((queue) => `Queue ${queue} changed`), outbox: true },
  AssignAll: { words: queued((queue) => `Queue ${queue} filled`), outbox: true },
  RemoveAll: { words: queued((queue) => `Queue ${queue} emptied`), outbox: true },
  SetQueueCabinets: { words: 'Cabinets of a queue set' },
  RenameQueue: { words: 'Queue renamed' },
  EnableQueue: {
    words: (t, command) =>
      queued((queue) => `Queue ${queue} ${command.on ? 'enabled' : 'disabled'}`)(t, command),
    outbox: true,
  },
  DeleteQueue: { words: 'Queue deleted' },
  SelectNext: { words: startedNext, outbox: true },
  HoldTimer: { words: placed((cabinet) => `Queue timer of ${cabinet} held`) },
  HoldCabinet: { words: placed((cabinet) => `${cabinet} held`), outbox: true },
  ReleaseCabinet: { words: placed((cabinet) => `${cabinet} released`), outbox: true },
  ExtendTimer: {
    words: (t, { seconds, cabinet }) =>
      `+${seconds} s for the queue timer of ${cabinetOf(t, cabinet)}`,
    outbox: true,
  },
  FireTimer: { words: startedNext },

  WriteAnnouncement: { words: 'Announcement written', tablet: false },
  EndAnnouncement: { words: 'Announcement ended', tablet: false },

  ReportAttendance: {
    words: (t, { team, missing: n }) => `${teamOf(t, team)} ${n === 0 ? 'is here' : `misses ${n}`}`,
  },
  CallOfficial: {
    words: (t, { cabinet: at }) => `Official called${at === null ? '' : ` to ${cabinetOf(t, at)}`}`,
  },
  TakeOfficialCall: { words: 'Call for an official taken' },
  EndOfficialCall: { words: 'Call for an official ended' },
  // Of whom is for officials alone to know: these words are public.
  GiveWarning: { words: 'Warning given' },

  NoteCheck: { words: 'Bracket outside validated', isNote: true },
  ImportTeams: { words: 'Teams taken from outside', makes: 'team', isNote: true },
  ImportMatches: { words: 'Matches taken from outside', makes: 'match', isNote: true },
  AskReport: { words: matched((match) => `Result of ${match} is sent again`), isNote: true },
  NoteReport: { words: reported, isNote: true },
  NoteMark: {
    words: (t, { match, failed }) =>
      `Mark of ${matchOf(t, match)} outside ${failed ? 'failed' : 'set'}`,
    isNote: true,
  },

  Undo: {
    words: (_, { version }, commit) => `Undo of step ${version}${together(commit)}`,
    outbox: true,
  },
  ReplaceStep: { words: (_, { version }) => `Step ${version} replaced`, tablet: false },
} satisfies { [T in Command['type']]: About<T> }

type Commands = typeof commands
/** The commands that the console keeps until there is a network. */
export type OutboxCommand = {
  [T in keyof Commands]: Commands[T] extends { outbox: true } ? T : never
}[keyof Commands]

export function aboutCommand<T extends Command['type']>(type: T): About<T> {
  return commands[type] as unknown as About<T>
}

function moved(t: Tournament, { moves }: CommandOf<'MovePlayers'>): string {
  const [first, ...more] = moves
  if (!first || more.length > 0) return `${moves.length} players moved`
  return first.team === null ? 'Player left a team' : `Player moved to ${teamOf(t, first.team)}`
}

function stopped(t: Tournament, { match, displacedBy }: CommandOf<'StopMatch'>): string {
  const name = matchOf(t, match)
  if (!displacedBy) return `${name} stopped`
  return `${name} stopped for another tournament's match on ${cabinetOf(t, displacedBy.cabinet)}`
}

function startedNext(t: Tournament, command: { cabinet: CabinetId }, { events }: Commit): string {
  const started = events.find((event) => event.type === 'MatchStarted')
  const cabinet = cabinetOf(t, command.cabinet)
  if (started) return `${matchOf(t, started.match)} started on ${cabinet}`
  return `Queue timer of ${cabinet} ended`
}

/** How many rested on it. */
function together(commit: Commit): string {
  const more = undoneBy(commit).length - 1
  return more > 0 ? ` and ${more} that rested on it` : ''
}

/** A ruling that waits for a second official is not for everyone to know. */
function ruling(t: Tournament, { protest: id }: { protest: ProtestId }): string {
  const protest = t.protests[id]
  const match = disputed(t, id)
  if (protest?.ended?.how !== 'ruled') return `A ruling on ${match} waits for a second official`
  return `Ruling on ${match}: ${ruled[protest.ended.ruling.kind]}`
}

const ruled: Record<RulingKind, string> = {
  uphold: 'the result stands',
  correct: 'the result is corrected',
  replay: 'it is played again',
  void: 'it counts for nobody',
}

function reported(t: Tournament, command: CommandOf<'NoteReport'>): string {
  const match = matchOf(t, command.match)
  const done = command.told ? `Result of ${match}` : `Reopening of ${match}`
  return command.status === 'sent' ? `${done} sent` : `Result of ${match} not sent`
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
  return match ? named(t, match) : 'a match'
}

function disputed(t: Tournament, protest: ProtestId): string {
  return matchOf(t, t.protests[protest]?.match ?? 0)
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

/** Without names of players: who they are is not in the log (P19). */
function picker(t: Tournament, turn: Turn): string {
  const draft = t.drafts[draftKey]
  const team = draft ? teamAtTurn(draft, turn) : 0
  return draft?.teams[team] || `Team ${team + 1}`
}
