// A leaderboard bridge. It subscribes with the ids of its cabinets and still filters messages by
// them. When a game ends it fetches game and statistics immediately, without a retry and with a
// timeout, and it keeps the last score of the match that it received before.
import { assert, connect, fetchJson } from './socket.ts'
import type { Client, Json } from './socket.ts'

type Leaderboard = Client & {
  games: { game: Json; stats: Json; matchState: Json | undefined }[]
  idle(): Promise<unknown>
}

export function openLeaderboard(url: string, cabinets: number[]): Leaderboard {
  const games: Leaderboard['games'] = []
  const pending: Promise<void>[] = []
  const matches = new Map<number, Json>()
  async function onGameEnd({ game_id: id, winning_team: winner }: Json): Promise<void> {
    assert(typeof id === 'string' && /^\d+$/.test(id), 'game_id is a number as text')
    const states = new Map([...matches].map(([match, state]) => [match, { ...state }]))
    const [game, stats] = await Promise.all([
      fetchJson(`${url}/api/game/game/${id}/`),
      fetchJson(`${url}/api/game/game/${id}/stats/`),
    ])
    assert(game['id'] === Number.parseInt(id, 10), 'the game itself')
    assert(game['winning_team'] === winner && game['end_time'] !== null, 'how it ended')
    assert(stats['length_sec'] > 0 && stats['by_player'].kills, 'its statistics')
    games.push({ game, stats, matchState: states.get(game['tournament_match']) })
  }
  const client = connect(
    `${url}/ws/gamestate/`,
    (message) => {
      if (!cabinets.includes(message['cabinet_id'])) return
      const { type, current_match: match } = message
      if (type === 'match' && match) matches.set(match.id, match)
      if (type === 'matchend') matches.set(message['match_id'], message)
      if (type === 'gameend') {
        pending.push(
          onGameEnd(message).catch((error: unknown) => void client.errors.push(String(error))),
        )
      }
    },
    (socket) => {
      for (const id of cabinets) socket.send(JSON.stringify({ type: 'subscribe', cabinet_id: id }))
    },
  )
  return { ...client, games, idle: () => Promise.all(pending) }
}
