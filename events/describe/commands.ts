import { say } from '../messages/message.ts'
import type { Message, PlainKey } from '../messages/message.ts'
import type { Command, CommandOf } from '../schema/command.ts'
import type { Commit } from '../schema/commit.ts'
import { draftKey } from '../state/draft.ts'
import type { Tournament } from '../state/tournament.ts'
import {
  attendanceReported,
  aboutCabinet,
  aboutMatch,
  aboutQueue,
  aboutStage,
  disputedMatch,
  gameFinished,
  matchStopped,
  nextStarted,
  ofCabinet,
  ofMatch,
  ofQueue,
  ofStage,
  ofTeam,
  pickOf,
  playersMoved,
  pointChanged,
  resultReported,
  rulingText,
  stepUndone,
  teamAdded,
} from './command-texts.ts'
import { matchNamed } from './names.ts'

/** The kinds of ids that commands allocate. Each kind has its own sequence. */
export type CreatedKind = 'team' | 'bracket' | 'match' | 'queue' | 'protest'

type About<T extends Command['type']> = {
  /** what the command did: a message without arguments by its key; `t` is the state after it */
  says: PlainKey | ((t: Tournament, command: CommandOf<T>, commit: Commit) => Message)
  /** who may give it, and so undo it: officials, or only admins of the scene (R-UN-1) */
  by: 'official' | 'admin'
  /** the kind of ids it needs; how many is up to its decider */
  makes?: CreatedKind
  /** a control of the console, which keeps the command while it is offline */
  isPress?: true
  /** not allowed to a tablet at a cabinet, which may not undo or redo it either (R-PE-4) */
  tablet?: false
  /** recorded or imported by a service: not an action of a person, so nothing to undo */
  isNote?: true
}

