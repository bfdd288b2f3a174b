import { setTimeout as sleep } from 'node:timers/promises'
import { importProblem } from '../../../events/bracket/import-problem.ts'
import type { CabinetEvent } from '../../../events/schema/cabinet-facts.ts'
import type { CabinetId, SceneId } from '../../../events/ids.ts'
import { hashOf, newSecret, tryAgain } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { claimId } from '../http/idempotency.ts'
import { send } from '../http/command/send.ts'
import { refused } from '../http/refused.ts'
import { keepSettings } from '../tournament/tournament-changes.ts'
import { keepSlug } from '../tournament/slug.ts'
import { readTournament } from '../tournament/tournament-rows.ts'
import type { Exchange } from './archive.ts'
import { importCommand, tournamentOf } from './import-plan.ts'
import { gameIdOf, readEvents, readGames, readTournamentFile } from './read-archive.ts'
import type { GameLine } from './read-archive.ts'
import { Unreadable } from './zip.ts'

type Games = Map<string, GameLine & { gameID: string }>
type Cabinets = Map<string, { id: CabinetId; name: string }>

/** A command and its events are one message of the log, which holds 1 MiB. */
const maxCommandBytes = 400 * 1024

/**
 * First the whole file is read and checked. Then the events of its games are stored as facts of the
 * scene's cabinets, and at last the tournament by one commit: it is there whole, or not at all. Sent
 * again, events that are there are dropped by their ids.
 */
export async function importArchive(
  context: Context,
  { request, reply }: Exchange,
  zip: Uint8Array,
) {
  const { store, desk } = context
  const scene = request.params.id
  const games = await gamesIn(zip, scene)
  const archived = (await readTournamentFile(zip)) ?? tournamentOf([...games.values()], undefined)
  const events = await checkEvents(zip, games)
  const tournament = await claimId(
    { store, request },
    async () => (await store.nextIds('tournament', 1))[0] ?? 0,
  )
  const isDone = (await desk.state(tournament)).version > 0
  if (!isDone) {
    const { cabinets, fresh } = await cabinetsFor(context, scene, cabinetsIn(games))
    await expectFree(
      context,
      [...cabinets.values()].map(({ id }) => id),
      idsOf(games),
    )
    const name = request.query.name ?? archived.name
    const prepared = await importCommand(
      { ...archived, name },
      { scene, slug: '', cabinets, games, draw: store.nextIds },
    )
    if (JSON.stringify(prepared).length > maxCommandBytes) {
      throw new Unreadable('The tournament is too large to be imported.')
    }
    const problem = importProblem(prepared)
    if (problem) throw new Unreadable(`tournament.json: ${problem}`)
    await keepCabinets(context, fresh)
    await storeFacts(context, factsIn(zip, { games, cabinets }))
    await keepSettings(store, tournament, {})
    const slug = await keepSlug(store, { id: tournament, scene, name })
    await send(context, { request, reply, tournament }, { ...prepared, slug })
    await untilProjected(context, idsOf(games))
  }
  reply.code(201)
  const { matches } = archived
  const imported = { matches: matches.length, games: games.size, events }
  return { ...(await readTournament(store, tournament)), imported }
}

export async function gamesIn(zip: Uint8Array, scene: SceneId): Promise<Games> {
  const games = await readGames(zip)
  return new Map([...games].map(([id, game]) => [id, { ...game, gameID: gameIdOf(scene, game) }]))
}

/** Every game can be played again: it begins and ends as its line says. */
export async function checkEvents(zip: Uint8Array, games: Games): Promise<number> {
  let events = 0
  const typesOf = new Map<string, Set<string>>()
  for await (const { game, event } of readEvents(zip, games)) {
    events++
    if (event.type !== 'gamestart' && event.type !== 'victory') continue
    typesOf.set(game, (typesOf.get(game) ?? new Set()).add(event.type))
  }
  for (const id of games.keys()) {
    if (typesOf.get(id)?.size === 2) continue
    throw new Unreadable(`gameevent.csv: game ${id} needs a gamestart and a victory.`)
  }
  return events
}

/**
 * Facts of a cabinet are of now: a game of long ago would count for the match that is on it, and
 * stand on its screens. So none of the cabinets belongs to a tournament that is played, in whichever
 * scene. And no game comes in twice.
 */
export async function expectFree(
  { store: { db } }: Context,
  cabinets: CabinetId[],
  games: string[],
): Promise<void> {
  if (games.length === 0) return
  const own = new Set(cabinets)
  const active = await db
    .selectFrom('view.tournament')
    .select(['name', 'assignedCabinets'])
    .where('isActive', '=', true)
    .execute()
  const using = active.find(({ assignedCabinets }) => assignedCabinets.some((id) => own.has(id)))
  if (using) throw refused('SCENE_IN_USE')
  const existing = await db
    .selectFrom('view.played')
    .select('tournament')
    .where('game', 'in', games)
    .executeTakeFirst()
  if (existing) throw refused('IMPORTED_ALREADY')
}

const slug = /^[a-z0-9][a-z0-9_-]{0,59}$/

/** By their names; `fresh` are those that the scene does not have yet. */
export async function cabinetsFor({ store }: Context, scene: SceneId, wanted: Named[]) {
  const names = wanted.map(({ name }) => name)
  const wrong = names.find((name) => !slug.test(name))
  if (wrong !== undefined) throw new Unreadable(`game.csv: ${wrong} is no name of a cabinet.`)
  const existing = await store.db
    .selectFrom('kept.cabinet')
    .select(['id', 'name', 'displayName'])
    .where('scene', '=', scene)
    .where('name', 'in', [...names, ''])
    .execute()
  const missing = wanted.filter(({ name }) => !existing.some((cabinet) => cabinet.name === name))
  const ids = missing.length > 0 ? await store.nextIds('cabinet', missing.length) : []
  const fresh = missing.map((named, index) => ({ ...named, id: ids[index]!, scene }))
  const cabinets: Cabinets = new Map(
    [...existing, ...fresh].map(({ id, name, displayName }) => [name, { id, name: displayName }]),
  )
  return { cabinets, fresh }
}

type FreshCabinet = { id: CabinetId; scene: SceneId; name: string; displayName: string }

type Named = { name: string; displayName: string }

export function cabinetsIn(games: Games): Named[] {
  const names = new Set([...games.values()].map((game) => game.cabinetName.toLowerCase()))
  return [...names].map((name) => ({ name, displayName: name }))
}

function idsOf(games: Games): string[] {
  return [...games.values()].map(({ gameID }) => gameID)
}

/** Nobody knows their tokens: an admin makes new ones before a client is connected. */
export async function keepCabinets(
  { store: { db } }: Context,
  fresh: FreshCabinet[],
): Promise<void> {
  if (fresh.length === 0) return
  const rows = fresh.map((cabinet) => ({ ...cabinet, tokenHash: hashOf(newSecret()) }))
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

/** By the intake, as whatever cabinets say. */
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
  throw tryAgain('The games were not taken. Send the same again with the same id.')
}

const shownWithinMs = 20_000
const lookAgainMs = 100

/** P12: games come to the database by their own way. */
export async function untilProjected({ store: { db } }: Context, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const deadline = Date.now() + shownWithinMs
  for (;;) {
    const { shown } = await db
      .selectFrom('view.game')
      .select(({ fn }) => fn.countAll<string>().as('shown'))
      .where('gameId', 'in', ids)
      .where('status', '=', 'complete')
      .executeTakeFirstOrThrow()
    if (Number(shown) >= ids.length || Date.now() > deadline) return
    await sleep(lookAgainMs)
  }
}
