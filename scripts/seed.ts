// Creates a scene with cabinets and a half-finished tournament, with real commands through the API.
import { randomBytes } from 'node:crypto'
import { hashOf } from '#services/web/index.ts'
import { cardHash } from '#services/intake/sign-in.ts'
import { regulars } from './simulator/people.ts'
import type { Store } from '#services/store/index.ts'
import { apiOf } from './support/rest-client.ts'
import type { Api } from './support/rest-client.ts'
import type { CabinetName } from '#services/practice/pending-events.ts'
import type { Waggle } from '#services/index.ts'
import { addBracket, addTeams, matchesOf } from './support/bracket.ts'

export type SeedResult = {
  /** cabinets for the simulator to play on */
  cabinets: CabinetName[]
  signIns: { name: string; link: string }[]
  tournament: number | null
}
type Row = { id: number; name: string }

const sceneName = 'hive'
const cabinetNames = { north: 'North', south: 'South' }
const teams = [
  'Bees Knees',
  'Wasp Factory',
  'Honey Badgers',
  'Snail Mail',
  'Drone Rangers',
  'Berry White',
  'The Gatekeepers',
  'Royal Jelly',
]
/** number of matches that are already complete */
const playedMatches = 5

/** The address of a running Waggle, possibly in another process, and its database. */
type Seedable = Pick<Waggle, 'url' | 'store'>

export async function seed(options: {
  waggle: Seedable
  adminKey: string
  empty: boolean
}): Promise<SeedResult> {
  const { waggle, adminKey, empty } = options
  const api = apiOf(waggle.url, adminKey)
  const { store } = waggle
  if (empty) {
    const owner = await person(store, { name: 'Owner', isOwner: true })
    return { cabinets: [], signIns: [await signIn(waggle, owner, 'Owner')], tournament: null }
  }
  const found = await api.get<{ results: Row[] }>(`/api/game/scene/?name=${sceneName}`)
  const scene = found.results[0] ?? (await api.post<Row>('/api/game/scene/', newScene))
  const people = await seedPeople(waggle, scene.id)
  await seedRegulars(store)
  const cabinets = await seedCabinets(api, scene.id)
  const tournaments = await api.get<{ results: (Row & { scene: { id: number } })[] }>(
    '/api/tournament/tournament/',
  )
  const existing = tournaments.results.find((t) => t.name === tournamentName)
  const tournament = existing?.id ?? (await seedTournament(api, scene.id, cabinets))
  const names = cabinets.map(({ cabinetName, token }) => ({ sceneName, cabinetName, token }))
  return { cabinets: names, signIns: people, tournament }
}

const newScene = { name: sceneName, displayName: 'The Hive' }
const tournamentName = 'Friday Night Brackets'

async function seedPeople(waggle: Seedable, scene: number): Promise<SeedResult['signIns']> {
  const { store } = waggle
  const links: SeedResult['signIns'] = []
  for (const [name, role] of [
    ['Admin', 'admin'],
    ['Official', 'tournament'],
    ['Player', null],
  ] as const) {
    const id = await person(store, { name, isOwner: name === 'Admin' })
    if (role) {
      await store.db
        .insertInto('kept.role')
        .values({ person: id, scene, role })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    links.push(await signIn(waggle, id, name))
  }
  return links
}

/** Regular players with their cards (`--people`). */
async function seedRegulars(store: Store): Promise<void> {
  for (const { name, card } of regulars) {
    const own = { hash: cardHash(card), person: await person(store, { name, isOwner: false }) }
    await store.db
      .insertInto('kept.card')
      .values(own)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** Identified by `seededAs`, because somebody else may have the same name. */
async function person(
  store: Store,
  attributes: { name: string; isOwner: boolean },
): Promise<number> {
  const known = await store.db
    .selectFrom('kept.person')
    .select('id')
    .where('seededAs', '=', attributes.name)
    .executeTakeFirst()
  if (known) return known.id
  const [id = 0] = await store.nextIds('person', 1)
  await store.db
    .insertInto('kept.person')
    .values({ id, ...attributes, seededAs: attributes.name })
    .execute()
  return id
}

/** A single-use link that signs in as a seeded person; with the embedded servers only. */
async function signIn(waggle: Seedable, id: number, name: string) {
  const code = randomBytes(18).toString('base64url')
  const { db } = waggle.store
  await db.deleteFrom('kept.signIn').where('person', '=', id).execute()
  await db
    .insertInto('kept.signIn')
    .values({ codeHash: hashOf(code), person: id })
    .execute()
  return { name, link: `${waggle.url}/api/user/sign-in/${code}` }
}

type SeededCabinet = { id: number; cabinetName: string; token: string }

async function seedCabinets(api: Api, scene: number): Promise<SeededCabinet[]> {
  const { results } = await api.get<{ results: Row[] }>(`/api/game/cabinet/?sceneId=${scene}`)
  const all: SeededCabinet[] = []
  for (const [name, displayName] of Object.entries(cabinetNames)) {
    const known = results.find((cabinet) => cabinet.name === name)
    const { id, token } = known
      ? await api.post<Row & { token: string }>(`/api/game/cabinet/${known.id}/token/`, {})
      : await api.post<Row & { token: string }>('/api/game/cabinet/', { scene, name, displayName })
    all.push({ id, cabinetName: name, token })
  }
  return all
}

async function seedTournament(api: Api, scene: number, cabinets: SeededCabinet[]): Promise<number> {
  const { id: tournament } = await api.post<Row>('/api/tournament/tournament/', {
    scene,
    name: tournamentName,
    date: new Date().toISOString().slice(0, 10),
    linkType: 'hivemind',
    assignedCabinets: cabinets.map((cabinet) => cabinet.id),
  })
  await addBracket(api, tournament, {
    teams: await addTeams(api, tournament, teams),
    name: 'Main Bracket',
    winsPerMatch: 2,
    queueTimer: 20,
  })
  await playBeginning(api, tournament)
  await seedQueues(api, tournament)
  return tournament
}

/** Completes the first matches with typed results, so that the evening is half over. */
async function playBeginning(api: Api, tournament: number): Promise<void> {
  for (let played = 0; played < playedMatches; played++) {
    const matches = await matchesOf<OpenMatch>(api, tournament)
    const next = matches.find((match) => !match.isComplete && match.blueTeam && match.goldTeam)
    if (!next) break
    const blueScore = played % 3 === 0 ? 1 : 2
    const goldScore = blueScore === 2 ? played % 2 : 2
    await api.patch(`/api/tournament/match/${next.id}/`, { blueScore, goldScore })
    await api.put(`/api/tournament/match/${next.id}/complete/`, {})
  }
}
type OpenMatch = {
  id: number
  isComplete: boolean
  blueTeam: number | null
  goldTeam: number | null
}

/** Distributes open matches over the queues and starts the first match of each cabinet. */
export async function seedQueues(api: Api, tournament: number): Promise<void> {
  const path = `/api/tournament/tournament/${tournament}`
  const { queues } = await api.put<{ queues: (Row & { cabinets: number[] })[] }>(
    `${path}/create-queues/`,
    {},
  )
  const results = await matchesOf<OpenMatch>(api, tournament)
  const open = results.filter((match) => !match.isComplete).map((match) => match.id)
  for (const [index, queue] of queues.entries()) {
    const matches = open.filter((_, position) => position % queues.length === index)
    await api.put(`/api/tournament/queue/${queue.id}/set-queue/`, { matches })
  }
  for (const queue of queues) {
    for (const cabinet of queue.cabinets) {
      await api.put(`${path}/select-next/`, { cabinet }).catch(() => {})
    }
  }
}
