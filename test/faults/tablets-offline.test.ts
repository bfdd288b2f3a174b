// Tablets that lose their connection for half a minute during a match: the console's presses against
// the real server, in many concurrent evenings. Every press counts once, or the user is told
// why not.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addScore, swap, warmup } from '#console/src/core/presses/actions.ts'
import type { NewCommand, PendingCommand } from '#console/src/core/presses/pending-command.ts'
import { addBracket, addTeams, matchesOf } from '#scripts/support/bracket.ts'
import { apiOf } from '#scripts/support/rest-client.ts'
import type { Api } from '#scripts/support/rest-client.ts'
import { random } from '#events/simulation/random.ts'
import type { Random } from '#events/simulation/random.ts'
import { startProxy } from '../support/proxy.ts'
import type { Proxy } from '../support/proxy.ts'
import { startApp } from '../support/app.ts'
import type { App } from '../support/app.ts'
import { pause, seedOf, until } from '../support/desk-client.ts'
import { times } from '../support/long-runs.ts'
import { openTablet } from '../support/tablet-client.ts'
import type { Tablet } from '../support/tablet-client.ts'

const offlineMs = 30_000
/** longer than the age up to which presses are sent without asking (ux 20) */
const longOfflineMs = 66_000
const evenings = times(30, 100)
const longEvenings = times(6, 10)
const createdConcurrently = 8

type Row = { id: number }
type Match = Row & { blueTeam: number; goldTeam: number; blueScore: number; goldScore: number }
type Step = { id: string; version: number; command: { type: string; by?: number } }
type Evening = { seed: string; chance: Random; tournament: number; match: Match }
/** The fate of a press as the user of the tablet sees it. */
type Fate = 'counted' | 'refused' | 'dropped unsent' | 'dropped, maybe counted'
type Pressed = { id: string; isPoint: boolean }

let app: App
let api: Api
let scene: number
beforeAll(async () => {
  app = await startApp()
  api = apiOf(app.url, app.adminKey)
  scene = (await api.post<Row>('/api/game/scene/', { name: 'hive', displayName: 'Hive' })).id
})
afterAll(() => app?.stop())

describe.concurrent('a connection lost during a match', () => {
  const seed = seedOf('drop')

  test('P2 P11: lost for 30 s in many evenings, every press counts once or its refusal is shown', async () => {
    const fates = await playEvenings(evenings, `${seed} short`, offlineMs)
    expect(fates, 'some evenings ended elsewhere').toContain('refused')
  })

  test('P2 P11: lost for more than a minute, nothing is sent without asking', async () => {
    const fates = await playEvenings(longEvenings, `${seed} long`, longOfflineMs)
    expect(fates).toContain('dropped unsent')
  })
})

/**
 * Plays all evenings concurrently, each with a connection of its own; names the seeds that failed.
 */
async function playEvenings(count: number, seed: string, offlineMs: number): Promise<Fate[]> {
  const created: Evening[] = []
  const seeds = Array.from({ length: count }, (_, run) => `${seed} ${run + 1}`)
  while (seeds.length > 0)
    created.push(...(await Promise.all(seeds.splice(0, createdConcurrently).map(begin))))
  const ends = await Promise.allSettled(created.map((evening) => play(evening, offlineMs)))
  const failed = ends.flatMap((end, run) =>
    end.status === 'rejected' ? [`${created[run]!.seed}: ${String(end.reason)}`] : [],
  )
  expect(failed).toEqual([])
  return ends.flatMap((end) => (end.status === 'fulfilled' ? end.value : []))
}

/** Starts a match on a cabinet of its own. */
async function begin(seed: string): Promise<Evening> {
  const name = seed.replaceAll(' ', '-')
  const cabinet = await api.post<Row>('/api/game/cabinet/', { scene, name, displayName: name })
  const { id: tournament } = await api.post<Row>('/api/tournament/tournament/', {
    scene,
    name,
    date: '2026-01-02',
    assignedCabinets: [cabinet.id],
  })
  const teams = await addTeams(api, tournament, ['Bees', 'Wasps'])
  await addBracket(api, tournament, { teams, name: 'Main', stageType: 'round_robin' })
  const [match] = (await matchesOf<Match>(api, tournament)) as [Match]
  await api.put(`/api/tournament/match/${match.id}/start/`, { cabinet: cabinet.id })
  return { seed, chance: random(seed), tournament, match }
}

async function play(evening: Evening, offlineMs: number): Promise<Fate[]> {
  const { chance, tournament, match } = evening
  const proxy = await startProxy(() => Number(new URL(app.url).port))
  const at = `http://127.0.0.1:${proxy.port}`
  const tablet = openTablet({ at, key: app.adminKey, tournament, chance })
  try {
    await until('the first word', () => tablet.match(match.id) !== undefined)
    const pressed = await pressRepeatedly(tablet, evening, {
      presses: chance.whole(0, 3),
      withinMs: 500,
    })
    pressed.push(...(await breakConnection(proxy, tablet, evening)))
    const disconnectedAt = Date.now()
    const [, points] = await Promise.all([
      pressOffline(tablet, evening, offlineMs).then((more) => pressed.push(...more)),
      otherOfficial(evening, offlineMs),
    ])
    await pause(Math.max(0, disconnectedAt + offlineMs - Date.now()))
    proxy.heal()
    const fates = await settle(tablet, evening)
    await expectCounted(tablet, evening, { pressed, fates, points })
    return [...fates.values()]
  } finally {
    tablet.close()
    await proxy.close()
  }
}

