// Games in the model, counted or not (R-GE-4, R-WU-2).
import type { CommandOf } from '#events/schema/command.ts'
import { completeMatch, isDecided, scoreQuestion } from './match-end.ts'
import type { Model, Side } from './model.ts'
import { matchOf, scoreOf } from './derived-state.ts'
import { done, findMatch, teamProblem, nothing } from './verdict.ts'
import type { Verdict } from './verdict.ts'

export function begin(model: Model, command: CommandOf<'BeginGame'>): Verdict {
  const { game, cabinet, match, isFlipped } = command
  if (!findMatch(model, match) || model.games.some((other) => other.game === game)) return nothing
  for (const other of model.games) {
    if (other.cabinet === cabinet && other.status === 'running') other.status = 'unfinished'
  }
  model.games.push({ game, match, cabinet, blue: isFlipped ? 1 : 0, status: 'running' })
  return done
}

/** R-GE-4: a game counts if its match is still on the cabinet; late games are proposed (R-GE-5). */
export function finish(model: Model, command: CommandOf<'FinishGame'>, now: string): Verdict {
  const game = model.games.find((one) => one.game === command.game)
  if (!game || !['running', 'unfinished'].includes(game.status)) return nothing
  const match = matchOf(model, game.match)
  if (!match) return nothing
  game.cabinet = command.cabinet
  if (command.lateBy !== null || match.result || match.cabinet !== command.cabinet) {
    game.status = 'proposed'
    return done
  }
  // R-GM-1: a game after the deciding one
  if (!match.isWarmup && isDecided(model, match, scoreOf(match))) {
    game.status = 'proposed'
    return done
  }
  if (match.isWarmup) {
    game.status = 'warmup'
    match.isWarmup = false
    return done
  }
  game.status = 'counted'
  const winner = winnerOf(command.winningTeam, game.blue)
  match.games.push({ game: game.game, winner, seconds: command.seconds })
  if (isDecided(model, match, scoreOf(match))) completeMatch(model, match, null, now)
  return done
}

/** R-GE-4: the side that played the winning colour when the game began. */
function winnerOf(colour: 'blue' | 'gold', blue: Side): Side {
  return (colour === 'blue') === (blue === 0) ? 0 : 1
}

/** R-GE-7: attaching a game by hand does not complete the match. */
export function attach(model: Model, command: CommandOf<'AttachGame'>): Verdict {
  const match = findMatch(model, command.match)
  if (!match) return 'NO_SUCH_MATCH'
  const existing = model.games.find((one) => one.game === command.game)
  const isInMatch = existing?.match === match.id
  if (existing?.status === 'counted' && isInMatch) return nothing
  if (existing?.status === 'counted' || (existing?.status === 'warmup' && !isInMatch))
    return 'GAME_ATTACHED'
  if (match.result) return 'MATCH_COMPLETE'
  const problem = teamProblem(model, match)
  if (problem) return problem
  const { game, cabinet, winningTeam, seconds } = command
  const blueNow: Side = match.isFlipped ? 1 : 0
  const blue = existing && isInMatch ? existing.blue : blueNow
  const score: [number, number] = [...scoreOf(match)]
  score[winnerOf(winningTeam, blue)] += 1
  const question = scoreQuestion(model, match, { score, isResult: false })
  if (question && !command.force) return question
  model.games = model.games.filter((one) => one.game !== game)
  model.games.push({ game, match: match.id, cabinet, blue, status: 'counted' })
  match.games.push({ game, winner: winnerOf(winningTeam, blue), seconds })
  return done
}

export function detach(model: Model, command: CommandOf<'DetachGame'>): Verdict {
  const game = model.games.find((one) => one.game === command.game)
  if (!game || !['counted', 'warmup', 'proposed'].includes(game.status)) return nothing
  const match = matchOf(model, game.match)
  if (!match) return 'NO_SUCH_MATCH'
  if (game.status === 'counted' && match.result) return 'MATCH_COMPLETE'
  game.status = 'detached'
  match.games = match.games.filter((one) => one.game !== game.game)
  return done
}
