import type { IdKind, IdPairs } from '../../../events/schema/ids.ts'
import { arriving, idsIn, renumberBy } from '../../../events/schema/renumber.ts'
import { isArriving } from '../../../events/state/tournament.ts'
import type { CabinetId, SceneId } from '../../../events/ids.ts'
import type { Store } from '../../store/index.ts'
import type { Context } from '../http/context.ts'
import { claimId } from '../http/idempotency.ts'
import { keepSettings } from '../tournament/tournament-changes.ts'
import { keepSlug } from '../tournament/slug.ts'
import { readTournament } from '../tournament/tournament-rows.ts'
import type { KeptBeside } from '../schema/archive.ts'
import type { Exchange } from './archive.ts'
import { cabinetsFor, expectFree, keepCabinets, storeFacts, untilProjected } from './import.ts'
import { readFacts } from './read-history.ts'
import type { History } from './read-history.ts'

const projectedWithinMs = 20_000

/**
 * A tournament with its history, by ids of this Waggle. All of the file has been checked; now its
 * games are stored as facts, then its commits, which nobody sees before the last of them, and just
 * before that what is kept beside the log. Sent again after a fault it goes on by the ids that it has begun with.
 */
export async function importHistory(
  context: Context,
  { request, reply }: Exchange,
  { zip, history }: { zip: Uint8Array; history: History },
) {
  const { store, desk } = context
  const { state, commits, beside, games, ended, events } = history
  const scene = request.params.id
  const draw = async () => (await store.nextIds('tournament', 1))[0] ?? 0
  const tournament = await claimId({ store, request }, draw)
  const before = await desk.state(tournament)
  if (before.version === 0 || isArriving(before)) {
    const { cabinets, fresh } = await cabinetsFor(context, scene, beside.cabinets)
    await expectFree(
      context,
      [...cabinets.values()].map(({ id }) => id),
      games,
    )
    await keepCabinets(context, fresh)
    const here = (id: CabinetId) => {
      const { name } = beside.cabinets.find((cabinet) => cabinet.id === id)!
      return cabinets.get(name)!.id
    }
    await storeFacts(context, factsHere(zip, history, here))
    await keepSettings(store, tournament, beside.settings)
    const slug = await keepSlug(store, { id: tournament, scene, name: state.name })
    const known = { scene, tournament: [state.id, tournament] as const, beside, here }
    const ids = (await desk.arrivalOf(tournament)) ?? (await freshIds(store, history, known))
    const bodies = arriving(commits, ids, slug)
    await desk.arrive(tournament, bodies.slice(0, -1))
    // Nobody is named here by what never comes whole.
    await keepBeside(store, { tournament, scene }, { beside, ids })
    await desk.arrive(tournament, bodies)
    await untilProjected(context, ended)
    await context.projected(tournament, commits.length, projectedWithinMs)
  }
  reply.code(201)
  const matches = Object.keys(state.matches).length
  const imported = { matches, games: games.length, events }
  return { ...(await readTournament(store, tournament)), imported }
}

async function* factsHere(zip: Uint8Array, history: History, here: (id: CabinetId) => CabinetId) {
  for await (const { cabinet, events } of readFacts(zip, history)) {
    for (const event of events) yield { cabinet: here(cabinet), event }
  }
}

type Known = {
  scene: SceneId
  tournament: readonly [number, number]
  beside: KeptBeside
  here: (id: CabinetId) => CabinetId
}

/** Texts of protests and sentences are in one table; a stage is a bracket to the store. */
const sequenceOf = {
  tournament: 'tournament',
  cabinet: 'cabinet',
  team: 'team',
  stage: 'bracket',
  match: 'match',
  queue: 'queue',
  protest: 'protest',
  sentence: 'protest',
  person: 'person',
  player: 'player',
} as const

/**
 * In the order of those they stand for, so that whatever goes by ids stays in its order. Persons get
 * numbers that nobody has: who they were is known where it comes from, and no one here did it.
 */
async function freshIds(
  store: Store,
  { commits }: History,
  { scene, tournament: [there, here], beside, here: cabinetHere }: Known,
): Promise<IdPairs> {
  const named = new Set(beside.cabinets.map(({ id }) => id))
  const ids: IdPairs = {}
  for (const [kind, all] of withBeside(idsIn(commits), beside)) {
    if (kind === 'scene') {
      ids.scene = all.map((id) => [id, scene])
      continue
    }
    const set = all.filter((id) => (kind === 'tournament' ? id === there : isCabinet(kind, id)))
    const rest = all.filter((id) => !set.includes(id))
    const drawn = rest.length > 0 ? await store.nextIds(sequenceOf[kind], rest.length) : []
    drawn.sort((a, b) => a - b)
    const given = (id: number) => (kind === 'tournament' ? here : cabinetHere(id))
    ids[kind] = [
      ...set.map((id): [number, number] => [id, given(id)]),
      ...rest.map((id, index): [number, number] => [id, drawn[index]!]),
    ]
  }
  return ids

  function isCabinet(kind: IdKind, id: number): boolean {
    return kind === 'cabinet' && named.has(id)
  }
}

/** Players who never were in a team are not in the log. */
function withBeside(found: Map<IdKind, number[]>, { players, texts }: KeptBeside) {
  const also = (kind: IdKind, more: number[]) => {
    const all = new Set([...(found.get(kind) ?? []), ...more])
    found.set(
      kind,
      [...all].toSorted((a, b) => a - b),
    )
  }
  also(
    'player',
    players.map(({ id }) => id),
  )
  const sentences = new Set(found.get('sentence'))
  also(
    'protest',
    texts.flatMap(({ id }) => (sentences.has(id) ? [] : [id])),
  )
  return found
}

/** All of it or nothing; what is there already was kept before a fault. */
function keepBeside(
  { db }: Store,
  { tournament, scene }: { tournament: number; scene: SceneId },
  { beside, ids }: { beside: KeptBeside; ids: IdPairs },
): Promise<void> {
  const { links, videos, texts, players } = beside
  const to = renumberBy(ids)
  const sentences = new Set(ids.sentence?.map(([there]) => there))
  return db.transaction().execute(async (tx) => {
    for (const table of ['kept.link', 'kept.video', 'kept.protestText', 'kept.player'] as const) {
      await tx.deleteFrom(table).where('tournament', '=', tournament).execute()
    }
    for (const link of links) {
      await tx
        .insertInto('kept.link')
        .values({ ...link, tournament })
        .execute()
    }
    for (const { references, cabinet, ...video } of videos) {
      const { id } = await tx
        .insertInto('kept.video')
        .values({ ...video, tournament, cabinet: to('cabinet', cabinet) })
        .returning('id')
        .executeTakeFirstOrThrow()
      const rows = references.map((reference) => ({ ...reference, video: id }))
      if (rows.length > 0) await tx.insertInto('kept.videoReference').values(rows).execute()
    }
    for (const { id, ...player } of players) {
      const own = { ...player, id: to('player', id), tournament, scene }
      await tx.insertInto('kept.player').values(own).execute()
    }
    for (const { id, text } of texts) {
      const own = to(sentences.has(id) ? 'sentence' : 'protest', id)
      const row = { id: own, tournament, person: null, text }
      await tx.insertInto('kept.protestText').values(row).execute()
    }
  })
}