/**
 * Breaks the connection, immediately or after losing responses for a while. The sockets are either
 * closed or left open without traffic.
 */
async function breakConnection(proxy: Proxy, tablet: Tablet, evening: Evening): Promise<Pressed[]> {
  const { chance } = evening
  const pressed: Pressed[] = []
  if (chance.chance(0.5)) {
    proxy.loseAnswers()
    const presses = chance.whole(1, 3)
    pressed.push(...(await pressRepeatedly(tablet, evening, { presses, withinMs: 900 })))
  }
  if (chance.chance(0.5)) proxy.refuse()
  else proxy.swallow()
  return pressed
}

/** Presses while disconnected; the page may be reloaded meanwhile. */
async function pressOffline(
  tablet: Tablet,
  evening: Evening,
  offlineMs: number,
): Promise<Pressed[]> {
  const { chance, match } = evening
  const presses = chance.whole(2, 6)
  const withinMs = offlineMs * chance.between(0.1, 0.95)
  const pressed = await pressRepeatedly(tablet, evening, { presses, withinMs })
  const unsent = tablet.unsent().map(({ id }) => id)
  for (const { id } of pressed) expect(unsent, 'kept').toContain(id)
  if (chance.chance(0.3)) tablet.reload()
  else expect(tablet.match(match.id), 'readable').toBeDefined()
  expect(tablet.unsent().map(({ id }) => id)).toEqual(unsent)
  return pressed
}

type Presses = { presses: number; withinMs: number }

async function pressRepeatedly(
  tablet: Tablet,
  { chance, match }: Evening,
  { presses, withinMs }: Presses,
): Promise<Pressed[]> {
  const pressed: Pressed[] = []
  for (let press = 0; press < presses; press += 1) {
    await pause(chance.between(0, withinMs / presses))
    const made = anyPress(chance, tablet, match.id)
    if (made) pressed.push({ id: tablet.press(made), isPoint: made.command.type === 'AddScore' })
  }
  return pressed
}

function anyPress(chance: Random, tablet: Tablet, id: number): NewCommand | null {
  const match = tablet.match(id)
  if (!match) return null
  const luck = chance.next()
  if (luck < 0.15) return swap(match)
  if (luck < 0.3) return warmup(match, !match.isWarmup)
  return addScore(match, chance.pick(['blue', 'gold']), 1)
}

/** Another official with a good connection, who completes the match in every third evening. */
async function otherOfficial(
  { chance: other, match }: Evening,
  offlineMs: number,
): Promise<number> {
  const chance = random(other.uuid())
  const points = chance.whole(0, 4)
  for (let point = 0; point < points; point += 1) {
    await pause(chance.between(0, offlineMs / 6))
    const team = chance.pick([match.blueTeam, match.goldTeam])
    await api.put(`/api/tournament/match/${match.id}/add-score/`, { team, by: 1, force: true })
  }
  if (chance.chance(0.33)) {
    const path = `/api/tournament/match/${match.id}/`
    const { blueScore, goldScore } = await api.get<Match>(path)
    if (blueScore !== goldScore) await api.put(`${path}complete/`, { force: true })
  }
  return points
}

/**
 * After the connection is back: answers presses that ask the user. Returns the fate of each press
 * that did not simply count.
 */
async function settle(tablet: Tablet, { chance }: Evening): Promise<Map<string, Fate>> {
  const fates = new Map<string, Fate>()
  const answer = ({ id, tried }: PendingCommand) => {
    if (chance.chance(0.5)) return tablet.insist(id)
    fates.set(id, tried ? 'dropped, maybe counted' : 'dropped unsent')
    tablet.drop(id)
  }
  const isQuiet = () => {
    for (const press of tablet.unsent()) if (press.state === 'asking') answer(press)
    const { connection, presses } = tablet.shown()
    return connection.health === 'live' && presses.every(({ state }) => state === 'refused')
  }
  await until('everything to be sent', isQuiet)
  for (const { id, reason } of tablet.shown().presses) {
    expect(reason, 'a refusal in words').toMatch(/\w+ \w+/)
    fates.set(id, 'refused')
  }
  return fates
}

type Outcome = { pressed: Pressed[]; fates: Map<string, Fate>; points: number }

async function expectCounted(tablet: Tablet, evening: Evening, outcome: Outcome): Promise<void> {
  const { tournament, match } = evening
  const { pressed, fates, points } = outcome
  const steps = await history(tournament)
  const times = (id: string) => steps.filter((step) => step.id === id).length
  for (const { id, isPoint } of pressed) {
    const fate = fates.get(id) ?? 'counted'
    if (fate === 'refused' || fate === 'dropped unsent')
      expect([fate, times(id)]).toEqual([fate, 0])
    // Setting a value that is set already changes nothing and leaves no step.
    else if (fate === 'counted' && isPoint) expect([id, times(id)]).toEqual([id, 1])
    else expect(times(id)).toBeLessThan(2)
  }
  const counted = pressed.filter(({ id, isPoint }) => isPoint && times(id) === 1).length
  const { blueScore, goldScore } = await api.get<Match>(`/api/tournament/match/${match.id}/`)
  expect(blueScore + goldScore, 'points').toBe(counted + points)
  const last = steps.at(-1)!.version
  await until('the last change', () => tablet.shown().live.version === last)
  expect(tablet.match(match.id)).toMatchObject({ blueScore, goldScore })
}

async function history(tournament: number): Promise<Step[]> {
  const path = `/api/tournament/tournament/${tournament}/history/?rowsPerPage=1000&order=oldest`
  return (await api.get<{ results: Step[] }>(path)).results
}
