// Faults at random, one after another, while an evening goes on; then what must hold is checked.
import { setTimeout as sleep } from 'node:timers/promises'
import { random } from '../../events/simulation/random.ts'
import type { Random } from '../../events/simulation/random.ts'
import { check } from './invariants.ts'
import type { Findings } from './invariants.ts'
import { startServices } from './service-processes.ts'
import type { ServiceProcesses } from './service-processes.ts'
import { makeTournament, startLoad } from './load.ts'
import type { Load } from './load.ts'
import { startCluster } from './nats-cluster.ts'
import type { NatsCluster } from './nats-cluster.ts'

/** Whatever can be killed and frozen. */
type Victim = {
  name: string
  kill(): Promise<void>
  start(): Promise<void>
  freeze(): void
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
  say?: (line: string) => void
}

const calmMs: [number, number] = [200, 1_200]
const recoverMs = 60_000

export async function storm(wanted: Wanted): Promise<Report> {
  const { dir, databaseUrl, seed, say = () => {}, each = 2 } = wanted
  const cluster = await startCluster(dir)
  let services: ServiceProcesses | null = null
  let load: Load | null = null
  try {
    services = await startServices({ databaseUrl, natsUrl: cluster.url, replicas: 3, each })
    const at = { url: services.loadBalancer.url, key: services.adminKey }
    const prepared = await makeTournament(at)
    load = startLoad(at, prepared)
    await sleep(1_000)
    const faults: Fault[] = []
    for (let n = 0; n < wanted.kills; n++) {
      const chance = random(`${seed} ${n}`)
      const parts = { cluster, services, load }
      const faulty = n % 10 === 4 ? failOver(parts, wanted) : trouble(chance, parts)
      const fault = await faulty.catch((error: unknown) => {
        for (const { name, said } of parts.services.processes)
          say(`${name}: ${said().slice(-2_000)}`)
        throw error
      })
      faults.push(fault)
      say(`${n + 1}/${wanted.kills} ${fault.what}: away ${fault.awayMs} ms`)
      await sleep(chance.between(...calmMs))
    }
    await load.end()
    return {
      ...(await check({ databaseUrl, natsUrl: cluster.url, services, load, prepared })),
      faults,
    }
  } finally {
    load?.close()
    await services?.stop()
    await cluster.stop()
  }
}

type Parts = { cluster: NatsCluster; services: ServiceProcesses; load: Load }

/** One fault, until presses are taken again and the victim is back. */
async function trouble(chance: Random, { cluster, services, load }: Parts): Promise<Fault> {
  const untilTaken = watch(load)
  const all: Victim[] = chance.chance(0.5) ? cluster.servers : services.processes
  const victim = chance.pick(all)
  const isFrozen = chance.chance(0.35)
  const forMs = chance.between(300, isFrozen ? 6_000 : 2_000)
  if (isFrozen) victim.freeze()
  else await victim.kill()
  await sleep(forMs)
  if (isFrozen) victim.thaw()
  else await victim.start()
  return { what: `${victim.name} ${isFrozen ? 'frozen' : 'killed'}`, awayMs: await untilTaken() }
}

async function failOver({ load }: Parts, { failOver: promote }: Wanted): Promise<Fault> {
  const untilTaken = watch(load)
  await promote()
  return { what: 'Postgres killed, its standby promoted', awayMs: await untilTaken() }
}

/** The longest time without an acknowledgement since now. */
function watch({ told }: Load): () => Promise<number> {
  const { at } = told
  const [begin, before] = [Date.now(), at.length]
  return async () => {
    const until = Date.now() + recoverMs
    while (at.length < before + 3 || Date.now() - at.at(-1)! > 1_000) {
      if (Date.now() > until) {
        throw new Error(`no press is taken ${recoverMs} ms after the fault: ${told.refused}`)
      }
      await sleep(50)
    }
    const times = [begin, ...at.slice(before)]
    return Math.max(...times.slice(1).map((time, n) => time - times[n]!))
  }
}
