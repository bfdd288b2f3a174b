import { limitedTo } from '../../store/index.ts'
import type { FastifyRequest } from 'fastify'
import { publicNames, signedInAt } from '../../queries/index.ts'
import type { Store } from '../../store/index.ts'
import { Rejection, enforceLimit, enforceNetworkLimit, hashOf } from '../../web/index.ts'
import type { Context, Tx } from '../http/context.ts'
import { listRows } from '../http/list.ts'
import { route, publicRead } from '../http/route.ts'
import { linkTo, videos, withReferences } from './video-rows.ts'

const wrongTokenLimit = { most: 30, windowMs: 60_000 }
/** Limits the clips of a button that is held down. */
const clipLimit = { most: 20, windowMs: 60_000 }
/** A clip starts before the press, since the moment is over when somebody presses the button. */
const beforeMs = 20_000

/**
 * Clips: moments marked by the button of a device at a cabinet. Devices retry forever on a status
 * of 400 or more, so a wrong token or a wrong field gets 200 with `success: false` (wire 6.5).
 */
export function videoClipRoutes({ web, store }: Context): void {
  acceptForms({ web })

  route(
    web,
    'POST /api/video/video-clip/',
    { access: 'signInAtCabinet', takesForm: true, repeatsErrors: true, isIdempotent: false },
    async ({ body: { cabinet, token, createdBy }, ip }, reply) => {
      const device = await store.db
        .selectFrom('kept.signInDevice')
        .select('id')
        .where('tokenHash', '=', hashOf(token))
        .where('cabinet', '=', Number(cabinet))
        .executeTakeFirst()
      if (device) await enforceLimit(store, `clip device ${device.id}`, clipLimit)
      else await enforceNetworkLimit(store, { of: 'clip token', ip }, wrongTokenLimit)
      reply.code(200)
      if (!device) return { success: false, detail: 'This device is not known here.' }
      const id = await addClip(store, Number(cabinet), Number(createdBy ?? 0))
      const [clip] = await clipBodies(store, await clipsIn(store.db).where('id', '=', id).execute())
      return { success: true, ...clip }
    },
  )

  route(web, 'GET /api/video/video-clip/', publicRead, (request) => {
    const cabinet = request.query.cabinetId ?? request.query.cabinet
    const clips = clipsIn(store.db).where(limitedTo('cabinet', 'cabinet', cabinet))
    return listRows(request, clips.orderBy('id', 'desc'), (rows) => clipBodies(store, rows))
  })
}

async function addClip(store: Store, cabinet: number, presser: number): Promise<number> {
  const [cabinetRow, signedIn] = await Promise.all([
    store.db
      .selectFrom('view.cabinet')
      .select(['newest', 'game'])
      .where('id', '=', cabinet)
      .executeTakeFirst(),
    signedInAt(store, cabinet, Date.now()),
  ])
  // The person whom the device names has to be signed in at the cabinet.
  const person = signedIn.some(({ userId }) => userId === presser) ? presser : null
  const { id } = await store.db
    .insertInto('kept.videoClip')
    .values({
      cabinet,
      game: cabinetRow?.game ?? null,
      at: cabinetRow?.newest || new Date(),
      person,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function clipsIn(db: Tx) {
  return db.selectFrom('kept.videoClip').select(['id', 'cabinet', 'game', 'at', 'person'])
}
type Row = Awaited<ReturnType<ReturnType<typeof clipsIn>['execute']>>[number]

/** Clips with links into a recording, else to the replay of the game. */
async function clipBodies(store: Store, rows: Row[]) {
  if (rows.length === 0) return []
  const cabinets = [...new Set(rows.map(({ cabinet }) => cabinet))]
  const [filmed, games, people] = await Promise.all([
    videos(store.db)
      .where('kept.video.cabinet', 'in', cabinets)
      .orderBy('kept.video.id')
      .execute()
      .then((rows) => withReferences(store.db, rows)),
    store.db
      .selectFrom('view.game')
      .select(['id', 'gameId', 'cabinet'])
      .where('cabinet', 'in', cabinets)
      .where(
        'gameId',
        'in',
        rows.map(({ game }) => game ?? ''),
      )
      .execute(),
    publicNames(
      store,
      rows.flatMap(({ person }) => person ?? []),
    ),
  ])
  return rows.map(({ id, cabinet, game: gameId, at, person }) => {
    const game = games.find((one) => one.gameId === gameId && one.cabinet === cabinet)?.id ?? null
    const span = { start: at.getTime() - beforeMs, end: at.getTime() }
    const [link = game === null ? null : `/game/${game}`] = filmed
      .filter((video) => video.cabinet === cabinet)
      .flatMap((video) => linkTo(video, span) ?? [])
    const createdBy = person !== null && people.has(person) ? person : null
    return { id, cabinet, game, createdAt: at.toISOString(), createdBy, link }
  })
}

/**
 * Accepts form bodies, only on routes whose right is a token in the form: other sites can submit
 * forms with a user's cookies.
 */
function acceptForms({ web }: Pick<Context, 'web'>): void {
  const types = ['application/x-www-form-urlencoded', 'multipart/form-data']
  const parse = async (request: FastifyRequest, body: Buffer) => {
    if (!request.routeOptions.config.takesForm) throw new Rejection(415, { detail: 'Send JSON' })
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    const parsed = new Response(new Uint8Array(body), { headers })
    const form = await parsed.formData().catch(() => {
      throw new Rejection(400, { detail: 'This form cannot be read' })
    })
    return Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'))
  }
  web.addContentTypeParser(types, { parseAs: 'buffer' }, parse)
}
