// Many presses over a connection that is cut, slow or silent, or loses answers (P2, P5).
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { random } from '#events/simulation/random.ts'
import { verify } from '#services/projector/index.ts'
import type { Waggle } from '#services/index.ts'
import { projected } from '#test/support/desk-client.ts'
import { startProxy } from '#test/support/proxy.ts'
import type { Proxy } from '#test/support/proxy.ts'
import { apiOf } from '../support/rest-client.ts'
import { commitsOf, notOnce } from './invariants.ts'
import { isTaken, makeTournament, nothingAcknowledged } from './load.ts'
import type { Acknowledged } from './load.ts'

type Options = { adminKey: string; presses: number; tournaments: number; seed: string }
type Target = { match: number; team: number; acknowledged: Acknowledged }
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
const retryMs = 20
const pauseMs = { least: 150, most: 550 }
const faultMs = { least: 60, most: 210 }

/** Sends the presses, each again with its key until it is answered, and compares log and rows. */
export async function pressOverBadLine(
  waggle: Service,
  { adminKey: key, presses, tournaments, seed }: Options,
): Promise<BadLineReport> {
  const { url } = waggle
  const targets: Target[] = []
  while (targets.length < tournaments) {
    const { matches } = await makeTournament({ url, key }, `line-${targets.length + 1}`)
    const [{ id: match, blueTeam: team }] = matches as [(typeof matches)[0]]
    targets.push({ match, team, acknowledged: nothingAcknowledged() })
  }
  const proxy = await startProxy(() => Number(new URL(url).port))
  const ended = new AbortController()
  const faults = disturb(proxy, seed, ended.signal)
  let [started, requests] = [0, 0]
  const work = async () => {
    while (started < presses) {
      const { match, team, acknowledged } = targets[started++ % targets.length]!
      const path = `http://127.0.0.1:${proxy.port}/api/tournament/match/${match}/add-score/`
      const press = { id: randomUUID(), body: JSON.stringify({ team, by: 1, force: true }) }
      for (requests++; !(await isTaken({ key, acknowledged }, path, press)); requests++) {
        if (acknowledged.odd.length > 0) return
        await sleep(retryMs)
      }
      acknowledged.commands.push(press.id)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, work)).finally(() => ended.abort())
  const count = await faults
  await proxy.close()
  const { commits, problems } = await compared(waggle, key, targets)
  const acknowledged = targets.reduce((sum, target) => sum + target.acknowledged.commands.length, 0)
  return { acknowledged, requests, faults: count, commits, problems }
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
async function compared({ url, log, store }: Service, key: string, targets: Target[]) {
  await projected(log, store)
  const { count, times, problems } = await commitsOf(log, () => {})
  const api = apiOf(url, key)
  for (const { match, acknowledged } of targets) {
    const { commands, odd } = acknowledged
    problems.push(...odd.map((answer) => `an answer that was not expected: ${answer}`))
    problems.push(...commands.flatMap((id) => notOnce(id, times.get(id) ?? 0)))
    const { blueScore } = await api.get<{ blueScore: number }>(`/api/tournament/match/${match}/`)
    if (blueScore !== commands.length)
      problems.push(`the match ${match} has ${blueScore} of ${commands.length} points`)
  }
  return { commits: count, problems: [...problems, ...(await verify(log, store)).problems] }
}
