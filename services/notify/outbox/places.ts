// Which deliveries may be sent now: no receiver, scene or kind may take the places of all others.
import { backoffMs } from '../../jobs/index.ts'

/** Where a delivery goes to. */
export type Lane = { host: string; scene: number; isPhone: boolean }
/** What may be taken now; hosts and scenes that are not listed have all their places. */
export type Room = {
  total: number
  kinds: { phones: Kind; others: Kind }
  hosts: { host: string; free: number; hasAnswered: boolean }[]
  scenes: { scene: number; free: number; freeNew: number }[]
}
/** `freeNew`: for hosts that have not answered yet */
type Kind = { free: number; freeNew: number }

export const places = {
  total: 32,
  /** For phones, and for chats and webhooks: each leaves the others a share. */
  kind: 24,
  scene: 12,
  host: 16,
  /** A host that has never answered may be one that never will, and there may be many of them. */
  newHost: 2,
  newOfKind: 8,
  newOfScene: 4,
}
/** A response that is lost now and then is no reason to let a host rest. */
const maxMisses = 3
const maxPauseMs = 5 * 60_000
const maxHosts = 5_000

type Host = { running: number; hasAnswered: boolean; misses: number; restsUntil: number }

/**
 * Counts the deliveries in progress. A host that does not answer rests as a whole, longer each
 * time, and then one delivery tries it; the others wait without an attempt.
 */
export function openPlaces(firstPauseMs: number, now = () => performance.now()) {
  const hosts = new Map<string, Host>()
  /** the deliveries in progress, and whether their host had not answered when they began */
  const running = new Map<Lane, boolean>()
  const count = (which: (lane: Lane) => boolean, isNew?: boolean) =>
    [...running].filter(([lane, own]) => which(lane) && (isNew ? own : true)).length

  function hostOf(name: string): Host {
    const host = hosts.get(name) ?? { running: 0, hasAnswered: false, misses: 0, restsUntil: 0 }
    hosts.delete(name)
    hosts.set(name, host)
    for (const [oldest, { running: busy }] of hosts) {
      if (hosts.size <= maxHosts) break
      if (busy === 0) hosts.delete(oldest)
    }
    return host
  }

  function freeAt({ running: busy, hasAnswered, misses, restsUntil }: Host): number {
    if (now() < restsUntil) return 0
    if (restsUntil > 0) return Math.max(0, 1 - busy)
    return Math.max(0, (hasAnswered && misses < maxMisses ? places.host : places.newHost) - busy)
  }

  function missed(host: Host): void {
    // Those that were under way together are one miss of a host that rests.
    if (now() < host.restsUntil) return
    host.misses++
    const rests = host.misses - (host.hasAnswered ? maxMisses : 1)
    if (rests < 0) return
    host.restsUntil = now() + backoffMs(rests + 1, { firstMs: firstPauseMs, mostMs: maxPauseMs })
  }

  function kindOf(isPhone: boolean): Kind {
    const own = (lane: Lane) => lane.isPhone === isPhone
    return { free: places.kind - count(own), freeNew: places.newOfKind - count(own, true) }
  }

  return {
    room(): Room {
      const scenes = new Set([...running.keys()].map(({ scene }) => scene))
      return {
        total: places.total - running.size,
        kinds: { phones: kindOf(true), others: kindOf(false) },
        hosts: [...hosts].map(([host, one]) => {
          return { host, free: freeAt(one), hasAnswered: one.hasAnswered }
        }),
        scenes: [...scenes].map((scene) => {
          const own = (lane: Lane) => lane.scene === scene
          const freeNew = places.newOfScene - count(own, true)
          return { scene, free: places.scene - count(own), freeNew }
        }),
      }
    },
    begin(lane: Lane): void {
      const host = hostOf(lane.host)
      host.running++
      running.set(lane, !host.hasAnswered)
    },
    /** `hasAnswered`: null if the host was not asked after all */
    end(lane: Lane, hasAnswered: boolean | null): void {
      const host = hostOf(lane.host)
      host.running--
      running.delete(lane)
      if (hasAnswered === true) Object.assign(host, { hasAnswered: true, misses: 0, restsUntil: 0 })
      else if (hasAnswered === false) missed(host)
    },
  }
}
