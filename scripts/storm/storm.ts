// Faults at random, one after another, while an evening goes on; then what must hold is checked.
import { setTimeout as sleep } from 'node:timers/promises'
import { random } from '../../events/simulation/random.ts'
import type { Random } from '../../events/simulation/random.ts'
import { check } from './invariants.ts'
import type { Findings, Hall } from './invariants.ts'
import { startServices } from './service-processes.ts'
import type { ServiceProcesses } from './service-processes.ts'
import { makeTournament, startLoad } from './load.ts'
import type { Load, Prepared } from './load.ts'
import { startCluster } from './nats-cluster.ts'
import type { NatsCluster } from './nats-cluster.ts'

/** Whatever can be killed and frozen. */
type Victim = {
  name: string
  kill(): Promise<void>
  start(): Promise<void>
  freeze(): Promise<void>
  thaw(): void
}
/** How long nobody's press was taken after a fault. */
type Fault = { what: string; awayMs: number }
type Report = Findings & { faults: Fault[] }
type Wanted = {
  dir: string
  databaseUrl: string
  kills: number
  seed: string
  /** kills Postgres and promotes its standby: every tenth fault */
  failOver: () => Promise<void>
  each?: number
  /** pairs of streams; so many halls play, each in its own */
  pairs?: number
  say?: (line: string) => void
}

const calmMs: [number, number] = [200, 1_200]
const recoverMs = 60_000
/** Presses come about every half second in each of four halls. */
const stillMs = 2_000

export async function storm(wanted: Wanted): Promise<Report> {
  const { dir, databaseUrl, seed, say = () => {}, each = 2, pairs = 4 } = wanted
  const cluster = await startCluster(dir)
  let services: ServiceProcesses | null = null
  let halls: Hall[] = []
  try {
    const servers = { databaseUrl, natsUrl: cluster.url }
    services = await startServices({ ...servers, replicas: 3, each, pairs })
    const at = { url: services.loadBalancer.url, key: services.adminKey }
    const prepared: Prepared[] = []
    for (let n = 1; n <= pairs; n++) prepared.push(await makeTournament(at, `storm${n}`))
    halls = prepared.map((one) => ({ prepared: one, load: startLoad(at, one, pairs) }))
    await sleep(1_000)
    const faults: Fault[] = []
    for (let n = 0; n < wanted.kills; n++) {
      const chance = random(`${seed} ${n}`)
      const parts = { cluster, services, halls }
      const faulty = n % 10 === 4 ? failOver(parts, wanted) : trouble(chance, parts)
      const fault = await faulty
      faults.push(fault)
      say(`${n + 1}/${wanted.kills} ${fault.what}: away ${fault.awayMs} ms`)
      await sleep(chance.between(...calmMs))
    }
    say('until all that was begun is taken')
    await Promise.all(halls.map(({ load }) => load.end()))
    return { ...(await check({ ...servers, services, halls, say })), faults }
  } catch (error) {
    for (const { name, said } of services?.processes ?? []) say(`${name}: ${said().slice(-20_000)}`)
    for (const copies of await cluster.copies()) say(copies)
    throw error
  } finally {
    for (const { load } of halls) load.close()
    await services?.stop()
    await cluster.stop()
  }
}

type Parts = { cluster: NatsCluster; services: ServiceProcesses; halls: Hall[] }

/** One fault, until presses are taken again and the victim is back. */
async function trouble(chance: Random, { cluster, services, halls }: Parts): Promise<Fault> {
  const untilTaken = watchAll(halls)
  const all: Victim[] = chance.chance(0.5) ? cluster.servers : services.processes
  const victim = chance.pick(all)
  const isFrozen = chance.chance(0.35)
  const forMs = chance.between(300, isFrozen ? 6_000 : 2_000)
  if (isFrozen) await victim.freeze()
  else await victim.kill()
  await sleep(forMs)
  if (isFrozen) victim.thaw()
  else await victim.start()
  return { what: `${victim.name} ${isFrozen ? 'frozen' : 'killed'}`, awayMs: await untilTaken() }
}

async function failOver({ halls }: Parts, { failOver: promote }: Wanted): Promise<Fault> {
  const untilTaken = watchAll(halls)
  await promote()
  return { what: 'Postgres killed, its standby promoted', awayMs: await untilTaken() }
}

/** Of all halls, the longest time that one was without an acknowledgement. */
function watchAll(halls: Hall[]): () => Promise<number> {
  const all = halls.map(({ load }) => watch(load))
  return async () => Math.max(...(await Promise.all(all.map((each) => each()))))
}

/** The longest time without an acknowledgement since now. */
function watch({ told }: Load): () => Promise<number> {
  const { at } = told
  const [begin, before] = [Date.now(), at.length]
  return async () => {
    const until = Date.now() + recoverMs
    while (at.length < before + 3 || Date.now() - at.at(-1)! > stillMs) {
      if (Date.now() > until) {
        throw new Error(`no press is taken ${recoverMs} ms after the fault: ${told.refused}`)
      }
      await sleep(50)
    }
    const times = [begin, ...at.slice(before)]
    return Math.max(...times.slice(1).map((time, n) => time - times[n]!))
  }
}
