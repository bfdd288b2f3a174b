import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Games } from './read-tables.ts'
import { say } from '#events/messages/message.ts'
import { english } from '#events/messages/english.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { importProblem } from '#events/bracket/import-problem.ts'
import type { CabinetEvent } from '#events/schema/cabinet-facts.ts'
import { slugPattern } from '#events/text/slug.ts'
import type { CabinetId, SceneId } from '#events/ids.ts'
import { hashOf, newSecret, tryAgain, rejectionFor } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { claimId } from '../http/idempotency.ts'
import { send } from '../http/command/send.ts'
import { storeSettings } from '../tournament/tournament-changes.ts'
import { storeSlug } from '../tournament/slug.ts'
import { zoneOf } from '../venue/local-date.ts'
import { readTournament } from '../tournament/tournament-rows.ts'
import { checkEvents } from './check-events.ts'
import type { TournamentFile } from '../schema/import-export/import-export.ts'
import { importCommand, tournamentOf } from './import-plan.ts'
import type { NextIds } from './import-plan.ts'
import { gameIdOf, readEvents, readGames, readTournamentFile } from './read-tables.ts'
import { UnreadableFile, wrongIn } from './zip.ts'

export type Exchange = {
  request: FastifyRequest<{ Params: { id: number }; Querystring: { name?: string | undefined } }>
  reply: FastifyReply
}

type Cabinets = Map<string, { id: CabinetId; name: string }>

/** A command and its events are one message of the log, whose limit is 1 MiB by default. */
const maxCommandBytes = 400 * 1024

/**
 * Reads and checks the whole file first. Then stores the events of its games as facts of the
 * scene's cabinets, and last the tournament by one commit, so that it exists completely or not at
 * all. In a retry, events that were stored before are dropped by their ids.
 */
export async function importZip(context: Context, { request, reply }: Exchange, zip: Uint8Array) {
  const { store, desk } = context
  const scene = request.params.id
  const content = await readZip(context, zip, scene)
  const { games, events } = content
  const tournament = await claimId({ store, request }, 'tournament')
  const isDone = (await desk.state(tournament)).version > 0
  if (!isDone) {
    const name = request.query.name ?? content.tournament.name
    const { nextIds } = store
    const { command, cabinets, newCabinets } = await prepareImport(context, content, {
      scene,
      name,
      nextIds,
    })
    await storeCabinets(context, newCabinets)
    await storeFacts(context, factsIn(zip, { games, cabinets }))
    await storeSettings(store, tournament, {})
    const slug = await storeSlug(store, { id: tournament, scene, name })
    await send(context, { request, reply, tournament }, { ...command, slug })
    await untilProjected(context, cabinets, idsOf(games))
  }
  reply.code(201)
  const imported = { matches: content.tournament.matches.length, games: games.size, events }
  return { ...(await readTournament(store, tournament)), imported }
}

type ZipContent = { games: Games; tournament: TournamentFile; events: number }

export async function readZip(
  { store }: Context,
  zip: Uint8Array,
  scene: SceneId,
): Promise<ZipContent> {
  const games = await gamesIn(zip, scene)
  const file = await readTournamentFile(zip)
  const zone = file ? '' : await zoneOf(store.db, scene)
  const tournament = file ?? tournamentOf([...games.values()], zone)
  return { games, tournament, events: await checkEvents(zip, games) }
}

/** Everything that an import stores, checked completely. Writes nothing, so previews use it too. */
export async function prepareImport(
  context: Context,
  { games, tournament }: ZipContent,
  { scene, name, nextIds }: { scene: SceneId; name: string; nextIds: NextIds },
) {
  const required = cabinetsIn(games)
  const { cabinets, newCabinets } = await cabinetsFor(context, scene, required)
  const command = await importCommand(
    { ...tournament, name },
    { scene, slug: '', cabinets, games, nextIds },
  )
  if (JSON.stringify(command).length > maxCommandBytes) {
    throw new UnreadableFile(say('importTooLarge'))
  }
  const problem = importProblem(command)
  if (problem) throw wrongIn('tournament.json', problem)
  await expectImportable(context, scene, { cabinets, games: idsOf(games) })
  return { cabinets, newCabinets, command, required }
}

async function gamesIn(zip: Uint8Array, scene: SceneId): Promise<Games> {
  const games = await readGames(zip)
  return new Map([...games].map(([id, game]) => [id, { ...game, gameID: gameIdOf(scene, game) }]))
}

/** The scene's cabinets for an import with history. Refuses one whose games cannot be stored there. */
export async function importTarget(
  context: Context,
  scene: SceneId,
  { required, games }: { required: NamedCabinet[]; games: string[] },
) {
  const target = await cabinetsFor(context, scene, required)
  await expectImportable(context, scene, { cabinets: target.cabinets, games })
  return target
}

/**
 * Refuses games that the scene already has. Another scene may have them: its copies are on its own
 * cabinets, and a game's id is unique only on its cabinet. Also refuses the import if an active
 * tournament of any scene uses one of the cabinets, because facts of a cabinet are taken as
 * current: an old game would count for the match on it and be shown on its screens.
 */
