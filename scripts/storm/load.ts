// The load of an evening through the load balancer: presses by scripts and tablets, games, and
// viewers.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { addScore, swap } from '#console/src/core/presses/actions.ts'
import { openTablet } from '#test/support/tablet-client.ts'
import type { Tablet } from '#test/support/tablet-client.ts'
import { connectCabinet } from '#services/practice/client.ts'
import type { CabinetName } from '#services/practice/pending-events.ts'
import { playGame } from '#events/simulation/play.ts'
import { random } from '#events/simulation/random.ts'
import { apiOf } from '../support/rest-client.ts'
import { limitMs } from '#test/support/limits.ts'

type At = { url: string; key: string }
type Row = { id: number }
type Match = Row & { blueTeam: number; goldTeam: number }
export type PreparedTournament = { tournament: number; matches: Match[]; cabinets: CabinetName[] }
/** What was acknowledged to the clients. */
export type Acknowledged = {
  commands: string[]
  /** times of the acknowledgements, in order */
  at: number[]
  /** ids of acknowledged cabinet events */
  events: string[]
  /** responses that are neither success nor retryable; none are expected */
  odd: string[]
  /** the last retryable response */
  refused: string
}
export type Load = {
  acknowledged: Acknowledged
  tablets: Tablet[]
  end(): Promise<void>
  close(): void
}

/** Multiplied by the number of venues, because all of them share one machine. */
const pressEveryMs = 150
const tabletEveryMs = 600
const eventEveryMs = 80

export async function makeTournament(
  { url, key }: At,
  name = 'storm',
): Promise<PreparedTournament> {
  const api = apiOf(url, key)
  const { id: scene } = await api.post<Row>('/api/game/scene/', { name, displayName: 'Storm' })
  const cabinets: (CabinetName & Row)[] = []
  for (const cabinetName of ['north', 'south', 'east', 'west']) {
    const body = { scene, name: cabinetName, displayName: cabinetName }
    const { id, token } = await api.post<Row & { token: string }>('/api/game/cabinet/', body)
    cabinets.push({ id, sceneName: name, cabinetName, token })
  }
  const date = '2026-01-02'
  const assignedCabinets = cabinets.map(({ id }) => id)
  const made = { scene, name, date, assignedCabinets }
  const { id: tournament } = await api.post<Row>('/api/tournament/tournament/', made)
  const teams: number[] = []
  for (let n = 1; n <= 8; n++)
    teams.push((await api.post<Row>('/api/tournament/team/', { tournament, name: `T${n}` })).id)
  const stage = { tournament, name: 'Main', stageType: 'round_robin', winsPerMatch: 50 }
  const { id: bracket } = await api.post<Row>('/api/tournament/bracket/', stage)
  await api.put(`/api/tournament/bracket/${bracket}/set-teams/`, { teams })
  await api.put(`/api/tournament/bracket/${bracket}/create-matches/`, {})
  const path = `/api/tournament/match/?tournamentId=${tournament}&rowsPerPage=50`
  const { results: matches } = await api.get<{ results: Match[] }>(path)
  const apart: Match[] = []
  for (const one of matches) {
    const busy = new Set(apart.flatMap((other) => [other.blueTeam, other.goldTeam]))
    if (!busy.has(one.blueTeam) && !busy.has(one.goldTeam)) apart.push(one)
  }
  for (const [n, match] of apart.slice(0, 4).entries())
    await api.put(`/api/tournament/match/${match.id}/start/`, { cabinet: cabinets[n]!.id })
  // Games are played only on cabinets without presses.
  return { tournament, matches: apart, cabinets: cabinets.slice(2) }
}

type Playing = At & {
  prepared: PreparedTournament
  acknowledged: Acknowledged
  tablets: Tablet[]
  signal: AbortSignal
  wait(ms: number): Promise<void>
}

export function nothingAcknowledged(): Acknowledged {
  return { commands: [], at: [], events: [], odd: [], refused: '' }
}

