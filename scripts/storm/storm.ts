// Injects random faults, one after another, while an evening goes on; then checks the invariants.
import { setTimeout as sleep } from 'node:timers/promises'
import { random } from '#events/simulation/random.ts'
import type { Random } from '#events/simulation/random.ts'
import { check } from './invariants.ts'
import type { Findings, Venue } from './invariants.ts'
import { startServices } from './service-processes.ts'
import type { ServiceProcesses } from './service-processes.ts'
import { makeTournament, startLoad } from './load.ts'
import type { Load, PreparedTournament } from './load.ts'
import { startCluster } from './nats-cluster.ts'
import type { NatsCluster } from './nats-cluster.ts'
import { limitMs } from '#test/support/limits.ts'

/** A process that can be killed and frozen. */
type Victim = {
  name: string
  kill(): Promise<void>
  start(): Promise<void>
  freeze(): Promise<void>
  thaw(): void
}
/** `awayMs`: the longest time without an acknowledged press after the fault. */
type Fault = { what: string; awayMs: number }
type Report = Findings & { faults: Fault[] }
type Options = {
  dir: string
  databaseUrl: string
  kills: number
  seed: string
  /** kills Postgres and promotes its standby; used for every tenth fault */
  failOver: () => Promise<void>
  each?: number
  /** number of pairs of streams, and of venues: each venue uses its own pair */
  pairs?: number
  say?: (line: string) => void
}

const calmMs: [number, number] = [200, 1_200]
/** Each of four venues has a press about every half second. */
const stillMs = 2_000

export async function storm(options: Options): Promise<Report> {
  const { dir, databaseUrl, seed, say = () => {}, each = 2, pairs = 4 } = options
  const cluster = await startCluster(dir)
  let services: ServiceProcesses | null = null
  let venues: Venue[] = []
  try {
    const servers = { databaseUrl, natsUrl: cluster.url }
    services = await startServices({ ...servers, replicas: 3, each, pairs })
    const at = { url: services.loadBalancer.url, key: services.adminKey }
    const prepared: PreparedTournament[] = []
    for (let n = 1; n <= pairs; n++) prepared.push(await makeTournament(at, `storm${n}`))
    venues = prepared.map((one) => ({ prepared: one, load: startLoad(at, one, pairs) }))
    await sleep(1_000)
    const faults: Fault[] = []
    for (let n = 0; n < options.kills; n++) {
      const chance = random(`${seed} ${n}`)
      const parts = { cluster, services, venues }
      const faulty = n % 10 === 4 ? failOver(parts, options) : injectFault(chance, parts)
      const fault = await faulty
      faults.push(fault)
      say(`${n + 1}/${options.kills} ${fault.what}: away ${fault.awayMs} ms`)
      await sleep(chance.between(...calmMs))
    }
    say('until all that was begun is taken')
    await Promise.all(venues.map(({ load }) => load.end()))
    return { ...(await check({ ...servers, services, venues, say })), faults }
  } catch (error) {
    for (const { name, output } of services?.processes ?? [])
      say(`${name}: ${output().slice(-20_000)}`)
    for (const copies of await cluster.copies()) say(copies)
    throw error
  } finally {
    for (const { load } of venues) load.close()
    await services?.stop()
    await cluster.stop()
  }
}

type Parts = { cluster: NatsCluster; services: ServiceProcesses; venues: Venue[] }

/** Injects one fault; resolves when presses are acknowledged again and the victim is back. */
async function injectFault(chance: Random, { cluster, services, venues }: Parts): Promise<Fault> {
  const untilRecovered = watchAll(venues)
  const all: Victim[] = chance.chance(0.5) ? cluster.servers : services.processes
  const victim = chance.pick(all)
  const isFrozen = chance.chance(0.35)
  const forMs = chance.between(300, isFrozen ? 6_000 : 2_000)
  if (isFrozen) await victim.freeze()
  else await victim.kill()
  await sleep(forMs)
  if (isFrozen) victim.thaw()
  else await victim.start()
  return {
    what: `${victim.name} ${isFrozen ? 'frozen' : 'killed'}`,
    awayMs: await untilRecovered(),
  }
}

async function failOver({ venues }: Parts, { failOver: promote }: Options): Promise<Fault> {
  const untilRecovered = watchAll(venues)
  await promote()
  return { what: 'Postgres killed, its standby promoted', awayMs: await untilRecovered() }
}

/** Measures the longest time that any venue is without an acknowledgement. */
function watchAll(venues: Venue[]): () => Promise<number> {
  const all = venues.map(({ load }) => watch(load))
  return async () => Math.max(...(await Promise.all(all.map((each) => each()))))
}

/** Measures the longest time without an acknowledgement from now on. */
function watch({ acknowledged }: Load): () => Promise<number> {
  const { at } = acknowledged
  const [begin, before] = [Date.now(), at.length]
  return async () => {
    const until = Date.now() + limitMs.wait
    while (at.length < before + 3 || Date.now() - at.at(-1)! > stillMs) {
      if (Date.now() > until) {
        throw new Error(
          `no press is taken ${limitMs.wait} ms after the fault: ${acknowledged.refused}`,
        )
      }
      await sleep(50)
    }
    const times = [begin, ...at.slice(before)]
    return Math.max(...times.slice(1).map((time, n) => time - times[n]!))
  }
}
