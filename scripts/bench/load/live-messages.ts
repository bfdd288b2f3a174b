// Publishes live messages of playing cabinets at a constant rate, with one viewer per tournament.
import type { LiveCabinet } from '#events/view/frames.ts'
import { addEvent, emptyGame, live } from '#events/game/index.ts'
import { openLog } from '#services/log/index.ts'
import { playGame } from '#events/simulation/play.ts'
import { nowMs } from '../measure/numbers.ts'
import { watch } from './viewers.ts'

const atOnce = 50

export async function watchEach(url: string, count: number, hello?: string): Promise<void> {
  for (let id = 1; id <= count; id += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, count - id + 1) }, (_, i) => id + i)
    await Promise.all(some.map((one) => watch(`${url}${one}`, 1, hello)))
  }
}

type Live = {
  natsUrl: string
  streams: string
  cabinets: number
  perSecond: number
  seconds: number
}

/** Publishes `perSecond` messages per cabinet; returns the total number of messages. */
export async function publishLive({
  natsUrl,
  streams,
  cabinets,
  perSecond,
  seconds,
}: Live): Promise<number> {
  const log = await openLog({ url: natsUrl, streams })
  const game = midGame()
  const total = Math.round(cabinets * perSecond * seconds)
  const startMs = nowMs()
  for (let published = 0; published < total;) {
    const due = Math.min(total, ((nowMs() - startMs) / 1_000) * cabinets * perSecond)
    for (; published < due; published++)
      log.publish(`live.${1 + (published % cabinets)}`, messageOf(published, game))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await log.close()
  return total

  function messageOf(n: number, state: LiveCabinet['game']): LiveCabinet {
    return { id: 1 + (n % cabinets), clientStatus: 'online', since: null, game: state }
  }
}

function midGame(): LiveCabinet['game'] {
  const events = playGame({ seed: 'live', startAt: new Date(0) })
  const gameID = events[0]?.gameID ?? ''
  const half = events.slice(0, events.length / 2)
  const fold = half.reduce(addEvent, emptyGame(gameID))
  return { ...live(fold), gameID, asOf: new Date(0).toISOString() }
}
