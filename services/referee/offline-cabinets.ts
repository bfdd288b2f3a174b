import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { CabinetEvent } from '../../events/schema/cabinet-facts.ts'
import { openGate } from '../log/index.ts'
import type { Log, LogPair } from '../log/index.ts'
import { lookEveryMs, openLeases } from './cabinet-leases.ts'
import type { CabinetId } from '../../events/ids.ts'

type Options = {
  log: Log
  /** the cabinets of this pair of streams are watched */
  pair: LogPair
  /** as the facts have it that were read so far */
  online(): Iterable<number>
  isOnline(cabinet: CabinetId): boolean
  /** position of the last facts that were read */
  seen(): number
  note(what: string, error: unknown): void
}
type Here = { cabinets: CabinetId[] }

/** The time between two reports of an intake, which travel apart from the facts it stores. */
const nextWordMs = { least: 2_000, most: 10_000 }

/**
 * Ends the presence of cabinets whose intake has died together with their clients, because nobody
 * else can report that they are gone. The fact is stored only directly after the facts it was
 * decided on, so a cabinet that comes back meanwhile, or a second referee, wins (P17).
 */
export function watchOfflineCabinets({ log, pair, online, isOnline, seen, note }: Options) {
  const self = randomUUID()
  const leases = openLeases()
  const gate = openGate(log)
  /** named by an intake although the facts have them as away; since when */
  const doubted = new Map<CabinetId, number>()
  const ends = [
    log.subscribe('intake.here', (message) => {
      hear(message as Here).catch((error: unknown) => note('offline cabinets', error))
    }),
    log.onReconnect(leases.restart),
  ]
  let looking = Promise.resolve()
  const timer = setInterval(() => {
    looking = looking.then(look).catch((error: unknown) => note('offline cabinets', error))
  }, lookEveryMs)
  timer.unref()

  async function hear({ cabinets }: Here): Promise<void> {
    const now = performance.now()
    const own = log.pairs.length === 1 ? cabinets : await ownOf(cabinets)
    for (const cabinet of own) {
      leases.renew(cabinet, now)
      const since = now - (doubted.get(cabinet) ?? Infinity)
      if (isOnline(cabinet)) doubted.delete(cabinet)
      else if (since < 0 || since > nextWordMs.most) doubted.set(cabinet, now)
      else if (since >= nextWordMs.least) {
        // An intake that was cut off for a while does not know that its cabinets were set offline.
        doubted.delete(cabinet)
        log.publish('intake.left', { cabinet, intake: self })
      }
    }
  }

  async function ownOf(cabinets: CabinetId[]): Promise<CabinetId[]> {
    const of = await Promise.all(cabinets.map((cabinet) => log.pairOfCabinet(cabinet)))
    return cabinets.filter((_, n) => of[n] === pair)
  }

  async function look(): Promise<void> {
    if (!log.connected()) return leases.restart()
    for (const cabinet of leases.lapsed(online(), performance.now())) await end(cabinet)
  }

  async function end(cabinet: CabinetId): Promise<void> {
    await gate.open({ cabinet })
    const last = await log.lastFacts(cabinet)
    // More is known of it than was read here.
    if (last > seen() || !isOnline(cabinet)) return
    const facts = { cabinet, after: await pair.tail(), events: [offline()] }
    if ((await log.appendFactsBehind(facts, last)) === 'conflict') return
    log.publish('intake.left', { cabinet, intake: self })
  }

  return {
    async stop(): Promise<void> {
      clearInterval(timer)
      for (const end of ends) end()
      gate.close()
      await Promise.race([looking, wait(1_000, null, { ref: false })])
    },
  }
}

function offline(): CabinetEvent {
  const time = new Date().toISOString()
  return { gameID: null, eventID: randomUUID(), time, type: 'clientOffline', values: [] }
}
