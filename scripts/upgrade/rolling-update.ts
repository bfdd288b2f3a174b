// Simulates an update under load: services of the previous release and of this one run on the same
// servers, and are replaced one by one in the order given in docs/clusters.md.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bundled } from '#test/support/child-process.ts'
import { apiOf } from '../support/rest-client.ts'
import { check } from '../storm/invariants.ts'
import type { Findings } from '../storm/invariants.ts'
import { openLoadBalancer } from '../storm/load-balancer.ts'
import type { LoadBalancer } from '../storm/load-balancer.ts'
import { makeTournament, startLoad } from '../storm/load.ts'
import type { Load } from '../storm/load.ts'
import {
  environmentOf,
  openProcess,
  roomForPath,
  serviceRooms,
} from '../storm/service-processes.ts'
import type { Process } from '../storm/service-processes.ts'
import { previousRelease } from './previous-release.ts'

type Options = { databaseUrl: string; natsUrl: string; previous: string; presses: number }
type Report = Findings & {
  /**
   * the longest time without an answered press, while the projector and then the others were
   * replaced
   */
  awayMs: { projector: number; others: number }
}
type Release = { open(room: string): Promise<Process> }

const takenMs = 60_000

export async function rollingUpdate(options: Options): Promise<Report> {
  const { databaseUrl, natsUrl, previous, presses } = options
  const adminKey = randomBytes(24).toString('base64url')
  const env = environmentOf(options, adminKey)
  const running = new Set<Process>()
  const releaseOf = (name: string, fileOf: (room: string) => Promise<string>): Release => ({
    async open(room) {
      const process = await openProcess(room, {
        name: `${name}-${room}`,
        file: await fileOf(room),
        env,
      })
      await process.start()
      running.add(process)
      return process
    },
  })
  const before = releaseOf('previous', async (room) => join(previous, 'services', room, 'main.ts'))
  const now = releaseOf('present', (room) => bundled(`services/${room}/main.ts`))
  let loadBalancer: LoadBalancer | null = null
  let load: Load | null = null
  try {
    const [projector, ...others] = await openAll(before, previousRelease.services)
    const targets = (path: string) => [...running].filter(({ room }) => room === roomForPath(path))
    loadBalancer = await openLoadBalancer(targets)
    const at = { url: loadBalancer.url, key: adminKey }
    const prepared = await makeTournament(at)
    load = startLoad(at, prepared)
    await untilAnswered(load, presses)
    const end = async (process: Process) => {
      running.delete(process)
      await process.end()
    }

    const replacing = longestGap(load)
    await end(projector!)
    const [first, ...rest] = serviceRooms
    await now.open(first)
    await untilAnswered(load, presses)
    const projectorMs = replacing()

    const rolling = longestGap(load)
    await Promise.all(rest.map((room) => now.open(room)))
    await untilAnswered(load, presses)
    for (const api of targets('/api/'))
      await everyKindOfRow(api, { key: adminKey, tournament: prepared.tournament })
    // An old service that dies during the update may be restarted.
    const api = others.find(({ room }) => room === 'api')!
    await api.kill()
    await api.start()
    for (const process of others) {
      await untilAnswered(load, presses)
      await end(process)
    }
    await untilAnswered(load, presses)
    const othersMs = rolling()

    await load.end()
    const services = { loadBalancer, adminKey, processes: [...running], stop: async () => {} }
    const venues = [{ load, prepared }]
    const found = await check({ databaseUrl, natsUrl, services, venues })
    return { ...found, awayMs: { projector: projectorMs, others: othersMs } }
  } finally {
    load?.close()
    await Promise.all([...running].map((one) => one.kill()))
    await loadBalancer?.close()
  }
}

/** The first service creates the tables that all others read. */
async function openAll(release: Release, [first = '', ...rest]: string[]): Promise<Process[]> {
  return [await release.open(first), ...(await Promise.all(rest.map((room) => release.open(room))))]
}

/** Waits until that many more presses have been answered. */
async function untilAnswered({ acknowledged: { at } }: Load, presses: number): Promise<void> {
  const target = at.length + presses
  const until = Date.now() + takenMs
  while (at.length < target) {
    if (Date.now() > until) throw new Error(`no press is taken for ${takenMs} ms`)
    await sleep(20)
  }
}

function longestGap({ acknowledged: { at } }: Load): () => number {
  const from = at.length - 1
  return () => Math.max(...at.slice(from + 1).map((time, n) => time - at[from + n]!))
}

/** Writes and reads rows of every kind outside the log through one process. */
async function everyKindOfRow(
  { port }: Process,
  { key, tournament }: { key: string; tournament: number },
) {
  const api = apiOf(`http://127.0.0.1:${port}`, key)
  await api.post('/api/tournament/team/', { tournament, name: `By ${port}` })
  await api.post('/api/tournament/player/', { tournament, name: `By ${port}` })
  await api.post('/api/tournament/links/', {
    tournament,
    title: `${port}`,
    url: 'https://example.org/',
  })
  await api.post('/api/tournament/payment-option/', { tournament, name: `${port}`, price: 5 })
  for (const list of ['team', 'match', 'queue', 'bracket', 'tournament', 'player', 'links'])
    await api.get(`/api/tournament/${list}/?tournamentId=${tournament}`)
  for (const read of ['history', 'timeline', 'estimates', 'available-matches'])
    await api.get(`/api/tournament/tournament/${tournament}/${read}/`)
  for (const path of ['/api/game/game/recent/', '/api/game/cabinet/', '/api/user/me/'])
    await api.get(path)
}
