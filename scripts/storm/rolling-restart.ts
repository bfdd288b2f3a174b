// Simulates an update: restarts every process in turn while people press and watch.
import { setTimeout as sleep } from 'node:timers/promises'
import { startChild } from '../bench/children/child.ts'
import { check } from './invariants.ts'
import type { Findings } from './invariants.ts'
import { makeTournament, startLoad } from './load.ts'
import { startCluster } from './nats-cluster.ts'
import { startServices } from './service-processes.ts'
import type { ViewerHandlers } from './viewers.ts'
import { limitMs } from '#test/support/limits.ts'

type Options = { dir: string; databaseUrl: string; viewers: number; say: (line: string) => void }
/** `longestMs`: the longest time that any viewer was without updates after a restart */
type Report = Findings & { restarts: number; longestMs: number }

const settleMs = 2_000

export async function rollingRestart({
  dir,
  databaseUrl,
  viewers: count,
  say,
}: Options): Promise<Report> {
  const cluster = await startCluster(dir)
  const services = await startServices({ databaseUrl, natsUrl: cluster.url, replicas: 3, each: 2 })
  const viewers = startChild<ViewerHandlers>('../../storm/viewers.ts')
  try {
    const at = { url: services.loadBalancer.url, key: services.adminKey }
    const prepared = await makeTournament(at)
    const load = startLoad(at, prepared)
    const { tournament } = prepared
    await viewers.ask('open', { at: at.url, tournament, count })
    const opening = await untilLive()
    say(`${count} viewers; the last of them had news after ${opening} ms`)
    let longest = 0
    for (const process of services.processes) {
      await process.end()
      await process.start()
      const awayMs = await untilLive()
      longest = Math.max(longest, awayMs)
      say(`${process.name} restarted: a viewer was without news for ${awayMs} ms at most`)
    }
    await load.end()
    const findings = await check({
      databaseUrl,
      natsUrl: cluster.url,
      services,
      venues: [{ load, prepared }],
    })
    const { stepsBack } = await viewers.ask('now')
    const backs = stepsBack === 0 ? [] : [`${stepsBack} times a viewer saw an older version`]
    const problems = [...findings.problems, ...backs]
    load.close()
    return { ...findings, problems, restarts: services.processes.length, longestMs: longest }
  } finally {
    await viewers.end()
    await services.stop()
    await cluster.stop()
  }

  /** Waits until all viewers are live; returns the longest time that one was without updates. */
  async function untilLive(): Promise<number> {
    const until = Date.now() + limitMs.wait
    let longest = 0
    // A viewer may not have noticed yet that its connection is lost.
    await sleep(settleMs)
    for (;;) {
      const { live, longestMs } = await viewers.ask('now')
      longest = Math.max(longest, longestMs)
      if (live === count) return longest
      if (Date.now() > until) throw new Error(`${count - live} viewers have no news`)
      await sleep(100)
    }
  }
}
