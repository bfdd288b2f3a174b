// A leaderboard bridge. It subscribes with the numbers of its cabinets and still compares them with
// those in the messages. When a game ends it fetches game and statistics at once, without a second
// try and with a limit of 5 s, and it keeps the score of the match as it was last told before.
import { connect, need } from './socket.ts'
import type { Client, Json } from './socket.ts'

type Leaderboard = Client & {
  games: { game: Json; stats: Json; told: Json | undefined }[]
  idle(): Promise<unknown>
}

const limitMs = 60_000

export function openLeaderboard(url: string, cabinets: number[]): Leaderboard {
  const games: Leaderboard['games'] = []
  const working: Promise<void>[] = []
  const matches = new Map<number, Json>()
  const fetchJson = async (path: string): Promise<Json> => {
    const answer = await fetch(url + path, { signal: AbortSignal.timeout(limitMs) })
    need(answer.status === 200, `${path}: ${answer.status}`)
    return (await answer.json()) as Json
  }
  async function atEnd({ game_id: id, winning_team: winner }: Json): Promise<void> {
    need(typeof id === 'string' && /^\d+$/.test(id), 'game_id is a number as text')
    const told = new Map([...matches].map(([match, state]) => [match, { ...state }]))
    const [game, stats] = await Promise.all([
      fetchJson(`/api/game/game/${id}/`),
      fetchJson(`/api/game/game/${id}/stats/`),
    ])
    need(game['id'] === Number.parseInt(id, 10), 'the game itself')
    need(game['winning_team'] === winner && game['end_time'] !== null, 'how it ended')
    need(stats['length_sec'] > 0 && stats['by_player'].kills, 'its statistics')
    games.push({ game, stats, told: told.get(game['tournament_match']) })
  }
  const client = connect(
    `${url}/ws/gamestate/`,
    (message) => {
      if (!cabinets.includes(message['cabinet_id'])) return
      const { type, current_match: match } = message
      if (type === 'match' && match) matches.set(match.id, match)
      if (type === 'matchend') matches.set(message['match_id'], message)
      if (type === 'gameend') {
        working.push(
          atEnd(message).catch((error: unknown) => void client.errors.push(String(error))),
        )
      }
    },
    (socket) => {
      for (const id of cabinets) socket.send(JSON.stringify({ type: 'subscribe', cabinet_id: id }))
    },
  )
  return { ...client, games, idle: () => Promise.all(working) }
}
