// Applies a command to the model in place and returns the model's verdict.
import type { Command } from '#events/schema/command.ts'
import * as games from './games.ts'
import type { Model } from './model.ts'
import * as matches from './match-commands.ts'
import * as protests from './protests.ts'
import * as queues from './queues.ts'
import * as stages from './stages.ts'
import { done } from './verdict.ts'
import type { Context, Verdict } from './verdict.ts'

export function applyToModel(model: Model, input: Command, context: Context): Verdict {
  const complete = new Set(model.matches.filter((match) => match.result).map(({ id }) => id))
  const verdict = applied(model, input, context)
  // R-QT-1: the timer that follows a match ends if the match is opened again.
  model.timers = model.timers.filter(({ after }) => {
    const match = model.matches.find(({ id }) => id === after)
    return !match || match.result || !complete.has(after)
  })
  // A score below 0 is 0, and the next point counts (R-CMD-3).
  for (const match of model.matches) {
    for (const side of [0, 1] as const) {
      const won = match.games.filter((game) => game.winner === side).length
      match.typed[side] = Math.max(match.typed[side], -won)
    }
  }
  return verdict
}

function applied(model: Model, input: Command, context: Context): Verdict {
  const { now } = context
  const command = structuredClone(input)
  switch (command.type) {
    case 'CreateTournament':
      model.cabinets = command.cabinets.map((cabinet) => cabinet.id)
      return done
    case 'AddTeam':
      return stages.addTeam(model, context)
    case 'RemoveTeam':
      return stages.removeTeam(model, command)
    case 'CreateStage':
      return stages.createStage(model, command, context)
    case 'SeedStage':
      return stages.seedStage(model, command, context)
    case 'CreateMatches':
      return stages.createMatches(model, command, context)
    case 'AddMatch':
      return stages.addMatch(model, command, context)
    case 'RemoveMatch':
      return stages.removeMatch(model, command)
    case 'SetTeams':
      return matches.setTeams(model, command)
    case 'StartMatch':
      return matches.start(model, command, context)
    case 'StopMatch':
      return matches.stop(model, command)
    case 'ReplaceMatch':
      return matches.replace(model, command)
    case 'AddScore':
      return matches.addScore(model, command)
    case 'SetScore':
      return matches.setScore(model, command)
    case 'SetSides':
      return matches.setSides(model, command)
    case 'SetWarmup':
      return matches.setWarmup(model, command)
    case 'CompleteMatch':
      return matches.complete(model, command, now)
    case 'ReopenMatch':
      return matches.reopen(model, command)
    case 'ReplayMatch':
      return matches.replay(model, command)
    case 'ForfeitMatch':
      return matches.forfeit(model, command, now)
    case 'LodgeProtest':
      return protests.lodge(model, command, context)
    case 'WithdrawProtest':
      return protests.withdraw(model, command, now)
    case 'RuleProtest':
      return protests.rule(model, command, now)
    default:
      return applyCabinetCommand(model, command, context)
  }
}

function applyCabinetCommand(model: Model, command: Command, context: Context): Verdict {
  const { now } = context
  switch (command.type) {
    case 'BeginGame':
      return games.begin(model, command)
    case 'FinishGame':
      return games.finish(model, command, now)
    case 'AttachGame':
      return games.attach(model, command)
    case 'DetachGame':
      return games.detach(model, command)
    case 'CreateQueues':
      return queues.createQueues(model, context)
    case 'CreateQueue':
      return queues.createQueue(model, command, context)
    case 'SetQueue':
      return queues.setQueue(model, command)
    case 'SetQueueCabinets':
      return queues.setCabinets(model, command)
    case 'RenameQueue':
      return queues.rename(model, command)
    case 'EnableQueue':
      return queues.enable(model, command)
    case 'DeleteQueue':
      return queues.deleteQueue(model, command)
    case 'SelectNext':
      return queues.selectNext(model, command.cabinet, context)
    case 'HoldCabinet':
      return queues.holdCabinet(model, command)
    case 'ReleaseCabinet':
      return queues.release(model, command, now)
    case 'HoldTimer':
      return queues.hold(model, command)
    case 'ExtendTimer':
      return queues.extend(model, command, now)
    case 'FireTimer':
      return queues.fireTimer(model, command, context)
    default:
      throw new Error(`${command.type} is not on paper`)
  }
}
