import type { gameSchema } from '../schema/nouns/game.ts'
import type { Colour } from '../game/map/colour.ts'
import type { SlotIndex } from '../schema/parts/shapes.ts'
import type { CabinetId, MatchId } from '../ids.ts'
import type { Message } from '../messages/message.ts'
import { otherSlot, withMatch } from './match.ts'
import type { Match, Matches } from './match.ts'
import type { EventIn } from '../schema/nouns/noun.ts'
import type { NounState } from './noun.ts'

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
export type Games = Record<string, PlayedGame>

export const gameState: NounState<
  typeof gameSchema,
  {
    /** games that began during a match of this tournament, by the client's gameID */
    games: Games
  },
  { matches: Matches }
> = {
  empty: { games: {} },
  rows: { played: 'games' },
  on: {
    GameBegan: (t, event) => ifMatch(t, event, () => ({ games: withBegun(t.games, event) })),
    GameCounted: (t, event) => {
      const status = event.counted ? 'counted' : 'warmup'
      // A warm-up game is recorded, does not count and ends the warm-up (R-WU-2).
      const count = (match: Match) => (event.counted ? withGame(match, event) : { isWarmup: false })
      return withMatch(t, event.match, count, () => ({
        games: withEnded(t.games, event, { status }),
      }))
    },
    GameProposed: (t, event) => {
      const { reason, message } = event
      const proposed = { status: 'proposed', reason, ...(message && { message }) } as const
      return ifMatch(t, event, () => ({ games: withEnded(t.games, event, proposed) }))
    },
    GameAttached: (t, event) => {
      const attach = (match: Match) => withGame(match, event)
      return withMatch(t, event.match, attach, () => ({
        games: { ...t.games, [event.game]: endedGame(event, event.blue) },
      }))
    },
    GameDetached: (t, { game: id, match }) => {
      return ifMatch(t, { match }, ({ games: counted }) => {
        const game = t.games[id]
        const others = counted.filter((other) => other.game !== id)
        return {
          ...(others.length < counted.length && withMatch(t, match, () => ({ games: others }))),
          ...(game && {
            games: { ...t.games, [id]: { ...withoutReason(game), status: 'detached' } },
          }),
        }
      })
    },
  },
}

type Changed = { games?: Games; matches?: Matches }

/** Games of a match that does not exist change nothing. */
function ifMatch(
  { matches }: { matches: Matches },
  { match: id }: { match: MatchId },
  change: (match: Match) => Changed,
): Changed {
  const match = matches[id]
  return match ? change(match) : {}
}

type EndedGame = Pick<EventIn<typeof gameSchema, 'GameCounted'>, 'game' | 'winner' | 'seconds'>

function withGame({ games }: Match, { game, winner, seconds }: EndedGame): Partial<Match> {
  return { games: [...games, { game, winner, seconds }] }
}

function withEnded(
  games: Games,
  event: EventIn<typeof gameSchema, 'GameCounted' | 'GameProposed'>,
  how: Pick<PlayedGame, 'status'> & Partial<PlayedGame>,
): Games {
  return { ...games, [event.game]: { ...endedGame(event, games[event.game]?.blue ?? 0), ...how } }
}

function withBegun(
  games: Games,
  { game, match, cabinet, blue }: EventIn<typeof gameSchema, 'GameBegan'>,
): Games {
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
  event: EventIn<typeof gameSchema, 'GameCounted' | 'GameProposed' | 'GameAttached'>,
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
