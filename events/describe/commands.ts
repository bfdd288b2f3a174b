import type { Command, CommandOf } from '../schema/command.ts'
import type { Commit } from '../schema/commit.ts'
import { draftKey } from '../state/draft.ts'
import type { Tournament } from '../state/tournament.ts'
import {
  alsoUndone,
  disputedMatch,
  gameFinished,
  matchStopped,
  nextStarted,
  ofCabinet,
  ofMatch,
  ofQueue,
  ofStage,
  pickingTeam,
  playersMoved,
  resultReported,
  rulingText,
  teamColour,
} from './command-texts.ts'
import { cabinetName, matchName, stageName, teamName } from './names.ts'

/** The kinds of ids that commands allocate. Each kind has its own sequence. */
export type CreatedKind = 'team' | 'bracket' | 'match' | 'queue' | 'protest'

type About<T extends Command['type']> = {
  /** one line that says what the command did; `t` is the state after it */
  words: string | ((t: Tournament, command: CommandOf<T>, commit: Commit) => string)
  /** who may give it, and so undo it: officials, or only admins of the scene (R-UN-1) */
  by: 'official' | 'admin'
  /** the kind of ids it needs; how many is up to its decider */
  makes?: CreatedKind
  /** a control of the console, which keeps the command in its outbox while it is offline */
  outbox?: true
  /** not allowed to a tablet at a cabinet, which may not undo or redo it either (R-PE-4) */
  tablet?: false
  /** recorded or imported by a service: not an action of a person, so nothing to undo */
  isNote?: true
}