async function expectImportable(
  { store: { db } }: Context,
  scene: SceneId,
  { cabinets, games }: { cabinets: Cabinets; games: string[] },
): Promise<void> {
  if (games.length === 0) return
  const existing = await db
    .selectFrom('view.played')
    .innerJoin('view.tournament', 'view.tournament.id', 'view.played.tournament')
    .select('view.tournament.id')
    .where('scene', '=', scene)
    .where('game', 'in', games)
    .executeTakeFirst()
  if (existing) throw rejectionFor('IMPORTED_ALREADY')
  const own = new Set(cabinetIds(cabinets))
  const active = await db
    .selectFrom('view.tournament')
    .select(['name', 'assignedCabinets'])
    .where('isActive', '=', true)
    .execute()
  const user = active.find(({ assignedCabinets }) => assignedCabinets.some((id) => own.has(id)))
  if (user) throw rejectionFor('SCENE_IN_USE')
}

/** Finds cabinets by their names; `newCabinets` are those that the scene does not have yet. */
async function cabinetsFor({ store }: Context, scene: SceneId, required: NamedCabinet[]) {
  const names = required.map(({ name }) => name)
  const invalid = names.find((name) => !slugPattern.test(name))
  if (invalid !== undefined) throw wrongIn('game.csv', say('cabinetNameWrong', { name: invalid }))
  const existing = await store.db
    .selectFrom('kept.cabinet')
    .select(['id', 'name', 'displayName'])
    .where('scene', '=', scene)
    .where('name', 'in', [...names, ''])
    .execute()
  const missing = required.filter(({ name }) => !existing.some((cabinet) => cabinet.name === name))
  const ids = missing.length > 0 ? await store.nextIds('cabinet', missing.length) : []
  const newCabinets = missing.map((cabinet, index) => ({ ...cabinet, id: ids[index]!, scene }))
  const cabinets: Cabinets = new Map(
    [...existing, ...newCabinets].map(({ id, name, displayName }) => [
      name,
      { id, name: displayName },
    ]),
  )
  return { cabinets, newCabinets }
}

type FreshCabinet = { id: CabinetId; scene: SceneId; name: string; displayName: string }

type NamedCabinet = { name: string; displayName: string }

function cabinetsIn(games: Games): NamedCabinet[] {
  const names = new Set([...games.values()].map((game) => game.cabinetName.toLowerCase()))
  return [...names].map((name) => ({ name, displayName: name }))
}

function cabinetIds(cabinets: Cabinets): CabinetId[] {
  return [...cabinets.values()].map(({ id }) => id)
}

function idsOf(games: Games): string[] {
  return [...games.values()].map(({ gameID }) => gameID)
}

/**
 * Stores new cabinets with unknown tokens: an admin makes new tokens before a client can connect.
 */
export async function storeCabinets(
  { store: { db } }: Context,
  newCabinets: FreshCabinet[],
): Promise<void> {
  if (newCabinets.length === 0) return
  const rows = newCabinets.map((cabinet) => ({ ...cabinet, tokenHash: hashOf(newSecret()) }))
  await db.insertInto('kept.cabinet').values(rows).execute()
}

const eventsAtOnce = 400
const maxBytesAtOnce = 256 * 1024
const storedWithinMs = 15_000

type Fact = { cabinet: CabinetId; event: CabinetEvent }

async function* factsIn(
  zip: Uint8Array,
  { games, cabinets }: { games: Games; cabinets: Cabinets },
): AsyncGenerator<Fact> {
  for await (const { game, event } of readEvents(zip, games)) {
    yield { cabinet: cabinets.get(games.get(game)!.cabinetName.toLowerCase())!.id, event }
  }
}

/** Stores facts through the intake, as those that cabinets upload. */
export async function storeFacts(context: Context, facts: AsyncIterable<Fact>): Promise<void> {
  const waiting = new Map<CabinetId, { events: CabinetEvent[]; bytes: number }>()
  for await (const { cabinet, event } of facts) {
    const batch = waiting.get(cabinet) ?? { events: [], bytes: 0 }
    batch.events.push(event)
    batch.bytes += event.values.reduce((sum, value) => sum + value.length, 200)
    waiting.set(cabinet, batch)
    if (batch.events.length < eventsAtOnce && batch.bytes < maxBytesAtOnce) continue
    waiting.delete(cabinet)
    await storeBatch(context, cabinet, batch.events)
  }
  for (const [cabinet, { events }] of waiting) await storeBatch(context, cabinet, events)
}

async function storeBatch({ ask }: Context, cabinet: CabinetId, events: CabinetEvent[]) {
  const answer = await ask?.('intake.import', { cabinet, events }, storedWithinMs).catch(() => null)
  if (answer) return
  throw tryAgain(english(say('gamesNotStored')))
}

const projectedWithinMs = 20_000
const pollMs = 100

/**
 * Waits until the games are in the read model (P12). They do not come with the tournament's frames.
 */
export async function untilProjected(
  { store: { db } }: Context,
  cabinets: Cabinets,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return
  const deadline = performance.now() + projectedWithinMs
  for (;;) {
    const { shown } = await db
      .selectFrom('view.game')
      .select(({ fn }) => fn.countAll<string>().as('shown'))
      .where('gameId', 'in', ids)
      .where('cabinet', 'in', cabinetIds(cabinets))
      .where('status', '=', 'complete')
      .executeTakeFirstOrThrow()
    if (Number(shown) >= ids.length || performance.now() > deadline) return
    await sleep(pollMs)
  }
}
