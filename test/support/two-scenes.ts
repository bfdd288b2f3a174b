import { playGame } from '#events/simulation/play.ts'
import { hashOf, newSecret } from '#services/web/index.ts'
import { startApp } from './app.ts'
import type { App } from './app.ts'
import { until } from './desk-client.ts'

/** The fixture of the API tests: an app with two scenes and a user of every role. */
export type TwoScenes = {
  app: App
  scene: number
  otherScene: number
  cabinet: number
  /** headers by role */
  people: Record<Caller, Record<string, string>>
  call: Call
}
export const roles = [
  'anonymous',
  'cabinet',
  'device',
  'player',
  'official',
  'admin',
  'otherAdmin',
  'owner',
] as const
export type Caller = (typeof roles)[number] | 'key'
export type Reply = { status: number; body: Body; headers: Record<string, unknown>; text: string }
/** A parsed JSON body; tests assert the parts they need. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Body = any
type Call = (
  who: Caller,
  method: string,
  url: string,
  options?: { body?: unknown; headers?: Record<string, string> },
) => Promise<Reply>

export async function startTwoScenes(
  options: Parameters<typeof startApp>[0] = {},
): Promise<TwoScenes> {
  const app = await startApp(options)
  const call = caller(app)
  const create = async (url: string, body: unknown) =>
    (await expectOk(call('key', 'POST', url, { body }))).body
  const { id: scene } = await create('/api/game/scene/', { name: 'here', displayName: 'Here' })
  const { id: otherScene } = await create('/api/game/scene/', {
    name: 'there',
    displayName: 'There',
  })
  const north = { scene, name: 'north', displayName: 'North' }
  const { id: cabinet, token } = await create('/api/game/cabinet/', north)
  const key = 'd'.repeat(40)
  await create('/api/tournament/display/', { key })
  const people: TwoScenes['people'] = {
    anonymous: {},
    cabinet: { authorization: `Bearer ${token}` },
    device: { 'x-display-key': key },
    player: await person(app, {}),
    official: await person(app, { scene, role: 'tournament' }),
    admin: await person(app, { scene, role: 'admin' }),
    otherAdmin: await person(app, { scene: otherScene, role: 'admin' }),
    owner: await person(app, { isOwner: true }),
    key: { authorization: `Bearer ${app.adminKey}` },
  }
  const fixture = { app, scene, otherScene, cabinet, people, call }
  headersOf.set(app, people)
  return fixture
}

const headersOf = new WeakMap<App, TwoScenes['people']>()

function caller(app: App): Call {
  return async (who, method, url, { body, headers = {} } = {}) => {
    const own = headersOf.get(app)?.[who] ?? { authorization: `Bearer ${app.adminKey}` }
    const response = await app.web.inject({
      method: method as 'GET',
      url,
      headers: {
        ...own,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = response.body
    const isJson = `${response.headers['content-type']}`.includes('application/json;')
    const { statusCode: status } = response
    return {
      status,
      body: isJson && text ? JSON.parse(text) : null,
      headers: response.headers,
      text,
    }
  }
}

/** Creates a person with a session; returns the headers a browser would send. */
export async function person(
  { store }: App,
  {
    scene,
    role,
    ...more
  }: {
    scene?: number
    role?: 'admin' | 'tournament'
    isOwner?: boolean
    name?: string
    email?: string
    emailVerified?: boolean
  },
): Promise<Record<string, string>> {
  const [id = 0] = await store.nextIds('person', 1)
  await store.db
    .insertInto('kept.person')
    .values({ id, name: `Person ${id}`, ...more })
    .execute()
  if (scene && role) {
    await store.db.insertInto('kept.role').values({ person: id, scene, role }).execute()
  }
  const token = newSecret()
  const expiresAt = new Date(Date.now() + 60 * 60_000)
  await store.db
    .insertInto('kept.session')
    .values({ tokenHash: hashOf(token), person: id, expiresAt })
    .execute()
  return { cookie: `waggle=${token}` }
}

export async function expectOk(reply: Promise<Reply>): Promise<Reply> {
  const { status, text } = await reply
  if (status >= 300) throw new Error(`${status}: ${text}`)
  return reply
}

/** The ids of a tournament and of what it consists of. */
/** The parts of a response that a repeated request gets again. */
export function answerOf({ status, text, headers }: Reply) {
  return { status, text, version: headers['x-version'] }
}