/** One record per command: everything about it except its schema. */
export const commands = {
  CreateTournament: { by: 'admin', says: 'tournamentCreated' },
  ImportTournament: { by: 'admin', says: 'tournamentImported', tablet: false },
  ChangeTournament: { by: 'admin', says: 'tournamentChanged', tablet: false },
  DeleteTournament: { by: 'admin', says: 'tournamentDeleted' },
  AssignCabinets: { by: 'admin', says: 'cabinetsAssigned', tablet: false },
  LoadTemplate: { by: 'admin', says: 'templateLoaded', makes: 'bracket' },

  AddTeam: { by: 'admin', says: teamAdded, makes: 'team' },
  AddTeams: { by: 'admin', says: 'teamsAdded', makes: 'team' },
  FoundTeam: { by: 'admin', says: teamAdded, makes: 'team' },
  RenameTeam: { by: 'admin', says: 'someTeamRenamed' },
  RemoveTeam: { by: 'admin', says: 'someTeamRemoved' },
  MovePlayers: { by: 'admin', says: playersMoved },
  RemovePlayer: { by: 'admin', says: 'playerRemoved' },
  SetDraft: { by: 'admin', says: 'draftSetUp' },
  PickPlayer: { by: 'admin', says: (t, turn) => say('picked', pickOf(t, turn)) },
  UndoPick: { by: 'admin', says: 'lastPickUndone' },
  ReplacePick: { by: 'admin', says: (t, turn) => say('pickReplaced', pickOf(t, turn)) },
  FinalizeDraft: {
    by: 'admin',
    says: (t) => say('draftFinalized', { count: t.drafts[draftKey]?.made?.length ?? 0 }),
    makes: 'team',
  },

  CreateStage: { by: 'admin', says: 'someStageCreated', makes: 'bracket' },
  ChangeStage: { by: 'admin', says: 'someStageChanged', makes: 'match', tablet: false },
  DeleteStage: { by: 'admin', says: 'someStageDeleted', tablet: false },
  SeedStage: { by: 'admin', says: ofStage('teamsOfStage'), makes: 'match', tablet: false },
  CreateMatches: { by: 'admin', says: ofStage('matchesOfStage'), makes: 'match', tablet: false },
  PlaceStage: { by: 'admin', says: ofStage('placementsOfStage'), makes: 'match', tablet: false },
  PlaceByDefault: {
    by: 'admin',
    says: ofStage('placementsOfStage'),
    makes: 'match',
    tablet: false,
  },
  CreateTiebreaks: {
    by: 'admin',
    says: (t, { from, to, stage }) =>
      say('tiebreakMatches', { from, to, ...aboutStage(t, { stage }) }),
    makes: 'match',
    tablet: false,
  },
  AddLateTeam: { by: 'admin', says: ofTeam('lateTeamAdded'), makes: 'match', tablet: false },
  WithdrawTeam: { by: 'admin', says: ofTeam('teamWithdrawn'), tablet: false },
  AddMatch: { by: 'official', says: ofStage('matchAdded'), makes: 'match', tablet: false },
  RemoveMatch: { by: 'official', says: 'someMatchRemoved', tablet: false },

  SetTeams: { by: 'official', says: ofMatch('teamsSet') },
  StartMatch: {
    by: 'official',
    says: (t, command) =>
      say('matchStarted', { ...aboutMatch(t, command), ...aboutCabinet(t, command) }),
    isPress: true,
  },
  StopMatch: { by: 'official', says: matchStopped, isPress: true },
  AddScore: { by: 'official', says: pointChanged, isPress: true },
  SetScore: { by: 'official', says: ofMatch('scoreSet') },
  SetSides: { by: 'official', says: ofMatch('sidesSwapped'), isPress: true },
  SetWarmup: {
    by: 'official',
    says: (t, command) => say(command.on ? 'warmupOn' : 'warmupOff', aboutMatch(t, command)),
    isPress: true,
  },
  CompleteMatch: { by: 'official', says: ofMatch('matchCompleted'), isPress: true },
  ReopenMatch: { by: 'official', says: ofMatch('matchReopened') },
  ForfeitMatch: {
    by: 'official',
    says: (t, command) =>
      say(
        command.teams.length > 1 ? 'matchForfeitedByBoth' : 'matchForfeited',
        aboutMatch(t, command),
      ),
  },
  ReplayMatch: { by: 'official', says: ofMatch('matchReplayed') },
  ReviewMatch: { by: 'official', says: ofMatch('reviewEnded') },
  AnnotateMatch: {
    by: 'official',
    says: (t, command) =>
      say(command.note === '' ? 'noteRemoved' : 'noteSet', aboutMatch(t, command)),
  },
  ReplaceMatch: {
    by: 'official',
    says: (t, command) =>
      say('matchReplaced', { ...aboutMatch(t, command), other: matchNamed(t, command.by) }),
  },

  LodgeProtest: { by: 'official', says: ofMatch('protestLodged'), makes: 'protest' },
  WithdrawProtest: {
    by: 'official',
    says: (t, { protest }) => say('protestWithdrawn', { match: disputedMatch(t, protest) }),
    tablet: false,
  },
  RuleProtest: { by: 'official', says: rulingText, tablet: false },
  SignRuling: { by: 'official', says: rulingText, tablet: false },

  BeginGame: { by: 'official', says: ofMatch('gameStarted') },
  FinishGame: { by: 'official', says: gameFinished },
  AttachGame: { by: 'official', says: ofMatch('gameAdded') },
  DetachGame: {
    by: 'official',
    says: (t, { game }) => say('gameRemoved', { match: matchNamed(t, t.games[game]?.match ?? 0) }),
  },

  CreateQueues: { by: 'official', says: 'queuesCreated', makes: 'queue', isPress: true },
  CreateQueue: { by: 'official', says: 'someQueueCreated', makes: 'queue' },
  SetQueue: { by: 'official', says: ofQueue('queueChanged'), isPress: true },
  AssignAll: {
    by: 'official',
    says: (t, command) =>
      command.spread ? say('queuesFilled') : say('queueFilled', aboutQueue(t, command)),
    isPress: true,
  },
  RemoveAll: { by: 'official', says: ofQueue('queueEmptied'), isPress: true },
  SetQueueCabinets: { by: 'official', says: 'someQueueCabinetsChanged' },
  RenameQueue: { by: 'official', says: 'someQueueRenamed' },
  EnableQueue: {
    by: 'official',
    says: (t, command) =>
      say(command.on ? 'queueEnabled' : 'queueDisabled', aboutQueue(t, command)),
    isPress: true,
  },
  DeleteQueue: { by: 'official', says: 'someQueueDeleted' },
  SelectNext: { by: 'official', says: nextStarted, isPress: true },
  HoldTimer: { by: 'official', says: ofCabinet('timerHeld') },
  HoldCabinet: { by: 'official', says: ofCabinet('cabinetHeld'), isPress: true },
  ReleaseCabinet: { by: 'official', says: ofCabinet('cabinetReleased'), isPress: true },
  ExtendTimer: {
    by: 'official',
    says: (t, command) =>
      say('timerExtended', { seconds: command.seconds, ...aboutCabinet(t, command) }),
    isPress: true,
  },
  FireTimer: { by: 'official', says: nextStarted },

  WriteAnnouncement: { by: 'official', says: 'announcementPosted', tablet: false },
  EndAnnouncement: { by: 'official', says: 'announcementEnded', tablet: false },

  ReportAttendance: { by: 'official', says: attendanceReported },
  CallOfficial: {
    by: 'official',
    says: (t, { cabinet }) =>
      cabinet === null
        ? say('officialCalled')
        : say('officialCalledTo', aboutCabinet(t, { cabinet })),
  },
  TakeOfficialCall: { by: 'official', says: 'callAccepted' },
  EndOfficialCall: { by: 'official', says: 'callEnded' },
  // The text is public, and only officials may know who was warned.
  GiveWarning: { by: 'official', says: 'warningGiven' },

  NoteCheck: { by: 'official', says: 'linkedStageChecked', isNote: true },
  ImportTeams: { by: 'official', says: 'teamsImported', makes: 'team', isNote: true },
  ImportMatches: { by: 'official', says: 'matchesImported', makes: 'match', isNote: true },
  AskReport: { by: 'official', says: ofMatch('resultToBeSentAgain'), isNote: true },
  NoteReport: { by: 'official', says: resultReported, isNote: true },
  NoteMark: {
    by: 'official',
    says: (t, command) =>
      say(command.failed ? 'notMarkedUnderway' : 'markedUnderway', aboutMatch(t, command)),
    isNote: true,
  },

  Undo: {
    by: 'official',
    says: (_, command, commit) => stepUndone(command, commit),
    isPress: true,
  },
  ReplaceStep: {
    by: 'official',
    says: (_, { version: step }) => say('stepReplaced', { step }),
    tablet: false,
  },
} satisfies { [T in Command['type']]: About<T> }

type Commands = typeof commands
/** The commands of presses: the console keeps them while it is offline. */
export type PressCommand = {
  [T in keyof Commands]: Commands[T] extends { isPress: true } ? T : never
}[keyof Commands]

export function commandInfo<T extends Command['type']>(type: T): About<T> {
  return commands[type] as unknown as About<T>
}
