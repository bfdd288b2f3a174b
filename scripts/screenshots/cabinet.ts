import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Colour } from '#events/game/map/colour.ts'
import { connectCabinet } from '#services/practice/client.ts'
import type { CabinetName } from '#services/practice/outbox.ts'
import { playGame } from '#events/simulation/play.ts'

type CabinetStory = {
  winner: Colour
  map: string
  seed: string
  winCondition: 'military' | 'economic' | 'snail'
}
export type Cabinet = {
  /** plays a complete game that ended `secondsAgo` */
  played(game: CabinetStory, secondsAgo: number): Promise<void>
  /** starts a game that began `secondsAgo` and continues */
  begun(game: CabinetStory, secondsAgo: number): Promise<void>
  wake(): Promise<void>
  close(): Promise<void>
}

const gameSeconds = 100
/** maximum time from the map display to the start of the game */
const headSeconds = 10

/**
 * A cabinet that sends games with timestamps in the past, so that pictures need not wait for games.
 */
export function cabinetAt(named: CabinetName, url: string): Cabinet {
  const client = connectCabinet({ ...named, url })
  const eventsOf = (game: CabinetStory, startMs: number) =>
    playGame({ ...game, seconds: gameSeconds, startAt: new Date(startMs), version: '21.3' })
  async function send(events: ReturnType<typeof playGame>): Promise<void> {
    for (const event of events) client.send(event)
    await client.idle()
  }
  const over = new AbortController()
  const { signal } = over
  let goesOn: Promise<void> | undefined
  /** Sends events in real time. */
  async function goOn(events: ReturnType<typeof playGame>): Promise<void> {
    for (const event of events) {
      const restMs = Math.max(0, Date.parse(event.time) - Date.now())
      await sleep(restMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      client.send(event)
    }
  }
  return {
    played: (game, secondsAgo) => {
      const lastsMs = (gameSeconds + headSeconds) * 1000
      return send(eventsOf(game, Date.now() - secondsAgo * 1000 - lastsMs))
    },
    async begun(game, secondsAgo) {
      const [first] = eventsOf(game, 0)
      const start = eventsOf(game, 0).find(({ type }) => type === 'gamestart')
      const headMs = Date.parse(start!.time) - Date.parse(first!.time)
      const until = Date.now()
      const events = eventsOf(game, until - secondsAgo * 1000 - headMs)
      await send(events.filter(({ time }) => Date.parse(time) <= until))
      goesOn = goOn(events.filter(({ time }) => Date.parse(time) > until))
    },
    wake: () =>
      send([
        {
          gameID: null,
          eventID: randomUUID(),
          time: new Date(Date.now() - 3_600_000).toISOString(),
          type: 'cabinetOnline',
          values: [],
        },
      ]),
    async close() {
      over.abort()
      await goesOn
      await client.close()
    },
  }
}