export type SampleTournament = {
  tournament: number
  teams: number[]
  players: number[]
  bracket: number
  match: number
  otherMatch: number
  queue: number
}

/** A tournament of four teams with matches and queues. */
export async function newSampleTournament(fixture: TwoScenes): Promise<SampleTournament> {
  const { call, scene, cabinet } = fixture
  const send = async (method: string, url: string, body: unknown = {}) =>
    (await expectOk(call('key', method, url, { body }))).body
  await freeCabinets(fixture)
  const { id: tournament } = await send('POST', '/api/tournament/tournament/', {
    scene,
    name: 'Friday',
    date: '2026-01-02',
    assignedCabinets: [cabinet],
  })
  const teams: number[] = []
  for (const name of ['A', 'B', 'C', 'D']) {
    teams.push((await send('POST', '/api/tournament/team/', { tournament, name })).id)
  }
  const players: number[] = []
  for (const name of ['Ann', 'Bo', 'Cy']) {
    players.push((await send('POST', '/api/tournament/player/', { tournament, name })).id)
  }
  const { id: bracket } = await send('POST', '/api/tournament/bracket/', {
    tournament,
    name: 'Main',
    stageType: 'round_robin',
  })
  await send('PUT', `/api/tournament/bracket/${bracket}/set-teams/`, { teams })
  const { matches } = await send('PUT', `/api/tournament/bracket/${bracket}/create-matches/`)
  const { queues } = await send('PUT', `/api/tournament/tournament/${tournament}/create-queues/`)
  const [match, otherMatch] = matches.map((each: { id: number }) => each.id)
  return { tournament, teams, players, bracket, match, otherMatch, queue: queues[0].id }
}

/**
 * Stops the matches that an earlier tournament left on the scene's cabinets: a cabinet has one match
 * at a time, across all tournaments.
 */
async function freeCabinets({ call, app, scene }: TwoScenes): Promise<void> {
  const { db } = app.store
  const own = db.selectFrom('kept.cabinet').select('id').where('scene', '=', scene)
  const activeMatches = await db
    .selectFrom('view.match')
    .select('id')
    .where('activeCabinet', 'in', own)
    .execute()
  for (const { id } of activeMatches)
    await expectOk(call('key', 'PUT', `/api/tournament/match/${id}/stop/`))
}

/** Counted by app, so that a file's games do not depend on the files that ran before it. */
const games = new WeakMap<object, number>()

/** Sends a game as its cabinet does, to its end or to the middle; returns the game's id. */
export async function newGame(
  { app }: TwoScenes,
  game: { cabinet: number; winner?: 'blue' | 'gold'; until?: 'victory' | 'middle' },
): Promise<number> {
  const number = games.get(app) ?? 0
  games.set(app, number + 1)
  const seed = `api ${number}`
  const startAt = new Date(Date.UTC(2026, 0, 2, 20, (number + 1) * 10))
  const { cabinet, winner = 'blue' } = game
  const all = playGame({ seed, startAt, winner, seconds: 30 })
  const events = game.until === 'middle' ? all.slice(0, all.length / 2) : all
  await app.log.appendFacts({ cabinet, after: await app.log.tail(), events })
  const { gameID } = all.at(-1)!
  const find = () =>
    app.store.db
      .selectFrom('view.game')
      .select(['id', 'endTime'])
      .where('gameId', '=', gameID)
      .executeTakeFirst()
  const isProjected = async () => {
    const row = await find()
    return row !== undefined && (game.until === 'middle' || row.endTime !== null)
  }
  await until('the game to be told', isProjected)
  return (await find())!.id
}

/** A hash of every table and the end of the log: equal values mean that nothing was written. */
export async function storedHashes({ app }: TwoScenes): Promise<Record<string, string>> {
  const { rows: tables } = await app.store.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('kept', 'view') and tablename not in ('cabinet_event', 'checkpoint', 'estimate')
     order by 1`,
  )
  const hashes: Record<string, string> = { log: `${await app.log.tail()}` }
  for (const { name } of tables) {
    const { rows } = await app.store.pool.query<{ hash: string }>(
      `select md5(coalesce(string_agg(t::text, e'\\n' order by t::text), '')) as hash from ${name} t`,
    )
    hashes[name] = rows[0]?.hash ?? ''
  }
  return hashes
}
