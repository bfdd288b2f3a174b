// Measures the time from a call for an official, with the code of a cabinet, until every tablet has
// it.
import { randomUUID } from 'node:crypto'
import { publicIdOf } from '#events/public-command-id.ts'
import type { BenchServers } from './servers/index.ts'
import { ofPairs } from './commands.ts'
import type { Side } from './load/commands.ts'
import { alternate, nowMs, quantile } from './measure/numbers.ts'
import type { Measurement } from './measure/table.ts'

type Row = { id: number }
type Press = { path: string; method: 'PUT' | 'POST'; body: Record<string, unknown> }
const tablets = 50

export async function calls(
  servers: BenchServers,
  { short, report }: { short: boolean; report: (line: Measurement) => void },
) {
  const { load, productUrl, baselineUrl, prepared } = servers
  const { tournament, match, team } = prepared
  const pairs = short ? 8 : 40
  const codes = await codesOfCabinets(servers, pairs)
  const at = {
    product: { url: productUrl, socket: `/ws/tournament-relay/${tournament}` },
    baseline: { url: baselineUrl, socket: '/ws' },
  }
  const socketOf = (side: Side) => at[side].url.replace('http', 'ws') + at[side].socket
  await load.ask('watch', socketOf('product'), tablets, '{"type":"subscribe","have":0}')
  await load.ask('watch', socketOf('baseline'), tablets)

  /** Time in ms until the last tablet has the call. */
  async function timeToLastTablet(
    side: Side,
    id: string,
    { path, method, body }: Press,
  ): Promise<number> {
    await load.ask('expectFrame', socketOf(side), side === 'product' ? publicIdOf(id) : id)
    const startMs = nowMs()
    const headers = { 'content-type': 'application/json', 'idempotency-key': id }
    const pressed = fetch(at[side].url + path, { method, headers, body: JSON.stringify(body) })
    const lastMs = Math.max(...(await load.ask('waitForFrames', socketOf(side))))
    const answer = await pressed
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    return lastMs - startMs
  }
  const found = await alternate(pairs, {
    product: () => {
      const body = { code: codes.pop() }
      const path = '/api/tournament/call-official/'
      return timeToLastTablet('product', randomUUID(), { path, method: 'PUT', body })
    },
    baseline: () => {
      const id = randomUUID()
      const body = { id, match, team, by: 1 }
      return timeToLastTablet('baseline', id, { path: '/commands', method: 'POST', body })
    },
  })
  const what = `an official called → on the last of ${tablets} tablets`
  report({ what: `${what}, p50`, unit: 'ms', ...ofPairs(found), aim: '< 1,000 ms' })
  const last = (times: number[]) => quantile(times, 0.99)
  const longest = { product: last(found.product), baseline: last(found.baseline) }
  report({ what: `${what}, p99`, unit: 'ms', ...longest, aim: '< 1,000 ms' })
}

/** One cabinet per call, because a second call from the same cabinet has no effect. */
async function codesOfCabinets({ api, prepared }: BenchServers, count: number): Promise<string[]> {
  const { scene, tournament } = prepared
  const cabinets: number[] = []
  const codes: string[] = []
  for (let n = 1; n <= count; n++) {
    const name = `called-${n}`
    const made = { scene, name, displayName: name }
    const { id } = await api.post<Row>('/api/game/cabinet/', made)
    const { code } = await api.post<{ code: string }>(`/api/game/cabinet/${id}/code/`, {})
    cabinets.push(id)
    codes.push(code)
  }
  await api.patch(`/api/tournament/tournament/${tournament}/`, { assignedCabinets: cabinets })
  return codes
}
