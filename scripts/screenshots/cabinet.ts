import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Colour } from '../../events/schema/cabinet-facts.ts'
import { connectCabinet } from '../../services/practice/client.ts'
import type { CabinetName } from '../../services/practice/client.ts'
import { playGame } from '../../events/simulation/play.ts'

type CabinetStory = {
  winner: Colour
  map: string
  seed: string
  winCondition: 'military' | 'economic' | 'snail'
}
export type Cabinet = {
  /** a game that ended so many seconds ago */
  played(game: CabinetStory, secondsAgo: number): Promise<void>
  /** a game that began so many seconds ago and goes on */
  begun(game: CabinetStory, secondsAgo: number): Promise<void>
  wake(): Promise<void>
  close(): Promise<void>
}

const gameSeconds = 100
/** from the map that is shown to the game that begins, at most */
const headSeconds = 10

/** A cabinet that tells what it is to tell, of moments that are over: pictures do not wait for games. */
export function cabinetAt(named: CabinetName, url: string): Cabinet {
  const client = connectCabinet({ ...named, url })
  const told = (game: CabinetStory, startMs: number) =>
    playGame({ ...game, pace: gameSeconds, startAt: new Date(startMs), version: '21.3' })
  async function tell(events: ReturnType<typeof playGame>): Promise<void> {
    for (const event of events) client.send(event)
    await client.idle()
  }
  const over = new AbortController()
  const { signal } = over
  let goesOn: Promise<void> | undefined
  /** As fast as it is played. */
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
      return tell(told(game, Date.now() - secondsAgo * 1000 - lastsMs))
    },
    async begun(game, secondsAgo) {
      const [first] = told(game, 0)
      const start = told(game, 0).find(({ type }) => type === 'gamestart')
      const headMs = Date.parse(start!.time) - Date.parse(first!.time)
      const until = Date.now()
      const events = told(game, until - secondsAgo * 1000 - headMs)
      await tell(events.filter(({ time }) => Date.parse(time) <= until))
      goesOn = goOn(events.filter(({ time }) => Date.parse(time) > until))
    },
    wake: () =>
      tell([
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
