import type { Colour } from '../schema/cabinet-facts.ts'
import type { EventOf, SlotIndex } from '../schema/event.ts'
import type { CabinetId, MatchId } from '../ids.ts'
import { other } from './match.ts'

/** A cabinet's game as this tournament knows it. */
export type PlayedGame = {
  game: string
  match: MatchId
  cabinet: CabinetId
  /** the slot on blue when the game began */
  blue: SlotIndex
  status: 'running' | 'counted' | 'warmup' | 'proposed' | 'unfinished' | 'detached' | 'void'
  reason: string | null
  /** how it ended, kept whether it counts or not (R-GE-5); null while nobody told */
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
      return began(games, event)
    case 'GameDetached': {
      const game = games[event.game]
      return game
        ? { ...games, [event.game]: { ...game, status: 'detached', reason: null } }
        : games
    }
    case 'GameAttached':
      return { ...games, [event.game]: { ...ended(event, event.blue), status: 'counted' } }
    case 'GameCounted':
    case 'GameProposed': {
      const game = ended(event, games[event.game]?.blue ?? 0)
      if (event.type === 'GameProposed') {
        return { ...games, [event.game]: { ...game, status: 'proposed', reason: event.reason } }
      }
      const status = event.counted ? 'counted' : 'warmup'
      return { ...games, [event.game]: { ...game, status } }
    }
  }
}

function began(games: Games, { game, match, cabinet, blue }: EventOf<'GameBegan'>): Games {
  // A cabinet plays one game at a time: one that never ended is over when the next begins.
  const running = Object.values(games).find(
    (one) => one.cabinet === cabinet && one.status === 'running',
  )
  const over = running ? { [running.game]: { ...running, status: 'unfinished' as const } } : {}
  const status = 'running' as const
  const now = { game, match, cabinet, blue, status, reason: null, outcome: null }
  return { ...games, ...over, [game]: now }
}

function ended(
  event: EventOf<'GameCounted' | 'GameProposed' | 'GameAttached'>,
  blue: SlotIndex,
): PlayedGame {
  const { game, match, cabinet, winner, winCondition, mapName, seconds } = event
  const winningTeam = winner === blue ? 'blue' : 'gold'
  const outcome = { winningTeam, winCondition, mapName, seconds } as const
  return { game, match, cabinet, blue, status: 'counted', reason: null, outcome }
}

/** The games of an attempt that counts no longer; one that still runs will not count either. */
export function voided(games: Games, match: MatchId): Games {
  const own = Object.values(games).filter((game) => game.match === match)
  if (own.length === 0) return games
  const gone = own.map((game) => [game.game, { ...game, status: 'void', reason: null } as const])
  return { ...games, ...Object.fromEntries(gone) }
}

/** A record of an older log as it would be made today (P7). */
export function withOutcome(record: PlayedGame): PlayedGame {
  return record.outcome === undefined ? { ...record, outcome: null } : record
}

/** Which slot won, by the sides that `blue` tells of. */
export function winnerSlot(blue: SlotIndex, winningTeam: Colour): SlotIndex {
  return winningTeam === 'blue' ? blue : other(blue)
}
