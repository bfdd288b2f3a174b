// Tablets whose line is gone for half a minute in the middle of a match: the console's own outbox
// against the real server, a hundred evenings at once. What was pressed is counted once, or said.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addScore, swap, warmup } from '../../console/src/core/outbox/actions.ts'
import type { NewCommand, PendingCommand } from '../../console/src/core/outbox/pending-command.ts'
import { apiOf } from '../../scripts/support/rest-client.ts'
import type { Api } from '../../scripts/support/rest-client.ts'
import { random } from '../../events/simulation/random.ts'
import type { Random } from '../../events/simulation/random.ts'
import { startProxy } from '../support/proxy.ts'
import type { Proxy } from '../support/proxy.ts'
import { startApp } from '../support/app.ts'
import type { App } from '../support/app.ts'
import { pause, seedOf, until } from '../support/desk-client.ts'
import { openTablet } from '../support/tablet-client.ts'
import type { Tablet } from '../support/tablet-client.ts'

const goneMs = 30_000
/** longer than what is sent unasked may be old (ux 20) */
const goneLongMs = 66_000
/** Ends what hangs: a hundred evenings on a busy machine take long. */
const backWithinMs = 300_000
const evenings = 100
const longEvenings = 10
const madeAtOnce = 8
const allMs = 900_000

type Row = { id: number }
type Match = Row & { blueTeam: number; goldTeam: number; blueScore: number; goldScore: number }
type Line = { id: string; version: number; command: { type: string; by?: number } }
type Evening = { seed: string; chance: Random; tournament: number; match: Match }
/** What became of it, as the person at the tablet was told. */
type Fate = 'counted' | 'refused' | 'dropped unsent' | 'dropped, maybe counted'
type Pressed = { id: string; isPoint: boolean }

let rig: App
let api: Api
let scene: number
beforeAll(async () => {
  rig = await startApp()
  api = apiOf(rig.url, rig.adminKey)
  scene = (await api.post<Row>('/api/game/scene/', { name: 'hive', displayName: 'Hive' })).id
})
afterAll(() => rig?.stop())

describe.concurrent('a line that is gone in the middle of a match', () => {
  const seed = seedOf('drop')

  test(
    'P2 P11: 100 times for 30 s, every press is counted once or its refusal is said',
    async () => {
      const fates = await everyEvening(evenings, `${seed} short`, goneMs)
      expect(fates, 'some evenings ended elsewhere').toContain('refused')
    },
    allMs,
  )

  test(
    'P2 P11: longer than a minute, nothing goes unasked',
    async () => {
      const fates = await everyEvening(longEvenings, `${seed} long`, goneLongMs)
      expect(fates).toContain('dropped unsent')
    },
    allMs,
  )
})

/** All at once, each on a line of its own; the seeds that failed are named. */
async function everyEvening(count: number, seed: string, forMs: number): Promise<Fate[]> {
  const made: Evening[] = []
  const seeds = Array.from({ length: count }, (_, run) => `${seed} ${run + 1}`)
  while (seeds.length > 0) made.push(...(await Promise.all(seeds.splice(0, madeAtOnce).map(begin))))
  const ends = await Promise.allSettled(made.map((evening) => play(evening, forMs)))
  const failed = ends.flatMap((end, run) =>
    end.status === 'rejected' ? [`${made[run]!.seed}: ${String(end.reason)}`] : [],
  )
  expect(failed).toEqual([])
  return ends.flatMap((end) => (end.status === 'fulfilled' ? end.value : []))
}

/** A match on a cabinet of its own. */
async function begin(seed: string): Promise<Evening> {
  const name = seed.replaceAll(' ', '-')
  const cabinet = await api.post<Row>('/api/game/cabinet/', { scene, name, displayName: name })
  const { id: tournament } = await api.post<Row>('/api/tournament/tournament/', {
    scene,
    name,
    date: '2026-01-02',
    assignedCabinets: [cabinet.id],
  })
  const teams: number[] = []
  for (const team of ['Bees', 'Wasps'])
    teams.push((await api.post<Row>('/api/tournament/team/', { tournament, name: team })).id)
  const stage = { tournament, name: 'Main', stageType: 'round_robin' }
  const { id: bracket } = await api.post<Row>('/api/tournament/bracket/', stage)
  await api.put(`/api/tournament/bracket/${bracket}/set-teams/`, { teams })
  await api.put(`/api/tournament/bracket/${bracket}/create-matches/`, {})
  const path = `/api/tournament/match/?tournamentId=${tournament}`
  const { results } = await api.get<{ results: Match[] }>(path)
  const match = results[0]!
  await api.put(`/api/tournament/match/${match.id}/start/`, { cabinet: cabinet.id })
  return { seed, chance: random(seed), tournament, match }
}

async function play(evening: Evening, forMs: number): Promise<Fate[]> {
  const { chance, tournament, match } = evening
  const line = await startProxy(() => Number(new URL(rig.url).port))
  const at = `http://127.0.0.1:${line.port}`
  const tablet = openTablet({ at, key: rig.adminKey, tournament, chance })
  try {
    await until('the first word', () => tablet.match(match.id) !== undefined, backWithinMs)
    const pressed = await pressing(tablet, evening, { presses: chance.whole(0, 3), withinMs: 500 })
    pressed.push(...(await breaking(line, tablet, evening)))
    const gone = Date.now()
    const [, points] = await Promise.all([
      whileGone(tablet, evening, forMs).then((more) => pressed.push(...more)),
      elsewhere(evening, forMs),
    ])
    await pause(Math.max(0, gone + forMs - Date.now()))
    line.heal()
    const fates = await settled(tablet, evening)
    await expectCounted(tablet, evening, { pressed, fates, points })
    return [...fates.values()]
  } finally {
    tablet.close()
    await line.close()
  }
}

