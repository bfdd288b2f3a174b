// Messages of the sockets in the format of the compatibility API (wire 6.2).
import type { LiveCabinet } from '#events/view/frames.ts'
import { snakeKeys } from './casing.ts'
import * as shapes from './shapes.ts'
import type { ShapeContext } from './shapes.ts'

type CabinetMessage = { type: string; currentMatch?: unknown; onDeck?: unknown }

/** Messages of `/ws/gamestate`, without the fields of matches that HiveMind does not have. */
export function gamestateForCompat(message: CabinetMessage): object {
  const { currentMatch, onDeck, ...rest } = message
  const matchFields = message.type === 'match' && {
    currentMatch: current(currentMatch),
    onDeck: current(onDeck),
  }
  return snakeKeys({ ...rest, ...matchFields }) as object
}

function current(match: unknown): unknown {
  if (!match) return null
  const { isComplete: _, ...rest } = match as { isComplete?: unknown }
  return rest
}

/**
 * Messages of `/ws/ingame_stats`: flat objects of integers, because some programs parse them by
 * hand.
 */
export function ingameForCompat({ id, game }: LiveCabinet): object | undefined {
  if (!game) return undefined
  return {
    berries_deposited: game.berriesDeposited,
    berries_kicked_in: game.berriesKickedIn,
    berries_remaining: game.berriesRemaining,
    cabinet_id: id,
    deaths: game.deaths,
    game_time: game.gameTime,
    have_berries: game.haveBerries,
    kills: game.kills,
    map_name: game.cabinetMap,
    military_deaths: game.militaryDeaths,
    military_kills: game.militaryKills,
    queen_kills: game.queenKills,
    snail_distance: rounded(game.snailDistance),
    total_berries: game.totalBerries,
  }
}

function rounded(tally: object): object {
  const entries = Object.entries(tally) as [string, number][]
  return Object.fromEntries(entries.map(([position, distance]) => [position, Math.round(distance)]))
}

type RelayMessage = { type: string; data: unknown }

/** Messages of `/ws/tournament-relay/{id}`: complete objects as in REST. */
export function relayedForCompat(store: ShapeContext['store']) {
  const context = { store, origin: '' }
  return (messages: RelayMessage[]): Promise<object[]> =>
    Promise.all(
      messages.map(async ({ type, data }) => {
        const rows = [data].flat() as never[]
        if (type === 'queue') return { type, data: (await shapes.queues(rows, context))[0] }
        if (type === 'match') return { type, data: (await shapes.matches(rows, context))[0] }
        if (type === 'matches') return { type, data: await shapes.matches(rows, context) }
        return { type, data: snakeKeys(data) }
      }),
    )
}
