import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { CabinetEvent } from '#events/schema/cabinet-facts.ts'
import { openGate } from '../log/index.ts'
import type { Log, LogPair } from '../log/index.ts'
import type { CabinetId } from '#events/ids.ts'
import { clientSilenceMs } from '#events/rules/limits.ts'

const checkEveryMs = 1_000

/** If a check runs this late, the process itself was stopped and missed the reports. */
const stoppedMs = 3_000

type Options = {
  log: Log
  /** the cabinets of this pair of streams are watched */
  pair: LogPair
  /** according to the facts read so far */
  online(): Iterable<number>
  isOnline(cabinet: CabinetId): boolean
  /** position of the last facts read */
  seen(): number
  logError(what: string, error: unknown): void
}
type Report = { cabinets: CabinetId[] }

/** The expected time between two reports of an intake, which may overtake the facts it stores. */
const reportIntervalMs = { min: 2_000, max: 10_000 }

/**
 * Ends the presence of cabinets whose intake has died together with the connections of their
 * clients, because nobody else can report that. The fact is stored only directly behind the facts
 * it is based on, so that a cabinet that comes back in between, or a second automation, takes
 * precedence (P17).
 */
export function watchOfflineCabinets({ log, pair, online, isOnline, seen, logError }: Options) {
  const self = randomUUID()
  const leases = openLeases()
  const gate = openGate(log)
  /** reported by an intake although they are offline in the facts: the time of the first report */
  const doubted = new Map<CabinetId, number>()
  const unsubscribes = [
    log.subscribe('intake.here', (message) => {
      takeReport(message as Report).catch((error: unknown) => logError('offline cabinets', error))
    }),
    log.onReconnect(leases.restart),
  ]
  let checking = Promise.resolve()
  const timer = setInterval(() => {
    checking = checking.then(check).catch((error: unknown) => logError('offline cabinets', error))
  }, checkEveryMs)
  timer.unref()

  async function takeReport({ cabinets }: Report): Promise<void> {
    const now = performance.now()
    const own = log.pairs.length === 1 ? cabinets : await ownOf(cabinets)
    for (const cabinet of own) {
      leases.renew(cabinet, now)
      const since = now - (doubted.get(cabinet) ?? Infinity)
      if (isOnline(cabinet)) doubted.delete(cabinet)
      else if (since < 0 || since > reportIntervalMs.max) doubted.set(cabinet, now)
      else if (since >= reportIntervalMs.min) {
        // An intake that was disconnected does not know that its cabinets were set offline.
        doubted.delete(cabinet)
        log.publish('intake.left', { cabinet, intake: self })
      }
    }
  }

  async function ownOf(cabinets: CabinetId[]): Promise<CabinetId[]> {
    const pairs = await Promise.all(cabinets.map((cabinet) => log.pairOfCabinet(cabinet)))
    return cabinets.filter((_, n) => pairs[n] === pair)
  }

  async function check(): Promise<void> {
    if (!log.connected()) return leases.restart()
    for (const cabinet of leases.lapsed(online(), performance.now())) await end(cabinet)
  }

  async function end(cabinet: CabinetId): Promise<void> {
    await gate.open({ cabinet })
    const last = await log.lastFacts(cabinet)
    // There are newer facts of it that have not been read here.
    if (last > seen() || !isOnline(cabinet)) return
    const facts = { cabinet, after: await pair.tail(), events: [offline()] }
    if ((await log.appendFactsBehind(facts, last)) === 'conflict') return
    log.publish('intake.left', { cabinet, intake: self })
  }

  return {
    /** Without it, a check would find the expired lease of the cabinet's previous connection. */
    cameOnline: (cabinet: CabinetId) => leases.renew(cabinet, performance.now()),
    async stop(): Promise<void> {
      clearInterval(timer)
      for (const unsubscribe of unsubscribes) unsubscribe()
      gate.close()
      await Promise.race([checking, wait(1_000, null, { ref: false })])
    },
  }
}

function offline(): CabinetEvent {
  const time = new Date().toISOString()
  return { gameID: null, eventID: randomUUID(), time, type: 'clientOffline', values: [] }
}

/**
 * A cabinet is online as long as an intake keeps reporting that its client is connected. The time
 * since the last report is measured by this process's clock alone (P17).
 */
type Leases = {
  renew(cabinet: CabinetId, nowMs: number): void
  /** starts every lease again, after a time in which no report could arrive */
  restart(): void
  /** the online cabinets whose lease has expired; has to be called every second */
  lapsed(online: Iterable<number>, nowMs: number): number[]
}

export function openLeases(): Leases {
  const renewedAt = new Map<CabinetId, number>()
  let checkedAt: number | null = null

  return {
    renew: (cabinet, nowMs) => void renewedAt.set(cabinet, nowMs),
    restart: () => renewedAt.clear(),
    lapsed(online, nowMs) {
      if (checkedAt !== null && nowMs - checkedAt > stoppedMs) renewedAt.clear()
      checkedAt = nowMs
      const silent: number[] = []
      for (const cabinet of online) {
        const since = renewedAt.get(cabinet)
        if (since === undefined) renewedAt.set(cabinet, nowMs)
        else if (nowMs - since > clientSilenceMs) silent.push(cabinet)
      }
      return silent
    },
  }
}
