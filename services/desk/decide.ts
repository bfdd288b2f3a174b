import type { Command, CommandOf } from '#events/schema/command.ts'
import { evolve, isImportIncomplete } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { isRefusal, refuse } from './decide/decision.ts'
import type { Accepted, DecisionInputs, Decision } from './decide/decision.ts'
import { endAnnouncement, writeAnnouncement } from './decide/announcement.ts'
import * as onSite from './decide/on-site.ts'
import { assignCabinets } from './decide/queue/assign-cabinets.ts'
import { assignAll, removeAll } from './decide/queue/assign-all.ts'
import { attachGame, detachGame } from './decide/match/attach-game.ts'
import { annotateMatch, reopenMatch, replayMatch, reviewMatch } from './decide/match/correct.ts'
import { finalizeDraft } from './decide/draft/finalize-draft.ts'
import * as draft from './decide/draft/draft.ts'
import { forfeitMatch } from './decide/match/forfeit.ts'
import { beginGame, finishGame } from './decide/match/game.ts'
import { importMatches } from './decide/external/import-matches.ts'
import * as link from './decide/external/external-bracket.ts'
import * as byHand from './decide/stage/custom-match.ts'
import * as late from './decide/stage/late-teams.ts'
import { rescoredBy, scoreLifts } from './decide/match/score-floor.ts'
import { withWithdrawals } from './decide/match/withdrawals.ts'
import { importTournament } from './decide/import-tournament.ts'
import { holdCabinet, releaseCabinet } from './decide/queue/hold.ts'
import * as match from './decide/match/match.ts'
import { fireTimer, selectNext } from './decide/queue/next.ts'
import { displacementRefusal } from './decide/displacement.ts'
import { doneElsewhereRefusal, namedElsewhereRefusal } from './decide/paired-device.ts'
import { placeByDefault, placeStage } from './decide/stage/seeding.ts'
import { lodgeProtest, withdrawProtest } from './decide/protest/protest.ts'
import * as queue from './decide/queue/queue.ts'
import { ruleProtest, signRuling } from './decide/protest/rule-protest.ts'
import { addTeams, createOwnTeam, movePlayers, removePlayer } from './decide/draft/roster.ts'
import { signedResultRefusal } from './decide/signed-rulings.ts'
import * as stage from './decide/stage/stage.ts'
import { replaceStep } from './decide/undo/replace-step.ts'
import { replaceMatch, startMatch, stopMatch } from './decide/queue/start.ts'
import { loadTemplate } from './decide/stage/template.ts'
import { createTiebreaks } from './decide/stage/tiebreak.ts'
import {
  extendTimer,
  cancelTimer,
  mayReopen,
  cancelTimersOfReopened,
} from './decide/queue/timer.ts'
import * as tournament from './decide/tournament.ts'
import { undoWithCascade } from './decide/undo/undo-cascade.ts'

type Deciders = {
  [T in Command['type']]: (t: Tournament, command: CommandOf<T>, inputs: DecisionInputs) => Decision
}

