import type { IdKind, IdPairs } from '#events/schema/parts/ids.ts'
import { importedCommits, idsIn, renumberBy } from '#events/schema/renumber.ts'
import { isImportIncomplete } from '#events/state/tournament.ts'
import type { CabinetId, SceneId } from '#events/ids.ts'
import type { Store } from '../../store/index.ts'
import type { Context } from '../http/context.ts'
import { claimId } from '../http/idempotency.ts'
import { storeSettings } from '../tournament/tournament-changes.ts'
import { storeSlug } from '../tournament/slug.ts'
import { readTournament } from '../tournament/tournament-rows.ts'
import type { RowsOutsideLog } from '../schema/import-export/import-export.ts'
import type { Exchange } from './import.ts'
import { importTarget, storeCabinets, storeFacts, untilProjected } from './import.ts'
import { readFacts } from './read-history.ts'
import type { History } from './read-history.ts'

const projectedWithinMs = 20_000

/**
 * Imports a tournament with its history under ids of this server. The whole file has been checked
 * before. First the games are stored as facts, then the commits but for the last, then the rows
 * beside the log, then all commits. The tournament is visible only after its last commit. A retry
 * after a fault goes on with the ids assigned when the import began.
 */
export async function importHistory(
  context: Context,
  { request, reply }: Exchange,
  { zip, history }: { zip: Uint8Array; history: History },
) {
  const { store, desk } = context
  const { state, commits, beside, games, ended, events } = history
  const scene = request.params.id
  const tournament = await claimId({ store, request }, 'tournament')
  const current = await desk.state(tournament)
  if (current.version === 0 || isImportIncomplete(current)) {
    const required = beside.cabinets
    const { cabinets, newCabinets } = await importTarget(context, scene, { required, games })
    await storeCabinets(context, newCabinets)
    const localCabinet = (id: CabinetId) => {
      const { name } = beside.cabinets.find((cabinet) => cabinet.id === id)!
      return cabinets.get(name)!.id
    }
    await storeFacts(context, localFacts(zip, history, localCabinet))
    await storeSettings(store, tournament, beside.settings)
    const slug = await storeSlug(store, { id: tournament, scene, name: state.name })
    const target = { scene, tournament: [state.id, tournament] as const, beside, localCabinet }
    const ids = (await desk.importedIdsOf(tournament)) ?? (await freshIds(store, history, target))
    const bodies = importedCommits(commits, ids, slug)
    await desk.importHistory(tournament, bodies.slice(0, -1))
    // Names of people come last, so that an import that fails leaves none behind.
    await storeRowsOutsideLog(store, { tournament, scene }, { beside, ids })
    await desk.importHistory(tournament, bodies)
    await untilProjected(context, cabinets, ended)
    await context.projected(tournament, commits.length, projectedWithinMs)
  }
  reply.code(201)
  const matches = Object.keys(state.matches).length
  const imported = { matches, games: games.length, events }
  return { ...(await readTournament(store, tournament)), imported }
}

async function* localFacts(
  zip: Uint8Array,
  history: History,
  localCabinet: (id: CabinetId) => CabinetId,
) {
  for await (const { cabinet, events } of readFacts(zip, history)) {
    for (const event of events) yield { cabinet: localCabinet(cabinet), event }
  }
}

type ImportTarget = {
  scene: SceneId
  tournament: readonly [number, number]
  beside: RowsOutsideLog
  localCabinet: (id: CabinetId) => CabinetId
}

/** Texts of protests and public sentences share a table; the store calls a stage a bracket. */
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
 * Assigns new ids in the order of the old ones, so that anything ordered by id keeps its order.
 * Persons get ids that no account has, because they are not people of this server.
 */
async function freshIds(
  store: Store,
  { commits }: History,
  { scene, tournament: [sourceId, newTournament], beside, localCabinet }: ImportTarget,
): Promise<IdPairs> {
  const cabinetIds = new Set(beside.cabinets.map(({ id }) => id))
  const ids: IdPairs = {}
  for (const [kind, all] of withIdsOutsideLog(idsIn(commits), beside)) {
    if (kind === 'scene') {
      ids.scene = all.map((id) => [id, scene])
      continue
    }
    const mapped = all.filter((id) =>
      kind === 'tournament' ? id === sourceId : isCabinet(kind, id),
    )
    const rest = all.filter((id) => !mapped.includes(id))
    const newIds = rest.length > 0 ? await store.nextIds(sequenceOf[kind], rest.length) : []
    newIds.sort((a, b) => a - b)
    const localId = (id: number) => (kind === 'tournament' ? newTournament : localCabinet(id))
    ids[kind] = [
      ...mapped.map((id): [number, number] => [id, localId(id)]),
      ...rest.map((id, index): [number, number] => [id, newIds[index]!]),
    ]
  }
  return ids

  function isCabinet(kind: IdKind, id: number): boolean {
    return kind === 'cabinet' && cabinetIds.has(id)
  }
}

/**
 * Adds ids that are not in the log, such as those of players without a team and of cabinets that
 * were only filmed.
 */
function withIdsOutsideLog(
  ids: Map<IdKind, number[]>,
  { cabinets, players, texts }: RowsOutsideLog,
) {
  const addIds = (kind: IdKind, extra: number[]) => {
    const all = new Set([...(ids.get(kind) ?? []), ...extra])
    ids.set(
      kind,
      [...all].toSorted((a, b) => a - b),
    )
  }
  addIds(
    'cabinet',
    cabinets.map(({ id }) => id),
  )
  addIds(
    'player',
    players.map(({ id }) => id),
  )
  const sentences = new Set(ids.get('sentence'))
  addIds(
    'protest',
    texts.flatMap(({ id }) => (sentences.has(id) ? [] : [id])),
  )
  return ids
}

/** In one transaction. Rows of an import that failed before are replaced. */
function storeRowsOutsideLog(
  { db }: Store,
  { tournament, scene }: { tournament: number; scene: SceneId },
  { beside, ids }: { beside: RowsOutsideLog; ids: IdPairs },
): Promise<void> {
  const { links, videos, texts, players } = beside
  const to = renumberBy(ids)
  const sentences = new Set(ids.sentence?.map(([old]) => old))
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
      const row = { ...player, id: to('player', id), tournament, scene }
      await tx.insertInto('kept.player').values(row).execute()
    }
    for (const { id, text } of texts) {
      const newId = to(sentences.has(id) ? 'sentence' : 'protest', id)
      const row = { id: newId, tournament, person: null, text }
      await tx.insertInto('kept.protestText').values(row).execute()
    }
  })
}
