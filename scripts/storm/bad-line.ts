// Many presses over a connection that is cut, slow or silent, or loses answers (P2, P5).
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { random } from '../../events/simulation/random.ts'
import { verify } from '../../services/projector/index.ts'
import type { Waggle } from '../../services/index.ts'
import { projected } from '../../test/support/desk-client.ts'
import { startProxy } from '../../test/support/proxy.ts'
import type { Proxy } from '../../test/support/proxy.ts'
import { apiOf } from '../support/rest-client.ts'
import { makeTournament } from './load.ts'

type Options = { adminKey: string; presses: number; tournaments: number; seed: string }
type Target = { tournament: number; match: number; team: number; acknowledged: string[] }
type BadLineReport = {
  acknowledged: number
  /** requests, with those that were repeated */
  requests: number
  faults: number
  commits: number
  problems: string[]
}
type Service = Pick<Waggle, 'url' | 'log' | 'store'>

const inFlight = 64
const answerTimeoutMs = 3_000
const retryMs = 20
const pauseMs = { least: 150, most: 550 }
const faultMs = { least: 60, most: 210 }

/** Sends the presses, each again with its key until it is answered, and compares log and rows. */
export async function pressOverBadLine(
  waggle: Service,
  { adminKey, presses, tournaments, seed }: Options,
): Promise<BadLineReport> {
  const targets: Target[] = []
  while (targets.length < tournaments) {
    const at = { url: waggle.url, key: adminKey }
    const { tournament, matches } = await makeTournament(at, `line-${targets.length + 1}`)
    const [first] = matches
    targets.push({ tournament, match: first!.id, team: first!.blueTeam, acknowledged: [] })
  }
  const proxy = await startProxy(() => Number(new URL(waggle.url).port))
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight })
  const sent = { requests: 0, odd: [] as string[] }
  const ended = new AbortController()
  const faults = disturb(proxy, seed, ended.signal)
  let next = 0
  const work = async () => {
    while (next < presses) {
      const target = targets[next++ % targets.length]!
      const id = randomUUID()
      let status = 0
      while (status === 0 || status === 503) {
        sent.requests += 1
        status = await put({ port: proxy.port, agent, adminKey }, target, id)
        if (status !== 200) await sleep(retryMs)
      }
      if (status === 200) target.acknowledged.push(id)
      else sent.odd.push(`a press was answered with ${status}`)
    }
  }
  try {
    await Promise.all(Array.from({ length: inFlight }, work))
  } finally {
    ended.abort()
    agent.destroy()
  }
  const count = await faults
  await proxy.close()
  const { commits, problems } = await compared(waggle, adminKey, targets)
  const acknowledged = targets.reduce((sum, target) => sum + target.acknowledged.length, 0)
  const found = [...sent.odd, ...problems]
  return { acknowledged, requests: sent.requests, faults: count, commits, problems: found }
}

type Line = { port: number; agent: Agent; adminKey: string }

/** Resolves with the status of the answer; 0: there was none. */
function put(
  { port, agent, adminKey }: Line,
  { match, team }: Target,
  id: string,
): Promise<number> {
  return new Promise((resolve) => {
    const headers = {
      authorization: `Bearer ${adminKey}`,
      'content-type': 'application/json',
      'idempotency-key': id,
    }
    const path = `/api/tournament/match/${match}/add-score/`
    const options = { host: '127.0.0.1', port, path, method: 'PUT', agent, headers }
    const sent = request({ ...options, timeout: answerTimeoutMs }, (response) => {
      response.on('end', () => resolve(response.statusCode ?? 0)).on('error', () => resolve(0))
      response.resume()
    })
    sent.on('timeout', () => sent.destroy()).on('error', () => resolve(0))
    sent.end(JSON.stringify({ team, by: 1 }))
  })
}

/** Disturbs the line until the signal aborts; resolves with the number of faults. */
async function disturb(proxy: Proxy, seed: string, signal: AbortSignal): Promise<number> {
  const chance = random(seed)
  const ways = [
    () => proxy.cut(),
    () => proxy.refuse(),
    () => proxy.delay(30),
    () => proxy.loseAnswers(),
    () => proxy.swallow(),
    () => proxy.throttle(200_000),
  ]
  let count = 0
  while (!signal.aborted) {
    await sleep(chance.between(pauseMs.least, pauseMs.most))
    chance.pick(ways)()
    count += 1
    await sleep(chance.between(faultMs.least, faultMs.most))
    proxy.heal()
  }
  return count
}

/** Each acknowledged press must be in the log once, and count once in the rows. */
async function compared({ url, log, store }: Service, adminKey: string, targets: Target[]) {
  await projected(log, store)
  const api = apiOf(url, adminKey)
  const problems: string[] = []
  let commits = 0
  for (const { tournament, match, acknowledged } of targets) {
    const times = new Map<string, number>()
    for (const { commit } of await log.load(tournament)) {
      times.set(commit.id, (times.get(commit.id) ?? 0) + 1)
      commits += 1
    }
    for (const id of acknowledged) {
      const found = times.get(id) ?? 0
      if (found !== 1) problems.push(`the press ${id} is in the log ${found} times`)
    }
    const { blueScore } = await api.get<{ blueScore: number }>(`/api/tournament/match/${match}/`)
    if (blueScore !== acknowledged.length)
      problems.push(`the match ${match} has ${blueScore} of ${acknowledged.length} points`)
  }
  return { commits, problems: [...problems, ...(await verify(log, store)).problems] }
}