/** The line goes, at once or by losing the answers first; its sockets are ended, or never told. */
async function breaking(line: Proxy, tablet: Tablet, evening: Evening): Promise<Pressed[]> {
  const { chance } = evening
  const pressed: Pressed[] = []
  if (chance.chance(0.5)) {
    line.loseAnswers()
    const presses = chance.whole(1, 3)
    pressed.push(...(await pressing(tablet, evening, { presses, withinMs: 900 })))
  }
  if (chance.chance(0.5)) line.refuse()
  else line.swallow()
  return pressed
}

/** Presses that nobody hears; the page may be loaded anew among them. */
async function whileGone(tablet: Tablet, evening: Evening, forMs: number): Promise<Pressed[]> {
  const { chance, match } = evening
  const presses = chance.whole(2, 6)
  const withinMs = forMs * chance.between(0.1, 0.95)
  const pressed = await pressing(tablet, evening, { presses, withinMs })
  const unsent = tablet.unsent().map(({ id }) => id)
  for (const { id } of pressed) expect(unsent, 'kept').toContain(id)
  if (chance.chance(0.3)) tablet.reload()
  else expect(tablet.match(match.id), 'readable').toBeDefined()
  expect(tablet.unsent().map(({ id }) => id)).toEqual(unsent)
  return pressed
}

type Wish = { presses: number; withinMs: number }

async function pressing(
  tablet: Tablet,
  { chance, match }: Evening,
  { presses, withinMs }: Wish,
): Promise<Pressed[]> {
  const pressed: Pressed[] = []
  for (let press = 0; press < presses; press += 1) {
    await pause(chance.between(0, withinMs / presses))
    const made = something(chance, tablet, match.id)
    if (made) pressed.push({ id: tablet.press(made), isPoint: made.command.type === 'AddScore' })
  }
  return pressed
}

function something(chance: Random, tablet: Tablet, id: number): NewCommand | null {
  const match = tablet.match(id)
  if (!match) return null
  const luck = chance.next()
  if (luck < 0.15) return swap(match)
  if (luck < 0.3) return warmup(match, !match.isWarmup)
  return addScore(match, chance.pick(['blue', 'gold']), 1)
}

/** Another official, on a good line; in every third evening the match is over there. */
async function elsewhere({ chance: other, match }: Evening, forMs: number): Promise<number> {
  const chance = random(other.uuid())
  const points = chance.whole(0, 4)
  for (let point = 0; point < points; point += 1) {
    await pause(chance.between(0, forMs / 6))
    const team = chance.pick([match.blueTeam, match.goldTeam])
    await api.put(`/api/tournament/match/${match.id}/add-score/`, { team, by: 1 })
  }
  if (chance.chance(0.33)) {
    const path = `/api/tournament/match/${match.id}/`
    const { blueScore, goldScore } = await api.get<Match>(path)
    if (blueScore !== goldScore) await api.put(`${path}complete/`, { force: true })
  }
  return points
}

/** The line is good again; what asks is answered by a person. The answer: what was said of each. */
async function settled(tablet: Tablet, { chance }: Evening): Promise<Map<string, Fate>> {
  const fates = new Map<string, Fate>()
  const answer = ({ id, tried }: PendingCommand) => {
    if (chance.chance(0.5)) return tablet.insist(id)
    fates.set(id, tried ? 'dropped, maybe counted' : 'dropped unsent')
    tablet.drop(id)
  }
  const isQuiet = () => {
    for (const press of tablet.unsent()) if (press.state === 'asking') answer(press)
    const { link, presses } = tablet.shown()
    return link.light === 'live' && presses.every(({ state }) => state === 'refused')
  }
  await until('everything to be sent', isQuiet, backWithinMs)
  for (const { id, reason } of tablet.shown().presses) {
    expect(reason, 'a refusal in words').toMatch(/\w+ \w+/)
    fates.set(id, 'refused')
  }
  return fates
}

type Told = { pressed: Pressed[]; fates: Map<string, Fate>; points: number }

async function expectCounted(tablet: Tablet, evening: Evening, told: Told): Promise<void> {
  const { tournament, match } = evening
  const { pressed, fates, points } = told
  const lines = await history(tournament)
  const times = (id: string) => lines.filter((line) => line.id === id).length
  for (const { id, isPoint } of pressed) {
    const fate = fates.get(id) ?? 'counted'
    if (fate === 'refused' || fate === 'dropped unsent')
      expect([fate, times(id)]).toEqual([fate, 0])
    // To set what is set already changes nothing, and leaves no line.
    else if (fate === 'counted' && isPoint) expect([id, times(id)]).toEqual([id, 1])
    else expect(times(id)).toBeLessThan(2)
  }
  const counted = pressed.filter(({ id, isPoint }) => isPoint && times(id) === 1).length
  const { blueScore, goldScore } = await api.get<Match>(`/api/tournament/match/${match.id}/`)
  expect(blueScore + goldScore, 'points').toBe(counted + points)
  const last = lines.at(-1)!.version
  await until('the last change', () => tablet.shown().live.version === last, backWithinMs)
  expect(tablet.match(match.id)).toMatchObject({ blueScore, goldScore })
}

async function history(tournament: number): Promise<Line[]> {
  const path = `/api/tournament/tournament/${tournament}/history/?rowsPerPage=1000&order=oldest`
  return (await api.get<{ results: Line[] }>(path)).results
}
