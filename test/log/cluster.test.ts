// Three nats-servers on this machine: copies of the streams, and what is read while one lags behind.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { clusterProgram } from '../../scripts/servers/nats-binary.ts'
import { startCluster } from '../../scripts/storm/nats-cluster.ts'
import type { NatsCluster } from '../../scripts/storm/nats-cluster.ts'
import { natsAddress, openLog } from '../../services/log/index.ts'
import type { Log } from '../../services/log/index.ts'

const program = await clusterProgram()
if ('failure' in program) console.warn(`Left out: a cluster (${program.failure})`)

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

  const copies = async (prefix = '') => {
    const nc = await connect(natsAddress(cluster.url))
    const { streams } = await jetstreamManager(nc)
    const found: Record<string, [number, boolean]> = {}
    for await (const { config } of streams.list()) {
      const { name, num_replicas: count, allow_direct: isDirect } = config
      if (!name.startsWith(prefix)) continue
      found[name.slice(prefix.length)] = [count, isDirect]
    }
    await nc.close()
    return found
  }

  test('LOG_REPLICAS: every stream has as many copies, also when that is changed', async () => {
    const three = { tournaments: [3, false], facts: [3, false], KV_notes: [3, false] }
    expect(await copies()).toEqual(three)
    await (await openLog({ url: cluster.url, streams: 'own_', replicas: 1 })).close()
    await (await openLog({ url: cluster.url, streams: 'own_', replicas: 3 })).close()
    expect((await copies('own_')).tournaments).toEqual([3, false])
    expect((await copies('KV_own_')).notes).toEqual([3, false])
  })

  test('LOG_REPLICAS: more than the servers can hold is refused with the reason', async () => {
    await expect(openLog({ url: cluster.url, streams: 'five_', replicas: 5 })).rejects.toThrow(
      /LOG_REPLICAS is 5, but the NATS servers have no room for so many copies/,
    )
    await expect(openLog({ url: inject('natsUrl'), replicas: 3 })).rejects.toThrow(
      'LOG_REPLICAS is 3, but the NATS server runs alone',
    )
  })
})
