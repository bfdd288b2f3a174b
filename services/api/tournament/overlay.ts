import { overlayOf, overlayParts, overlayPresses, pressed } from '../../../events/view/overlay.ts'
import type { OverlayState, StoredParts } from '../../../events/view/overlay.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { idempotentRows } from '../http/idempotency.ts'
import { lockTournament } from '../http/row-locks.ts'
import { sceneOfTournament } from '../http/scope.ts'
import type { Scopes } from '../http/scope.ts'
import { Pins } from '../schema/display.ts'
import { route } from '../http/route.ts'
import type { Tx } from '../http/route.ts'
import { expectCabinet } from '../venue/display-rows.ts'
import { noteSeen, pagesOf } from './overlay-pages.ts'
import { matchToHold } from './overlay-match.ts'
import { noTournament } from './tournament-removal.ts'

type Of = Pick<OverlayState, 'tournament' | 'cabinet'>
type Stored = Parameters<typeof overlayOf>[1] & object

/** What a person pinned on the overlay of a cabinet, and which parts of it are switched on. */
export function overlayRoutes(context: Context, sceneOf: Scopes): void {
  readRoutes(context, sceneOf)
  const { web, store } = context
  const config = { access: 'runDisplays', scene: sceneOf.tournament } as const

  route(web, 'PUT /api/tournament/tournament/:id/overlay/', config, (request, reply) => {
    const { cabinet, pins: change } = request.body
    return changed(context, { request, reply }, async (tx) => {
      await expectPlace(tx, { tournament: request.params.id, cabinet })
      return [{ tournament: request.params.id, cabinet }, (before) => withPins(before, change)]
    })
  })

  const press = 'POST /api/tournament/tournament/:id/overlay/:cabinet/:part/:press/'
  route(web, press, config, (request, reply) => {
    const { id: tournament, cabinet, ...named } = request.params
    const part = overlayParts.find((one) => one === named.part)
    const does = overlayPresses.find((one) => one === named.press)
    if (!part || !does) throw notFound()
    const { match: wanted, ...words } = request.body
    return changed(context, { request, reply }, async (tx) => {
      const of = { tournament, cabinet }
      await expectPlace(tx, of)
      const match = does === 'pin' ? await matchToHold(store, { ...of, part, wanted }) : null
      return [
        of,
        (before) => ({
          ...before,
          parts: withWords(pressed(before.parts, { part, press: does, match }), words),
        }),
      ]
    })
  })
}

function readRoutes({ web, store }: Context, sceneOf: Scopes): void {
  route(
    web,
    'GET /api/tournament/overlay/',
    { access: 'readPublic' },
    async ({ query: { tournamentId: tournament, cabinetId: cabinet }, headers }) => {
      const of = { tournament, cabinet }
      await noteSeen(store, of, headers['x-overlay-page'])
      return overlayOf(of, await storedOf(store.db, of))
    },
  )

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

async function expectPlace(tx: Tx, { tournament, cabinet }: Of): Promise<void> {
  const scene = await sceneOfTournament(tx, tournament)
  if (scene === null) throw await noTournament(tx, tournament)
  await expectCabinet(tx, { scene, cabinet, field: 'cabinet' })
}

function storedOf(db: Tx, { tournament, cabinet }: Of) {
  return db
    .selectFrom('kept.overlay')
    .select(['version', 'pins', 'parts'])
    .where('tournament', '=', tournament)
    .where('cabinet', '=', cabinet)
    .executeTakeFirst()
}

type Exchange = { request: FastifyRequest; reply: FastifyReply }
type Change = (before: Stored) => Stored

/** Stored with its answer, and told to the pages that show it. */
async function changed(
  { store, publish }: Context,
  exchange: Exchange,
  prepare: (tx: Tx) => Promise<[Of, Change]>,
): Promise<OverlayState> {
  const overlay = await idempotentRows({ store, ...exchange }, async (tx) => {
    const [of, change] = await prepare(tx)
    // Two who change different parts at once both have what they changed.
    await lockTournament(tx, of.tournament)
    const before = (await storedOf(tx, of)) ?? { version: 0, pins: {}, parts: {} }
    // Above what was shown before a backup was restored, too.
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

function withPins(before: Stored, change: object): Stored {
  const all = Object.entries({ ...before.pins, ...change })
  return {
    ...before,
    pins: Pins.parse(Object.fromEntries(all.filter(([, value]) => value !== null))),
  }
}

type WordChange = { title?: string | undefined; line?: string | undefined }

/** A new title has a line of its own, or none. */
function withWords(parts: StoredParts, { title, line }: WordChange): StoredParts {
  if (title === undefined && line === undefined) return parts
  const words = { title: title ?? parts.words?.title ?? '', line: line ?? '' }
  return { ...parts, words }
}
