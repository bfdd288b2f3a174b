import { randomUUID } from 'node:crypto'
import type { Colour } from '#events/game/map/colour.ts'
import type { CabinetEvent } from '#events/schema/cabinet-facts.ts'
import { connectCabinet as connectClient } from '#services/practice/client.ts'
import type { CabinetClient } from '#services/practice/client.ts'
import type { CabinetName } from '#services/practice/pending-events.ts'
import { playGame } from '#events/simulation/play.ts'

/** A simulated cabinet. It sends a game at once, so its clock runs ahead of the system clock. */
export type Cabinet = {
  id: number
  name: string
  /** Switches the cabinet on, and off. */
  wake(): Promise<void>
  sleep(): Promise<void>
  /** Sends the first half of a game; the returned function sends the rest. */
  begin(game: Game): Promise<{ end: () => Promise<void> }>
  play(game: Game): Promise<void>
}
type Game = { winner: Colour; map?: keyof typeof maps }
type Options = CabinetName & { id: number; name: string; url: string }

const maps = { Day: 'map_day', Night: 'map_night', Dusk: 'map_dusk', Twilight: 'map_twilight' }
const gameSeconds = 20
const pauseMs = 5_000
const allowedDelayMs = 10_000

function postponed(event: CabinetEvent, byMs: number): CabinetEvent {
  return { ...event, time: new Date(Date.parse(event.time) + byMs).toISOString() }
}

export function connectCabinet({ id, name, url, ...names }: Options): Cabinet {
  let client: CabinetClient | null = null
  // Never reset: if the clock fell back, later games would count as late.
  let aheadMs = 0
  const clock = () => Date.now() + aheadMs
  let games = 0

  async function begin({ winner, map = 'Day' }: Game) {
    games += 1
    const seed = `${names.cabinetName} ${games}`
    const startAt = new Date(clock())
    const options = { seconds: gameSeconds, winCondition: 'military', map: maps[map] } as const
    const events = playGame({ ...options, winner, seed, startAt })
    aheadMs = Date.parse(events.at(-1)?.time ?? '') + pauseMs - Date.now()
    const started = events.findIndex(({ type }) => type === 'gamestart') + 1
    const middle = Math.floor((started + events.length) / 2)
    await sendEvents(events.slice(0, middle))
    const halfTimeMs = Date.now()
    const end = () => {
      // On a slow machine the second half begins later, as otherwise the game would be late (R-GE-4).
      const delayMs = Math.max(0, Date.now() - halfTimeMs - allowedDelayMs)
      return sendEvents(events.slice(middle).map((event) => postponed(event, delayMs)))
    }
    return { end }
  }

  async function sendEvents(events: CabinetEvent[]): Promise<void> {
    client ??= connectClient({ ...names, url })
    for (const event of events) client.send(event)
    await client.idle()
  }

  async function sleep(): Promise<void> {
    await client?.close()
    client = null
  }

  return {
    id,
    name,
    wake: () =>
      sendEvents([
        {
          gameID: null,
          eventID: randomUUID(),
          time: new Date(clock()).toISOString(),
          type: 'cabinetOnline',
          values: [],
        },
      ]),
    begin,
    play: async (game) => (await begin(game)).end(),
    sleep,
  }
}