export function startLoad({ url, key }: At, prepared: PreparedTournament, venues = 1): Load {
  const { tournament, cabinets } = prepared
  const acknowledged = nothingAcknowledged()
  const ending = new AbortController()
  const { signal } = ending
  const wait = (ms: number) => sleep(ms * venues, undefined, { signal }).catch(() => {})
  const tablets = [1, 2].map((n) =>
    openTablet({ at: url, key, tournament, chance: random(`tablet ${tournament} ${n}`) }),
  )
  const playing = { url, key, prepared, acknowledged, tablets, signal, wait }
  const working = [
    press(playing),
    pressOnTablet(playing),
    ...cabinets.map((cabinet) => play(playing, cabinet)),
  ]
  return {
    acknowledged,
    tablets,
    async end() {
      ending.abort()
      const late = sleep(limitMs.wait, 'late', { ref: false })
      if ((await Promise.race([Promise.all(working), late])) === 'late') {
        throw new Error(`not all was taken within ${limitMs.wait / 1_000} s after the last fault`)
      }
      await untilSettled(tablets)
    },
    close: () => tablets.forEach((tablet) => tablet.close()),
  }
}

async function press(playing: Playing): Promise<void> {
  const { url, prepared, acknowledged, signal, wait } = playing
  const { id: match, blueTeam: team } = prepared.matches[0]!
  const path = `${url}/api/tournament/match/${match}/add-score/`
  for (let n = 0; !signal.aborted; n++) {
    const id = randomUUID()
    const body = JSON.stringify({ team, by: n % 2 === 0 ? 1 : -1, force: true })
    // Also after the end of the load, because every started request must be answered.
    while (!(await isTaken(playing, path, { id, body }))) await sleep(100)
    acknowledged.commands.push(id)
    acknowledged.at.push(Date.now())
    await wait(pressEveryMs)
  }
}

/** Sends a press once; false if it has to be sent again. */
export async function isTaken(
  { key, acknowledged }: Pick<Playing, 'key' | 'acknowledged'>,
  path: string,
  { id, body }: { id: string; body: string },
): Promise<boolean> {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'idempotency-key': id,
  }
  const signal = AbortSignal.timeout(5_000)
  const answer = await fetch(path, { method: 'PUT', headers, body, signal }).catch(() => null)
  const text = await answer?.text().catch(() => '')
  if (answer?.status === 200) return true
  acknowledged.refused = answer ? `${answer.status} ${text}` : 'no answer'
  if (answer && ![502, 503, 504].includes(answer.status))
    acknowledged.odd.push(`${answer.status} ${text}`)
  return false
}

async function pressOnTablet({
  prepared,
  acknowledged,
  tablets,
  signal,
  wait,
}: Playing): Promise<void> {
  const [tablet, match] = [tablets[0]!, prepared.matches[1]!]
  for (let n = 0; !signal.aborted; n++) {
    await wait(tabletEveryMs)
    const row = tablet.match(match.id)
    // Up and down, because a score that the match cannot have is refused.
    const by = row && row.blueScore > 0 ? -1 : 1
    const made = row && (n % 3 === 0 ? swap(row) : addScore(row, 'blue', by))
    if (made) acknowledged.commands.push(tablet.press(made))
    answerForPeople(tablet)
  }
}

async function play(
  { url, acknowledged, signal, wait }: Playing,
  cabinet: CabinetName,
): Promise<void> {
  const client = connectCabinet({
    ...cabinet,
    url: `${url.replace('http', 'ws')}/ws/stats_listener/v3`,
    onRefused: (refused) => acknowledged.odd.push(JSON.stringify(refused)),
  })
  // Far enough in the past that the games of a long storm, which are played fast, stay there.
  let startMs = Date.now() - 24 * 3_600_000
  for (let game = 1; !signal.aborted; game++) {
    const seed = `${cabinet.sceneName} ${cabinet.cabinetName} ${game}`
    const events = playGame({ seed, startAt: new Date(startMs), seconds: 8 })
    startMs = Date.parse(events.at(-1)!.time) + 20_000
    for (const event of events) {
      if (signal.aborted) break
      client.send(event)
      acknowledged.events.push(event.eventID)
      await wait(eventEveryMs)
    }
  }
  await client.idle()
  await client.close()
}

async function untilSettled(tablets: Tablet[]): Promise<void> {
  const until = Date.now() + limitMs.wait
  while (tablets.some((tablet) => tablet.shown().presses.length > 0)) {
    tablets.forEach(answerForPeople)
    const [left] = tablets.flatMap((tablet) => tablet.shown().presses)
    if (left?.state === 'refused') throw new Error(`${left.label} was refused: ${left.reason}`)
    if (Date.now() > until) throw new Error('a tablet has presses that nobody took')
    await sleep(50)
  }
}

/** Confirms presses that are too old to be sent without confirmation. */
function answerForPeople(tablet: Tablet): void {
  for (const press of tablet.unsent()) if (press.state === 'asking') tablet.insist(press.id)
}