const deciders = {
  CreateTournament: tournament.createTournament,
  ImportTournament: importTournament,
  ChangeTournament: tournament.changeTournament,
  DeleteTournament: tournament.deleteTournament,
  AssignCabinets: assignCabinets,
  LoadTemplate: loadTemplate,
  AddTeam: tournament.addTeam,
  AddTeams: addTeams,
  FoundTeam: createOwnTeam,
  RenameTeam: tournament.renameTeam,
  RemoveTeam: tournament.removeTeam,
  MovePlayers: movePlayers,
  RemovePlayer: removePlayer,
  SetDraft: draft.setDraft,
  PickPlayer: draft.pickPlayer,
  UndoPick: draft.undoPick,
  ReplacePick: draft.replacePick,
  FinalizeDraft: finalizeDraft,
  CreateStage: stage.createStage,
  ChangeStage: stage.changeStage,
  DeleteStage: stage.deleteStage,
  SeedStage: stage.seedStage,
  CreateMatches: stage.createMatches,
  PlaceStage: placeStage,
  PlaceByDefault: placeByDefault,
  CreateTiebreaks: createTiebreaks,
  AddLateTeam: late.addLateTeam,
  WithdrawTeam: late.withdrawTeam,
  AddMatch: byHand.addMatch,
  RemoveMatch: byHand.removeMatch,
  SetTeams: match.setTeams,
  StartMatch: startMatch,
  StopMatch: stopMatch,
  AddScore: match.addScore,
  SetScore: match.setScore,
  SetSides: match.setSides,
  SetWarmup: match.setWarmup,
  CompleteMatch: match.completeMatch,
  ReopenMatch: reopenMatch,
  ForfeitMatch: forfeitMatch,
  ReplayMatch: replayMatch,
  AnnotateMatch: annotateMatch,
  ReviewMatch: reviewMatch,
  ReplaceMatch: replaceMatch,
  LodgeProtest: lodgeProtest,
  WithdrawProtest: withdrawProtest,
  RuleProtest: ruleProtest,
  SignRuling: signRuling,
  BeginGame: beginGame,
  FinishGame: finishGame,
  AttachGame: attachGame,
  DetachGame: detachGame,
  CreateQueues: queue.createQueues,
  CreateQueue: queue.createQueue,
  SetQueue: queue.setQueue,
  AssignAll: assignAll,
  RemoveAll: removeAll,
  SetQueueCabinets: queue.setQueueCabinets,
  RenameQueue: queue.renameQueue,
  EnableQueue: queue.enableQueue,
  DeleteQueue: queue.deleteQueue,
  SelectNext: selectNext,
  HoldTimer: cancelTimer,
  HoldCabinet: holdCabinet,
  ReleaseCabinet: releaseCabinet,
  ExtendTimer: extendTimer,
  FireTimer: fireTimer,
  WriteAnnouncement: writeAnnouncement,
  EndAnnouncement: endAnnouncement,
  ReportAttendance: onSite.reportAttendance,
  CallOfficial: onSite.callOfficial,
  TakeOfficialCall: onSite.takeOfficialCall,
  EndOfficialCall: onSite.endOfficialCall,
  GiveWarning: onSite.giveWarning,
  NoteCheck: link.noteCheck,
  ImportTeams: link.importTeams,
  ImportMatches: importMatches,
  AskReport: link.askReport,
  NoteReport: link.noteReport,
  NoteMark: link.noteMark,
  Undo: undoWithCascade,
  ReplaceStep: replaceStep,
} satisfies Deciders

const creatingCommands = new Set<Command['type']>(['CreateTournament', 'ImportTournament'])

/** Decides a command: a pure function of state, command and inputs. */
export function decide(t: Tournament, command: Command, inputs: DecisionInputs): Decision {
  if (isImportIncomplete(t) || (t.version === 0 && !creatingCommands.has(command.type))) {
    return refuse('NO_SUCH_TOURNAMENT')
  }
  if (t.deleted && command.type !== 'DeleteTournament') {
    return refuse('NO_SUCH_TOURNAMENT', 'This tournament has been deleted.')
  }
  const outside = namedElsewhereRefusal(t, command, inputs) ?? link.linkedStageRefusal(t, command)
  if (outside) return outside
  const decider = deciders[command.type] as (
    t: Tournament,
    command: Command,
    inputs: DecisionInputs,
  ) => Decision
  const decided = decider(t, command, inputs)
  if (isRefusal(decided)) return decided
  const decision = withFollowingEvents(t, decided)
  const { events } = decision
  const taken = displacementRefusal(t, command, {
    events,
    otherActiveMatches: inputs.otherActiveMatches,
  })
  if (taken) return taken
  const withdrawn = withWithdrawals(t, decision, inputs)
  if (isRefusal(withdrawn)) return withdrawn
  const refusal =
    signedResultRefusal(t, { command, events: withdrawn.events, person: inputs.person }) ??
    doneElsewhereRefusal(t, withdrawn, inputs)
  return refusal ?? withdrawn
}

/**
 * Adds the events that follow from the new state. It is folded once, and only if an event can have
 * such consequences, because an undo of many steps takes long.
 */
function withFollowingEvents(t: Tournament, accepted: Accepted): Accepted {
  const { events } = accepted
  if (!events.some((event) => mayReopen(event) || rescoredBy(event).length > 0)) return accepted
  const after = events.reduce(evolve, t)
  const following = [...scoreLifts(events, after), ...cancelTimersOfReopened(t, after)]
  return following.length === 0 ? accepted : { ...accepted, events: [...events, ...following] }
}
