import type { Command, CommandOf } from '../../../events/command.ts'
import type { Tournament } from '../../../events/tournament.ts'
import { isRefusal, refuse } from './decision.ts'
import type { Circumstances, Decision } from './decision.ts'
import { assignCabinets } from './assign.ts'
import { assignAll, removeAll } from './assign-all.ts'
import { attachGame, detachGame } from './attach.ts'
import { annotateMatch, reopenMatch, replayMatch, reviewMatch } from './correct.ts'
import { finalizeDraft } from './draft-final.ts'
import * as draft from './draft.ts'
import { forfeitMatch } from './forfeit.ts'
import { beginGame, finishGame } from './game.ts'
import { importMatches } from './import.ts'
import * as link from './link.ts'
import * as byHand from './by-hand.ts'
import * as late from './late.ts'
import { withLeavers } from './leavers.ts'
import { holdCabinet, releaseCabinet } from './hold.ts'
import * as match from './match.ts'
import { fireTimer, selectNext } from './next.ts'
import { placeByDefault, placeStage } from './place.ts'
import { lodgeProtest, withdrawProtest } from './protest.ts'
import * as queue from './queue.ts'
import { ruleProtest, signRuling } from './rule.ts'
import { foundTeam, movePlayers, removePlayer } from './roster.ts'
import * as stage from './stage.ts'
import { replaceStep } from './replace.ts'
import { replaceMatch, startMatch } from './start.ts'
import { loadTemplate } from './template.ts'
import { createTiebreaks } from './tiebreak.ts'
import { extendTimer, holdTimer } from './timer.ts'
import * as tournament from './tournament.ts'
import { takeBack } from './take-back.ts'

type Deciders = {
  [T in Command['type']]: (
    t: Tournament,
    command: CommandOf<T>,
    circumstances: Circumstances,
  ) => Decision
}

const deciders = {
  CreateTournament: tournament.createTournament,
  ChangeTournament: tournament.changeTournament,
  DeleteTournament: tournament.deleteTournament,
  AssignCabinets: assignCabinets,
  LoadTemplate: loadTemplate,
  AddTeam: tournament.addTeam,
  FoundTeam: foundTeam,
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
  StopMatch: match.stopMatch,
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
  EnableQueue: queue.enableQueue,
  DeleteQueue: queue.deleteQueue,
  SelectNext: selectNext,
  HoldTimer: holdTimer,
  HoldCabinet: holdCabinet,
  ReleaseCabinet: releaseCabinet,
  ExtendTimer: extendTimer,
  FireTimer: fireTimer,
  NoteCheck: link.noteCheck,
  ImportTeams: link.importTeams,
  ImportMatches: importMatches,
  AskReport: link.askReport,
  NoteReport: link.noteReport,
  NoteMark: link.noteMark,
  Undo: takeBack,
  ReplaceStep: replaceStep,
} satisfies Deciders

/** What follows from a command: a pure function of state, command and circumstances. */
export function decide(t: Tournament, command: Command, circumstances: Circumstances): Decision {
  if (t.version === 0 && command.type !== 'CreateTournament') {
    return refuse('NO_SUCH_TOURNAMENT', 'This tournament does not exist.')
  }
  if (t.deleted && command.type !== 'DeleteTournament') {
    return refuse('NO_SUCH_TOURNAMENT', 'This tournament has been deleted.')
  }
  const outside = link.decidedOutside(t, command)
  if (outside) return outside
  const decider = deciders[command.type] as (
    t: Tournament,
    command: Command,
    circumstances: Circumstances,
  ) => Decision
  const decision = decider(t, command, circumstances)
  return isRefusal(decision) ? decision : withLeavers(t, decision, circumstances)
}
