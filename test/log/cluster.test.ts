// Three nats-servers on this machine: copies of the streams, and what is read while one lags behind.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { clusterProgram } from '../../scripts/servers/nats-binary.ts'
import { startCluster } from '../../scripts/storm/nats-cluster.ts'
import type { ClusterServer, NatsCluster } from '../../scripts/storm/nats-cluster.ts'
import { natsAddress, openLog } from '../../services/log/index.ts'
import type { Log, StoredFacts } from '../../services/log/index.ts'
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

  /** as they were, also after a test that failed */
  afterEach(async () => {
    const stopped = cluster.servers.filter((server) => !server.isRunning())
    for (const server of cluster.servers) if (server.isRunning()) server.thaw()
    await Promise.all(stopped.map((server) => server.start()))
  })

  const copies = async (prefix = '') => {
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

  test('LOG_REPLICAS: every stream has as many copies, also when that is changed', async () => {
    const own = async (replicas: number) => {
      await (await openLog({ url: cluster.url, streams: 'own_', replicas })).close()
      return { ...(await copies('own_')), ...(await copies('KV_own_')) }
    }
    const one = [1, false, 's2']
    expect(await own(1)).toEqual({ tournaments: one, facts: one, notes: [1, false, 'none'] })
    // A killed server of a cluster spoils what it compresses.
    const three = [3, false, 'none']
    expect(await own(3)).toEqual({ tournaments: three, facts: three, notes: three })
    expect(await copies()).toMatchObject({ tournaments: three, facts: three, KV_notes: three })
  })

  test('LOG_REPLICAS: more than the servers can hold is refused with the reason', async () => {
    await expect(openLog({ url: cluster.url, streams: 'five_', replicas: 5 })).rejects.toThrow(
      /LOG_REPLICAS is 5, but the NATS servers have no room for so many copies/,
    )
    await expect(openLog({ url: inject('natsUrl'), replicas: 3 })).rejects.toThrow(
      'LOG_REPLICAS is 3, but the NATS server runs alone',
    )
  })

  /** The one that leads a stream. */
  async function leaderOf(stream: string): Promise<ClusterServer> {
    const nc = await connect(natsAddress(cluster.url))
    let leader: ClusterServer | undefined
    await until('a leader', async () => {
      const asked = jetstreamManager(nc).then(({ streams }) => streams.info(stream))
      const found = await asked.catch(() => null) // while one is chosen
      leader = cluster.servers.find(({ name }) => name === found?.cluster?.leader)
      return leader !== undefined
    })
    await nc.close()
    return leader!
  }

  test('P1: while a leader is chosen writes say so, followers wait, and both go on by themselves', async () => {
    const heard: number[] = []
    const ending = new AbortController()
    const { signal } = ending
    async function follow(): Promise<void> {
      while (!signal.aborted) {
        const take = async (batch: StoredFacts[]) => void heard.push(...batch.map(({ seq }) => seq))
        await log.followFacts(heard.at(-1) ?? 0, take, signal).catch(() => pause(100))
      }
    }
    const following = follow()
    /** in order: why it was asked again, and where it was stored in the end */
    const told: unknown[] = []
    async function append(): Promise<number> {
      const ask = () => log.appendFacts(facts(1))
      const stored = await whenAnswered(ask, (error) => void told.push(error))
      told.push({ stored })
      return stored
    }
    await append()
    for (const isFrozen of [false, true]) {
      const leader = await leaderOf('facts')
      // One server alone cannot choose: it stays so until writes have been told.
      const other = cluster.servers.find((server) => server !== leader)!
      await other.freeze()
      if (isFrozen) await leader.freeze()
      else await leader.kill()
      const from = told.length
      const appended = append()
      const said = { retryable: true, detail: expect.stringContaining('a leader') }
      await expect.poll(() => told.slice(from)).toContainEqual(expect.objectContaining(said))
      other.thaw()
      await appended
      if (isFrozen) leader.thaw()
      else await leader.start()
    }
    const last = await append()
    // A time-out does not say whether it was stored: more may be there than was acknowledged, and what a
    // frozen server had in hand may come after it.
    await expect.poll(() => heard.at(-1)).toBeGreaterThanOrEqual(last)
    expect(heard).toEqual(Array.from({ length: heard.length }, (_, n) => n + 1))
    ending.abort()
    await following
  })

  test('P1: through a server that lags behind the end is read whole', async () => {
    const leader = await leaderOf('facts')
    const late = cluster.servers.find((server) => server !== leader)!
    await late.kill()
    const before = await whenAnswered(() => log.factsTail())
    const count = 4_000
    const payload = facts(1, 'x'.repeat(1_000))
    for (let sent = 0; sent < count; sent += 200)
      await Promise.all(
        Array.from({ length: 200 }, () => whenAnswered(() => log.appendFacts(payload))),
      )
    // What timed out may be there too: it was sent again.
    const end = await whenAnswered(() => log.factsTail())
    expect(end).toBeGreaterThanOrEqual(before + count)
    const starting = late.start()
    const own = await openLog({ url: late.url, replicas: 3 })
    expect(await whenAnswered(() => own.factsTail())).toBe(end)
    expect(await whenAnswered(() => own.lastFacts(7))).toBe(end)
    expect((await whenAnswered(() => own.factsAt(end)))?.seq).toBe(end)
    const seen: number[] = []
    const ending = new AbortController()
    const take = async (batch: StoredFacts[]) => {
      seen.push(...batch.map(({ seq }) => seq))
      if (seen.at(-1) === end) ending.abort()
    }
    await whenAnswered(() => own.followFacts(seen.at(-1) ?? before, take, ending.signal))
    expect(seen).toEqual(Array.from({ length: end - before }, (_, n) => before + n + 1))
    await own.close()
    await starting
  })

  test('P1: a server that is started with an empty disk takes everything from the others', async () => {
    const leader = await leaderOf('facts')
    const end = await whenAnswered(() => log.factsTail())
    await leader.kill()
    await rm(join(dir, leader.name, 'store'), { recursive: true })
    await leader.start()
    const others = cluster.servers.filter((server) => server !== leader)
    await others[0]!.kill()
    const own = await openLog({ url: leader.url, replicas: 3 })
    expect((await whenAnswered(() => own.factsAt(end)))?.seq).toBe(end)
    expect(await whenAnswered(() => own.appendFacts(facts(1)))).toBeGreaterThan(end)
    await own.close()
    await others[0]!.start()
  })
})
