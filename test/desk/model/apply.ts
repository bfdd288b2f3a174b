// One command on paper: changed in place, with what the model says of it.
import type { Command } from '../../../events/schema/command.ts'
import * as games from './games.ts'
import type { Model } from './model.ts'
import * as press from './match-presses.ts'
import * as protests from './protests.ts'
import * as queues from './queues.ts'
import * as stages from './stages.ts'
import { done } from './verdict.ts'
import type { Around, Verdict } from './verdict.ts'

export function onPaper(paper: Model, given: Command, around: Around): Verdict {
  const { now } = around
  const command = structuredClone(given)
  switch (command.type) {
    case 'CreateTournament':
      paper.cabinets = command.cabinets.map((cabinet) => cabinet.id)
      return done
    case 'AddTeam':
      return stages.addTeam(paper, around)
    case 'RemoveTeam':
      return stages.removeTeam(paper, command)
    case 'CreateStage':
      return stages.createStage(paper, command, around)
    case 'SeedStage':
      return stages.seedStage(paper, command)
    case 'CreateMatches':
      return stages.createMatches(paper, command, around)
    case 'AddMatch':
      return stages.addMatch(paper, command, around)
    case 'RemoveMatch':
      return stages.removeMatch(paper, command)
    case 'SetTeams':
      return press.setTeams(paper, command)
    case 'StartMatch':
      return press.start(paper, command, around)
    case 'StopMatch':
      return press.stop(paper, command)
    case 'ReplaceMatch':
      return press.replace(paper, command)
    case 'AddScore':
      return press.addScore(paper, command)
    case 'SetScore':
      return press.setScore(paper, command)
    case 'SetSides':
      return press.setSides(paper, command)
    case 'SetWarmup':
      return press.setWarmup(paper, command)
    case 'CompleteMatch':
      return press.complete(paper, command, now)
    case 'ReopenMatch':
      return press.reopen(paper, command)
    case 'ReplayMatch':
      return press.replay(paper, command)
    case 'ForfeitMatch':
      return press.forfeit(paper, command, now)
    case 'LodgeProtest':
      return protests.lodge(paper, command, around)
    case 'WithdrawProtest':
      return protests.withdraw(paper, command, now)
    case 'RuleProtest':
      return protests.rule(paper, command, now)
    default:
      return ofCabinets(paper, command, around)
  }
}

function ofCabinets(paper: Model, command: Command, around: Around): Verdict {
  const { now } = around
  switch (command.type) {
    case 'BeginGame':
      return games.begin(paper, command)
    case 'FinishGame':
      return games.finish(paper, command, now)
    case 'AttachGame':
      return games.attach(paper, command)
    case 'DetachGame':
      return games.detach(paper, command)
    case 'CreateQueues':
      return queues.createQueues(paper, around)
    case 'CreateQueue':
      return queues.createQueue(paper, command, around)
    case 'SetQueue':
      return queues.setQueue(paper, command)
    case 'SetQueueCabinets':
      return queues.setCabinets(paper, command)
    case 'RenameQueue':
      return queues.rename(paper, command)
    case 'EnableQueue':
      return queues.enable(paper, command)
    case 'DeleteQueue':
      return queues.deleteQueue(paper, command)
    case 'SelectNext':
      return queues.selectNext(paper, command.cabinet, around)
    case 'HoldCabinet':
      return queues.holdCabinet(paper, command)
    case 'ReleaseCabinet':
      return queues.release(paper, command, now)
    case 'HoldTimer':
      return queues.hold(paper, command)
    case 'ExtendTimer':
      return queues.extend(paper, command, now)
    case 'FireTimer':
      return queues.fireTimer(paper, command, around)
    default:
      throw new Error(`${command.type} is not on paper`)
  }
}
