import type { Colour } from '../game/map/colour.ts'
import type { EventOf, SlotIndex } from '../schema/event.ts'
import type { CabinetId, MatchId } from '../ids.ts'
import type { Message } from '../messages/message.ts'
import { otherSlot } from './match.ts'

/** A game of a cabinet as part of a tournament. */
export type PlayedGame = {
  game: string
  match: MatchId
  cabinet: CabinetId
  /** the slot on blue when the game began */
  blue: SlotIndex
  status: 'running' | 'counted' | 'warmup' | 'proposed' | 'unfinished' | 'detached' | 'void'
  reason: string | null
  /** the reason as data, if the log has it */
  message?: Message | undefined
  /** how it ended, whether or not it counts (R-GE-5); null while not known */
  outcome: Outcome | null
}
type Outcome = {
  winningTeam: Colour
  winCondition: string
  mapName: string
  seconds: number
}
type Games = Record<string, PlayedGame>
type GameEvent = EventOf<
  'GameBegan' | 'GameCounted' | 'GameProposed' | 'GameAttached' | 'GameDetached'
>

export function evolveGames(games: Games, event: GameEvent): Games {
  switch (event.type) {
    case 'GameBegan':
      return withBegun(games, event)
    case 'GameDetached': {
      const game = games[event.game]
      return game
        ? { ...games, [event.game]: { ...withoutReason(game), status: 'detached' } }
        : games
    }
    case 'GameAttached':
      return { ...games, [event.game]: { ...endedGame(event, event.blue), status: 'counted' } }
    case 'GameCounted':
    case 'GameProposed': {
      const game = endedGame(event, games[event.game]?.blue ?? 0)
      if (event.type === 'GameProposed') {
        const { reason, message } = event
        return {
          ...games,
          [event.game]: { ...game, status: 'proposed', reason, ...(message && { message }) },
        }
      }
      const status = event.counted ? 'counted' : 'warmup'
      return { ...games, [event.game]: { ...game, status } }
    }
  }
}

function withBegun(games: Games, { game, match, cabinet, blue }: EventOf<'GameBegan'>): Games {
  // A cabinet plays one game at a time. A game that never ended is over when the next one begins.
  const running = Object.values(games).find(
    (other) => other.cabinet === cabinet && other.status === 'running',
  )
  const unfinished = running
    ? { [running.game]: { ...running, status: 'unfinished' as const } }
    : {}
  const status = 'running' as const
  const begun = { game, match, cabinet, blue, status, reason: null, outcome: null }
  return { ...games, ...unfinished, [game]: begun }
}

function endedGame(
  event: EventOf<'GameCounted' | 'GameProposed' | 'GameAttached'>,
  blue: SlotIndex,
): PlayedGame {
  const { game, match, cabinet, winner, winCondition, mapName, seconds } = event
  const winningTeam = winner === blue ? 'blue' : 'gold'
  const outcome = { winningTeam, winCondition, mapName, seconds } as const
  return { game, match, cabinet, blue, status: 'counted', reason: null, outcome }
}

function withoutReason({ message: _, ...game }: PlayedGame): PlayedGame {
  return { ...game, reason: null }
}

/** Voids the games of an attempt that no longer counts, including one that is still running. */
export function voidGames(games: Games, match: MatchId): Games {
  const own = Object.values(games).filter((game) => game.match === match)
  if (own.length === 0) return games
  const voided = own.map((game) => [game.game, { ...withoutReason(game), status: 'void' } as const])
  return { ...games, ...Object.fromEntries(voided) }
}

/** Brings a record of an older log to its current form (P7). */
export function withOutcome(record: PlayedGame): PlayedGame {
  return record.outcome === undefined ? { ...record, outcome: null } : record
}

/** The slot that won; `blue` is the slot that played blue. */
export function winnerSlot(blue: SlotIndex, winningTeam: Colour): SlotIndex {
  return winningTeam === 'blue' ? blue : otherSlot(blue)
}
