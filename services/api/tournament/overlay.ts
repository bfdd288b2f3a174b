import {
  overlayOf,
  overlayParts,
  overlayPresses,
  afterPress,
  matchParts,
} from '#events/view/overlay.ts'
import type { OverlayState, StoredParts, OverlayPart } from '#events/view/overlay.ts'
import { notFound, wrongFields } from '../../web/index.ts'
import type { Exchange } from '../../web/index.ts'
import type { Context, Tx } from '../http/context.ts'
import { idempotentRows } from '../http/idempotency.ts'
import { lockTournament } from '../http/row-locks.ts'
import { sceneOfTournament } from '../http/scope.ts'
import { Pins } from '../schema/venue/display.ts'
import { route, publicRead } from '../http/route.ts'
import { expectCabinet } from '../venue/display-rows.ts'
import { storeReport, pagesOf } from './overlay-pages.ts'
import type { OverlayKey } from './overlay-pages.ts'
import { noTournament } from './tournament-removal.ts'
import type { MatchId, TournamentId } from '#events/ids.ts'
import { cabinetStates } from '../../queries/index.ts'
import type { Store } from '../../store/index.ts'

type StoredOverlay = Parameters<typeof overlayOf>[1] & object

/** The overlay of a cabinet: pinned values, and parts that are switched on. */
export function overlayRoutes(context: Context): void {
  readRoutes(context)
  const { web, sceneOf } = context
  const config = { access: 'runDisplays', scene: sceneOf.tournament } as const

  route(web, 'PUT /api/tournament/tournament/:id/overlay/', config, (request, reply) => {
    const { cabinet, pins: change } = request.body
    return changeOverlay(context, { request, reply }, async (tx) => {
      await expectCabinetOfTournament(tx, { tournament: request.params.id, cabinet })
      return [{ tournament: request.params.id, cabinet }, (before) => withPins(before, change)]
    })
  })

  const press = 'POST /api/tournament/tournament/:id/overlay/:cabinet/:part/:press/'
  route(web, press, config, (request, reply) => {
    const { id: tournament, cabinet, ...named } = request.params
    const part = overlayParts.find((one) => one === named.part)
    const action = overlayPresses.find((one) => one === named.press)
    if (!part || !action) throw notFound()
    const { match: requested, ...words } = request.body
    return changeOverlay(context, { request, reply }, async (tx) => {
      const of = { tournament, cabinet }
      await expectCabinetOfTournament(tx, of)
      const match =
        action === 'pin' ? await matchToHold({ db: tx }, { ...of, part, requested }) : null
      return [
        of,
        (before) => ({
          ...before,
          parts: withWords(afterPress(before.parts, { part, press: action, match }), words),
        }),
      ]
    })
  })
}

function readRoutes({ web, store, sceneOf }: Context): void {
  route(web, 'GET /api/tournament/overlay/', publicRead, async (request) => {
    const { tournamentId: tournament, cabinetId: cabinet } = request.query
    const of = { tournament, cabinet }
    await storeReport(store, of, request)
    return overlayOf(of, await storedOf(store.db, of))
  })

  route(
    web,
    'GET /api/tournament/tournament/:id/overlay/',
    { access: 'readDisplays', scene: sceneOf.tournament },
    async ({ params: { id: tournament } }) => {
      const rows = await store.db
        .selectFrom('kept.overlay')
        .selectAll()
        .where('tournament', '=', tournament)
        .orderBy('cabinet')
        .execute()
      const overlays = rows.map(({ cabinet, ...row }) => overlayOf({ tournament, cabinet }, row))
      return { overlays, pages: await pagesOf(store, tournament) }
    },
  )
}

async function expectCabinetOfTournament(
  tx: Tx,
  { tournament, cabinet }: OverlayKey,
): Promise<void> {
  const scene = await sceneOfTournament(tx, tournament)
  if (scene === null) throw await noTournament(tx, tournament)
  await expectCabinet(tx, { scene, cabinet, field: 'cabinet' })
}

function storedOf(db: Tx, { tournament, cabinet }: OverlayKey) {
  return db
    .selectFrom('kept.overlay')
    .select(['version', 'pins', 'parts'])
    .where('tournament', '=', tournament)
    .where('cabinet', '=', cabinet)
    .executeTakeFirst()
}

