// Games of cabinets, counted or not (R-GE-4, R-WU-2).
import type { CommandOf } from '../../../events/schema/command.ts'
import { end, mayBeDrawn } from './match-end.ts'
import type { Model, PaperMatch, Side } from './model.ts'
import { matchOf, scoreOf } from './who-plays.ts'
import { done, find, wrongTeams, nothing } from './verdict.ts'
import type { Verdict } from './verdict.ts'

export function begin(paper: Model, command: CommandOf<'BeginGame'>): Verdict {
  const { game, cabinet, match, isFlipped } = command
  if (!find(paper, match) || paper.games.some((one) => one.game === game)) return nothing
  for (const one of paper.games) {
    if (one.cabinet === cabinet && one.status === 'running') one.status = 'unfinished'
  }
  paper.games.push({ game, match, cabinet, blue: isFlipped ? 1 : 0, status: 'running' })
  return done
}

/** R-GE-4: it counts if its match still is on its cabinet; late ones are proposed (R-GE-5). */
export function finish(paper: Model, command: CommandOf<'FinishGame'>, now: string): Verdict {
  const game = paper.games.find((one) => one.game === command.game)
  if (!game || !['running', 'unfinished'].includes(game.status)) return nothing
  const match = matchOf(paper, game.match)
  if (!match) return nothing
  game.cabinet = command.cabinet
  if (command.lateBy !== null || match.result || match.cabinet !== command.cabinet) {
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
  if (isDecided(paper, match)) end(paper, match, null, now)
  return done
}

/** R-GE-4: the credit is that of the side which was on the colour when the game began. */
function winnerOf(colour: 'blue' | 'gold', blue: Side): Side {
  return (colour === 'blue') === (blue === 0) ? 0 : 1
}

/** R-GM-1, R-GM-2, R-GM-4 */
function isDecided(paper: Model, match: PaperMatch): boolean {
  const [one, two] = scoreOf(match)
  const stage = paper.stages.find(({ id }) => id === match.stage)
  const { winsPerMatch = 0, roundsPerMatch = 0 } = stage?.settings ?? {}
  if (winsPerMatch > 0) return one !== two && Math.max(one, two) >= winsPerMatch
  if (roundsPerMatch === 0 || one + two < roundsPerMatch) return false
  return one !== two || mayBeDrawn(paper, match)
}

/** R-GE-7: by a person's hand; it completes nothing. */
export function attach(paper: Model, command: CommandOf<'AttachGame'>): Verdict {
  const match = find(paper, command.match)
  if (!match) return 'NO_SUCH_MATCH'
  const known = paper.games.find((one) => one.game === command.game)
  const isHere = known?.match === match.id
  if (known?.status === 'counted' && isHere) return nothing
  if (known?.status === 'counted' || (known?.status === 'warmup' && !isHere)) return 'GAME_ATTACHED'
  if (match.result) return 'MATCH_COMPLETE'
  const unfit = wrongTeams(paper, match)
  if (unfit) return unfit
  const { game, cabinet, winningTeam, seconds } = command
  const now: Side = match.isFlipped ? 1 : 0
  const blue = known && isHere ? known.blue : now
  paper.games = paper.games.filter((one) => one.game !== game)
  paper.games.push({ game, match: match.id, cabinet, blue, status: 'counted' })
  match.games.push({ game, winner: winnerOf(winningTeam, blue), seconds })
  return done
}

export function detach(paper: Model, command: CommandOf<'DetachGame'>): Verdict {
  const game = paper.games.find((one) => one.game === command.game)
  if (!game || !['counted', 'warmup', 'proposed'].includes(game.status)) return nothing
  const match = matchOf(paper, game.match)
  if (!match) return 'NO_SUCH_MATCH'
  if (game.status === 'counted' && match.result) return 'MATCH_COMPLETE'
  game.status = 'detached'
  match.games = match.games.filter((one) => one.game !== game.game)
  return done
}
