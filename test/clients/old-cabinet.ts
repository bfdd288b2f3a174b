// An old cabinet client: its `gamestart` has four values (no version) and no `mapstart` comes
// before it.
import { WebSocket } from 'ws'
import { randomUUID } from 'node:crypto'
import { assert } from './socket.ts'

type Cabinet = { sceneName: string; cabinetName: string; token: string }

/** Plays one game to its end and returns the number of acknowledged events. */
export async function playOldGame(url: string, cabinet: Cabinet): Promise<number> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws/stats_listener/v3`)
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  const gameID = randomUUID()
  const startMs = Date.now()
  const events: [seconds: number, type: string, values: string[]][] = [
    [-1, 'spawn', ['1', 'False']],
    [-1, 'spawn', ['2', 'False']],
    [-1, 'playernames', Array<string>(10).fill('')],
    [0, 'gamestart', ['map_day', 'True', '0', 'False']],
    ...[1, 2, 3].map((at): [number, string, string[]] => [
      at,
      'playerKill',
      ['500', '500', '2', '1', 'Queen'],
    ]),
    [4, 'gameend', ['map_day', 'True', '4.0', 'False']],
    [4, 'victory', ['Blue', 'military']],
  ]
  const unacknowledged = new Set<string>()
  const acknowledged = new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const { eventID } = JSON.parse(data.toString()) as { eventID?: string }
      assert(eventID !== undefined, `not acknowledged: ${data.toString()}`)
      unacknowledged.delete(eventID)
      if (unacknowledged.size === 0) resolve()
    })
  })
  for (const [seconds, type, values] of events) {
    const eventID = randomUUID()
    unacknowledged.add(eventID)
    const time = new Date(startMs + seconds * 1_000).toISOString()
    socket.send(JSON.stringify({ gameID, eventID, time, type, values, cabinet }))
  }
  await acknowledged
  socket.close()
  return events.length
}

const typesWithVersion = new Set(['mapstart', 'gamestart'])

/** A recorded game as an old client would have sent it. */
export function withoutVersion<E extends { type: string; values: string[] }>(events: E[]): E[] {
  return events.map((event) =>
    typesWithVersion.has(event.type) ? { ...event, values: event.values.slice(0, 4) } : event,
  )
}