type Change = (before: StoredOverlay) => StoredOverlay

/** Stores the changed overlay with the answer, and publishes it to the pages that show it. */
async function changeOverlay(
  { store, publish }: Context,
  exchange: Exchange,
  prepare: (tx: Tx) => Promise<[OverlayKey, Change]>,
): Promise<OverlayState> {
  const overlay = await idempotentRows({ store, ...exchange }, async (tx) => {
    const [of, change] = await prepare(tx)
    // Locked, so that parallel changes of different parts are both kept.
    await lockTournament(tx, of.tournament)
    const before = (await storedOf(tx, of)) ?? { version: 0, pins: {}, parts: {} }
    // By the clock, so that it also exceeds versions that were shown before a backup was restored.
    const version = Math.max(before.version + 1, Date.now())
    const after = { ...change(before), version }
    const row = {
      version,
      pins: JSON.stringify(after.pins),
      parts: JSON.stringify(after.parts),
    }
    await tx
      .insertInto('kept.overlay')
      .values({ ...of, ...row })
      .onConflict((conflict) => conflict.columns(['tournament', 'cabinet']).doUpdateSet(row))
      .execute()
    return overlayOf(of, after)
  })
  publish?.(`overlay.${overlay.tournament}`, overlay)
  return overlay
}

function withPins(before: StoredOverlay, change: object): StoredOverlay {
  const all = Object.entries({ ...before.pins, ...change })
  return {
    ...before,
    pins: Pins.parse(Object.fromEntries(all.filter(([, value]) => value !== null))),
  }
}

type WordChange = { title?: string | undefined; line?: string | undefined }

/** Without a new line, a new title clears the old line. */
function withWords(parts: StoredParts, { title, line }: WordChange): StoredParts {
  if (title === undefined && line === undefined) return parts
  const words = { title: title ?? parts.words?.title ?? '', line: line ?? '' }
  return { ...parts, words }
}

type HoldRequest = Pick<OverlayState, 'tournament' | 'cabinet'> & {
  part: OverlayPart
  requested: MatchId | undefined
}

/** The match at which a part is held: the requested one, or the one it shows now. */
async function matchToHold(
  store: Pick<Store, 'db'>,
  { part, requested, ...of }: HoldRequest,
): Promise<MatchId> {
  if (!matchParts.has(part)) throw wrongFields({ part: ['This part is not about a match'] })
  if (requested !== undefined) {
    if (await isInTournament(store, of.tournament, requested)) return requested
    throw wrongFields({ match: ['There is no such match in this tournament'] })
  }
  const states = await cabinetStates(store, [of.cabinet])
  const { currentMatch, onDeck } = states.get(of.cabinet) ?? { currentMatch: null, onDeck: null }
  const currentMatchId = {
    next: async () => onDeck?.id,
    result: () => lastOn(store, of),
    now: async () => currentMatch?.id ?? lastOn(store, of),
  }[part === 'next' || part === 'result' ? part : 'now']
  const id = await currentMatchId()
  // The cabinet may be playing a match of another tournament.
  if (id !== undefined && (await isInTournament(store, of.tournament, id))) return id
  throw wrongFields({ match: ['There is no match to hold this part at'] })
}

async function isInTournament(
  { db }: Pick<Store, 'db'>,
  tournament: TournamentId,
  match: MatchId,
): Promise<boolean> {
  const matches = db.selectFrom('view.match').select('id').where('id', '=', match)
  return (await matches.where('tournament', '=', tournament).executeTakeFirst()) !== undefined
}

/** The last completed match of the tournament on the cabinet. */
async function lastOn({ db }: Pick<Store, 'db'>, of: Pick<OverlayState, 'tournament' | 'cabinet'>) {
  const row = await db
    .selectFrom('view.match')
    .innerJoin('view.played', 'view.played.match', 'view.match.id')
    .select('view.match.id')
    .where('view.match.tournament', '=', of.tournament)
    .where('view.played.cabinet', '=', of.cabinet)
    .where('view.match.isComplete', '=', true)
    .orderBy('view.match.completedAt', 'desc')
    .executeTakeFirst()
  return row?.id
}