/** One record per command: everything about it except its schema. */
export const commands = {
  CreateTournament: { by: 'admin', words: 'Tournament created' },
  ImportTournament: { by: 'admin', words: 'Tournament imported', tablet: false },
  ChangeTournament: { by: 'admin', words: 'Tournament settings changed', tablet: false },
  DeleteTournament: { by: 'admin', words: 'Tournament deleted' },
  AssignCabinets: { by: 'admin', words: 'Cabinets assigned', tablet: false },
  LoadTemplate: { by: 'admin', words: 'Template loaded', makes: 'bracket' },

  AddTeam: { by: 'admin', words: (_, { name }) => `Team ${name} added`, makes: 'team' },
  AddTeams: { by: 'admin', words: 'Teams and players added', makes: 'team' },
  FoundTeam: { by: 'admin', words: (_, { name }) => `Team ${name} added`, makes: 'team' },
  RenameTeam: { by: 'admin', words: 'Team renamed' },
  RemoveTeam: { by: 'admin', words: 'Team removed' },
  MovePlayers: { by: 'admin', words: playersMoved },
  RemovePlayer: { by: 'admin', words: 'Player removed' },
  SetDraft: { by: 'admin', words: 'Draft set up' },
  PickPlayer: {
    by: 'admin',
    words: (t, turn) => `${pickingTeam(t, turn)} picked in round ${turn.round}`,
  },
  UndoPick: { by: 'admin', words: 'Last pick undone' },
  ReplacePick: {
    by: 'admin',
    words: (t, turn) => `Pick of ${pickingTeam(t, turn)} in round ${turn.round} replaced`,
  },
  FinalizeDraft: {
    by: 'admin',
    words: (t) => `${t.drafts[draftKey]?.made?.length ?? 0} teams created by the draft`,
    makes: 'team',
  },

  CreateStage: { by: 'admin', words: 'Stage created', makes: 'bracket' },
  ChangeStage: { by: 'admin', words: 'Stage changed', makes: 'match', tablet: false },
  DeleteStage: { by: 'admin', words: 'Stage deleted', tablet: false },
  SeedStage: {
    by: 'admin',
    words: ofStage((stage) => `Teams of ${stage}`),
    makes: 'match',
    tablet: false,
  },
  CreateMatches: {
    by: 'admin',
    words: ofStage((stage) => `Matches of ${stage}`),
    makes: 'match',
    tablet: false,
  },
  PlaceStage: {
    by: 'admin',
    words: ofStage((stage) => `Placements of ${stage}`),
    makes: 'match',
    tablet: false,
  },
  PlaceByDefault: {
    by: 'admin',
    words: ofStage((stage) => `Placements of ${stage}`),
    makes: 'match',
    tablet: false,
  },
  CreateTiebreaks: {
    by: 'admin',
    words: (t, { from, to, stage }) =>
      `Tie-break matches for places ${from}-${to} of ${stageName(t, stage)}`,
    makes: 'match',
    tablet: false,
  },
  AddLateTeam: {
    by: 'admin',
    words: (t, { team, stage }) => `${teamName(t, team)} added to ${stageName(t, stage)}`,
    makes: 'match',
    tablet: false,
  },
  WithdrawTeam: {
    by: 'admin',
    words: (t, { team, stage }) => `${teamName(t, team)} withdrawn from ${stageName(t, stage)}`,
    tablet: false,
  },
  AddMatch: {
    by: 'official',
    words: ofStage((stage) => `Match added to ${stage}`),
    makes: 'match',
    tablet: false,
  },
  RemoveMatch: { by: 'official', words: 'Match removed', tablet: false },

  SetTeams: { by: 'official', words: ofMatch((match) => `Teams of ${match} set`) },
  StartMatch: {
    by: 'official',
    words: (t, { match, cabinet }) =>
      `${matchName(t, match)} started on ${cabinetName(t, cabinet)}`,
    outbox: true,
  },
  StopMatch: { by: 'official', words: matchStopped, outbox: true },
  AddScore: {
    by: 'official',
    words: (t, command) =>
      `${command.by > 0 ? '+1' : '−1'} ${teamColour(t, command)} in ${matchName(t, command.match)}`,
    outbox: true,
  },
  SetScore: { by: 'official', words: ofMatch((match) => `Score of ${match} set`) },
  SetSides: {
    by: 'official',
    words: ofMatch((match) => `Sides of ${match} swapped`),
    outbox: true,
  },
  SetWarmup: {
    by: 'official',
    words: (t, { match, on }) => `Warm-up of ${matchName(t, match)} ${on ? 'on' : 'off'}`,
    outbox: true,
  },
  CompleteMatch: { by: 'official', words: ofMatch((match) => `${match} complete`), outbox: true },
  ReopenMatch: { by: 'official', words: ofMatch((match) => `${match} reopened`) },
  ForfeitMatch: {
    by: 'official',
    words: (t, { match, teams }) =>
      `${matchName(t, match)} forfeited${teams.length > 1 ? ' by both' : ''}`,
  },
  ReplayMatch: { by: 'official', words: ofMatch((match) => `${match} is played again`) },
  ReviewMatch: { by: 'official', words: ofMatch((match) => `Review of ${match} ended`) },
  AnnotateMatch: {
    by: 'official',
    words: (t, { match, note }) =>
      `Note on ${matchName(t, match)} ${note === '' ? 'removed' : 'set'}`,
  },
  ReplaceMatch: {
    by: 'official',
    words: (t, { by, match }) => `${matchName(t, by)} instead of ${matchName(t, match)}`,
  },

  LodgeProtest: {
    by: 'official',
    words: ofMatch((match) => `${match} under protest`),
    makes: 'protest',
  },
  WithdrawProtest: {
    by: 'official',
    words: (t, { protest }) => `Protest of ${disputedMatch(t, protest)} withdrawn`,
    tablet: false,
  },
  RuleProtest: { by: 'official', words: rulingText, tablet: false },
  SignRuling: { by: 'official', words: rulingText, tablet: false },

  BeginGame: { by: 'official', words: ofMatch((match) => `Game started in ${match}`) },
  FinishGame: { by: 'official', words: gameFinished },
  AttachGame: { by: 'official', words: ofMatch((match) => `Game added to ${match}`) },
  DetachGame: {
    by: 'official',
    words: (t, { game }) => `Game removed from ${matchName(t, t.games[game]?.match ?? 0)}`,
  },

  CreateQueues: { by: 'official', words: 'Queues created', makes: 'queue', outbox: true },
  CreateQueue: { by: 'official', words: 'Queue created', makes: 'queue' },
  SetQueue: { by: 'official', words: ofQueue((queue) => `Queue ${queue} changed`), outbox: true },
  AssignAll: {
    by: 'official',
    words: (t, command) =>
      command.spread
        ? 'Queues filled'
        : `Queue ${t.queues[command.queue]?.name ?? command.queue} filled`,
    outbox: true,
  },
  RemoveAll: { by: 'official', words: ofQueue((queue) => `Queue ${queue} emptied`), outbox: true },
  SetQueueCabinets: { by: 'official', words: 'Cabinets of a queue changed' },
  RenameQueue: { by: 'official', words: 'Queue renamed' },
  EnableQueue: {
    by: 'official',
    words: (t, command) =>
      ofQueue((queue) => `Queue ${queue} ${command.on ? 'enabled' : 'disabled'}`)(t, command),
    outbox: true,
  },
  DeleteQueue: { by: 'official', words: 'Queue deleted' },
  SelectNext: { by: 'official', words: nextStarted, outbox: true },
  HoldTimer: { by: 'official', words: ofCabinet((cabinet) => `Queue timer of ${cabinet} held`) },
  HoldCabinet: { by: 'official', words: ofCabinet((cabinet) => `${cabinet} held`), outbox: true },
  ReleaseCabinet: {
    by: 'official',
    words: ofCabinet((cabinet) => `${cabinet} released`),
    outbox: true,
  },
  ExtendTimer: {
    by: 'official',
    words: (t, { seconds, cabinet }) =>
      `+${seconds} s for the queue timer of ${cabinetName(t, cabinet)}`,
    outbox: true,
  },
  FireTimer: { by: 'official', words: nextStarted },

  WriteAnnouncement: { by: 'official', words: 'Announcement posted', tablet: false },
  EndAnnouncement: { by: 'official', words: 'Announcement ended', tablet: false },

  ReportAttendance: {
    by: 'official',
    words: (t, { team, missing: n }) =>
      `${teamName(t, team)} ${n === 0 ? 'is here' : `is missing ${n}`}`,
  },
  CallOfficial: {
    by: 'official',
    words: (t, { cabinet: at }) =>
      `Official called${at === null ? '' : ` to ${cabinetName(t, at)}`}`,
  },
  TakeOfficialCall: { by: 'official', words: 'Call for an official accepted' },
  EndOfficialCall: { by: 'official', words: 'Call for an official ended' },
  // The text is public, and only officials may know who was warned.
  GiveWarning: { by: 'official', words: 'Warning given' },

  NoteCheck: { by: 'official', words: 'Bracket on Challonge validated', isNote: true },
  ImportTeams: {
    by: 'official',
    words: 'Teams imported from Challonge',
    makes: 'team',
    isNote: true,
  },
  ImportMatches: {
    by: 'official',
    words: 'Matches imported from Challonge',
    makes: 'match',
    isNote: true,
  },
  AskReport: {
    by: 'official',
    words: ofMatch((match) => `Result of ${match} to be sent again`),
    isNote: true,
  },
  NoteReport: { by: 'official', words: resultReported, isNote: true },
  NoteMark: {
    by: 'official',
    words: (t, { match, failed }) =>
      `${matchName(t, match)} ${failed ? 'not ' : ''}marked as under way on Challonge`,
    isNote: true,
  },

  Undo: {
    by: 'official',
    words: (_, { version }, commit) => `Undo of step ${version}${alsoUndone(commit)}`,
    outbox: true,
  },
  ReplaceStep: {
    by: 'official',
    words: (_, { version }) => `Step ${version} replaced`,
    tablet: false,
  },
} satisfies { [T in Command['type']]: About<T> }

type Commands = typeof commands
/** The commands that the console keeps in its outbox while it is offline. */
export type OutboxCommand = {
  [T in keyof Commands]: Commands[T] extends { outbox: true } ? T : never
}[keyof Commands]

export function commandInfo<T extends Command['type']>(type: T): About<T> {
  return commands[type] as unknown as About<T>
}
