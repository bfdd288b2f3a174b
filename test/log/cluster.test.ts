// A cluster of three nats-servers: replicas of the streams, and reads while one server lags behind.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import type { StatusLineName } from '#events/describe/status.ts'
import { clusterProgram } from '#scripts/servers/nats-binary.ts'
import { startCluster } from '#scripts/storm/nats-cluster.ts'
import type { ClusterServer, NatsCluster } from '#scripts/storm/nats-cluster.ts'
import { startWaggle } from '#services/index.ts'
import type { Waggle } from '#services/index.ts'
import { natsAddress, openLog } from '#services/log/index.ts'
import type { Log, StoredFacts } from '#services/log/index.ts'
import { newDatabase } from '../support/app.ts'
import { pause, until, whenAnswered } from '../support/desk-client.ts'

const program = await clusterProgram()
if ('failure' in program) console.warn(`Left out: a cluster (${program.failure})`)

function facts(after: number, text = '') {
  const time = new Date(0).toISOString()
  const event = { gameID: null, eventID: crypto.randomUUID(), time, type: 'alive', values: [text] }
  return { cabinet: 7, after, events: [event] }
}

describe.skipIf('failure' in program)('a cluster of three', () => {
  let dir: string
  let cluster: NatsCluster
  let log: Log
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'waggle-cluster-'))
    cluster = await startCluster(dir)
    log = await openLog({ url: cluster.url, replicas: 3 })
  })
  afterAll(async () => {
    await log?.close()
    await cluster?.stop()
    await rm(dir, { recursive: true, force: true })
  })

  /** starts all servers again, also after a test that failed */
  afterEach(async () => {
    const stopped = cluster.servers.filter((server) => !server.isRunning())
    for (const server of cluster.servers) if (server.isRunning()) server.thaw()
    await Promise.all(stopped.map((server) => server.start()))
  })

  const replicasOf = async (prefix = '') => {
    const nc = await connect(natsAddress(cluster.url))
    const { streams } = await jetstreamManager(nc)
    const found: Record<string, [count: number, isDirect: boolean, compression: string]> = {}
    for await (const { config } of streams.list()) {
      const { name, num_replicas: count, allow_direct: isDirect, compression = 'none' } = config
      if (!name.startsWith(prefix)) continue
      found[name.slice(prefix.length)] = [count, isDirect, compression]
    }
    await nc.close()
    return found
  }

  test('LOG_REPLICAS: every stream has that many replicas, also after a change', async () => {
    const withReplicas = async (replicas: number) => {
      await (await openLog({ url: cluster.url, streams: 'own_', replicas })).close()
      return { ...(await replicasOf('own_')), ...(await replicasOf('KV_own_')) }
    }
    const one = [1, false, 's2']
    const single = { tournaments: one, facts: one, notes: [1, false, 'none'] }
    await expect.poll(() => withReplicas(1)).toEqual(single)
    // Compressed blocks are damaged when a server of a cluster is killed.
    const three = [3, false, 'none']
    // A cluster lists a stream only when its leader answers.
    const all = { tournaments: three, facts: three, notes: three }
    await expect.poll(() => withReplicas(3)).toEqual(all)
    expect(await replicasOf()).toMatchObject({ tournaments: three, facts: three, KV_notes: three })
  })

  test('LOG_REPLICAS: more replicas than servers are refused with the reason', async () => {
    await expect(openLog({ url: cluster.url, streams: 'five_', replicas: 5 })).rejects.toThrow(
      /LOG_REPLICAS is 5, but the NATS servers have no room for so many copies/,
    )
    await expect(openLog({ url: inject('natsUrl'), replicas: 3 })).rejects.toThrow(
      'LOG_REPLICAS is 3, but the NATS server runs alone',
    )
  })

  const adminKey = crypto.randomUUID()

  async function startOnCluster(): Promise<Waggle> {
    vi.stubEnv('LOG_REPLICAS', '3')
    const databaseUrl = await newDatabase(`cluster_${Date.now()}`)
    const own = { port: 0, adminKey, practiceTimes: null, quiet: true }
    const app = await startWaggle({ ...own, databaseUrl, natsUrl: cluster.url, streams: 'app_' })
    vi.unstubAllEnvs()
    return app
  }

  async function textOf({ url }: Waggle, name: StatusLineName): Promise<string | undefined> {
    const headers = { authorization: `Bearer ${adminKey}` }
    const answer = await fetch(`${url}/api/status/`, { headers })
    const { lines } = (await answer.json()) as { lines: { line: StatusLineName; text: string }[] }
    return lines.find(({ line }) => line === name)?.text
  }

  /** The server that leads a stream. */
  async function leaderOf(stream: string): Promise<ClusterServer> {
    const nc = await connect(natsAddress(cluster.url))
    let leader: ClusterServer | undefined
    await until('a leader', async () => {
      const info = jetstreamManager(nc).then(({ streams }) => streams.info(stream))
      const found = await info.catch(() => null) // fails during an election
      leader = cluster.servers.find(({ name }) => name === found?.cluster?.leader)
      return leader !== undefined
    })
    await nc.close()
    return leader!
  }

  test('P1: during an election writes fail with that reason, followers wait, and both resume by themselves', async () => {
    const received: number[] = []
    const ending = new AbortController()
    const { signal } = ending
    async function follow(): Promise<void> {
      while (!signal.aborted) {
        const take = async (batch: StoredFacts[]) =>
          void received.push(...batch.map(({ seq }) => seq))
        await log.followFacts(received.at(-1) ?? 0, take, signal).catch(() => pause(100))
      }
    }
    const following = follow()
    /** in order: the error of each retry, and the position of each append */
    const outcomes: unknown[] = []
    async function append(): Promise<number> {
      const ask = () => log.appendFacts(facts(1))
      const stored = await whenAnswered(ask, (error) => void outcomes.push(error))
      outcomes.push({ stored })
      return stored
    }
    await append()
    for (const isFrozen of [false, true]) {
      const leader = await leaderOf('facts')
      // One server alone cannot elect a leader, so there is none until the writes have failed.
      const other = cluster.servers.find((server) => server !== leader)!
      await other.freeze()
      if (isFrozen) await leader.freeze()
      else await leader.kill()
      const from = outcomes.length
      const appended = append()
      const expectedError = { retryable: true, detail: expect.stringContaining('a new leader') }
      await expect
        .poll(() => outcomes.slice(from))
        .toContainEqual(expect.objectContaining(expectedError))
      other.thaw()
      await appended
      if (isFrozen) leader.thaw()
      else await leader.start()
    }
    const last = await append()
    // A timeout does not say whether a message was stored: there may be more messages than
    // acknowledgements, and those a frozen server had received may come later.
    await expect.poll(() => received.at(-1)).toBeGreaterThanOrEqual(last)
    expect(received).toEqual(Array.from({ length: received.length }, (_, n) => n + 1))
    ending.abort()
    await following
  })

  test('a server that does not run is named until it runs again', async () => {
    const away = () => whenAnswered(() => log.awayServers())
    await expect.poll(away).toEqual([])
    const dead = cluster.servers[1]!
    const app = await startOnCluster()
    await dead.kill()
    await expect.poll(away).toEqual([dead.name])
    const text = () => textOf(app, 'log')
    await expect
      .poll(text)
      .toMatch(`without the NATS server ${dead.name}. If it has stopped, start it again;`)
    await dead.start()
    await expect.poll(away).toEqual([])
    await expect.poll(text).toMatch(/^Has \d+ commits\.$/)
    await app.stop()
  })

  test('P1: reads through a server that lags behind include the end of the log', async () => {
    const leader = await leaderOf('facts')
    const lagging = cluster.servers.find((server) => server !== leader)!
    await lagging.kill()
    const before = await whenAnswered(() => log.factsTail())
    const count = 4_000
    const payload = facts(1, 'x'.repeat(1_000))
    for (let sent = 0; sent < count; sent += 200)
      await Promise.all(
        Array.from({ length: 200 }, () => whenAnswered(() => log.appendFacts(payload))),
      )
    // Messages that timed out were sent again, and may be stored twice.
    const end = await whenAnswered(() => log.factsTail())
    expect(end).toBeGreaterThanOrEqual(before + count)
    const starting = lagging.start()
    const ownLog = await openLog({ url: lagging.url, replicas: 3 })
    expect(await whenAnswered(() => ownLog.factsTail())).toBe(end)
    expect(await whenAnswered(() => ownLog.lastFacts(7))).toBe(end)
    expect((await whenAnswered(() => ownLog.factsAt(end)))?.seq).toBe(end)
    const positions: number[] = []
    const ending = new AbortController()
    const take = async (batch: StoredFacts[]) => {
      positions.push(...batch.map(({ seq }) => seq))
      if (positions.at(-1) === end) ending.abort()
    }
    await whenAnswered(() => ownLog.followFacts(positions.at(-1) ?? before, take, ending.signal))
    expect(positions).toEqual(Array.from({ length: end - before }, (_, n) => before + n + 1))
    await ownLog.close()
    await starting
  })

  test('P1: a server started with an empty disk copies everything from the others', async () => {
    const leader = await leaderOf('facts')
    const end = await whenAnswered(() => log.factsTail())
    await leader.kill()
    await rm(join(dir, leader.name, 'store'), { recursive: true })
    await leader.start()
    const others = cluster.servers.filter((server) => server !== leader)
    await others[0]!.kill()
    const ownLog = await openLog({ url: leader.url, replicas: 3 })
    expect((await whenAnswered(() => ownLog.factsAt(end)))?.seq).toBe(end)
    expect(await whenAnswered(() => ownLog.appendFacts(facts(1)))).toBeGreaterThan(end)
    await ownLog.close()
    await others[0]!.start()
  })
})
