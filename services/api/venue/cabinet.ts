import type { FastifyReply, FastifyRequest } from 'fastify'
import { queueOrderOf } from '#events/rules/next-match.ts'
import { queuesAt, signedInAt } from '../../queries/index.ts'
import type { Store } from '../../store/index.ts'
import { hashOf, newSecret, wrongFields } from '../../web/index.ts'
import { idempotentRows } from '../http/idempotency.ts'
import { matchingCabinets, readCabinet, cabinetBody } from './cabinet-rows.ts'
import type { Context } from '../http/context.ts'
import { listRows } from '../http/list.ts'
import { secretOf } from '../account/one-time-secret.ts'
import { route, rowsRoute, publicRead } from '../http/route.ts'
import type { CabinetId } from '#events/ids.ts'

export function cabinetRoutes(context: Context): void {
  readRoutes(context)
  writeRoutes(context)
}

function readRoutes({ web, store }: Context): void {
  route(web, 'GET /api/game/cabinet/', publicRead, (request) => {
    const rows = matchingCabinets(store, request.query)
    return listRows(request, rows.orderBy('kept.cabinet.id'), (page) => page.map(cabinetBody))
  })

  route(web, 'GET /api/game/cabinet/:id/', publicRead, (request) =>
    readCabinet(store, request.params.id),
  )

  route(web, 'GET /api/game/cabinet/:id/queued-matches/', publicRead, async (request) => {
    const { id } = await readCabinet(store, request.params.id)
    return queuedMatches(store, id)
  })
}

/** The matches that will be played on the cabinet, in order. */
async function queuedMatches(store: Store, cabinetId: CabinetId) {
  const line = queueOrderOf(await queuesAt(store, [cabinetId]), cabinetId)
  const signedIn = await signedInAt(store, cabinetId, Date.now())
  if (line.length === 0) return { cabinetId, matches: [], signedIn }
  const rows = await store.db.selectFrom('view.match').selectAll().where('id', 'in', line).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return { cabinetId, matches: line.flatMap((id) => byId.get(id) ?? []), signedIn }
}

function writeRoutes(context: Context): void {
  const { web, store, sceneOf } = context
  route(
    web,
    'POST /api/game/cabinet/',
    { access: 'createCabinet', scene: sceneOf.bySceneInBody },
    async (request, reply) => {
      const [id = 0] = await store.nextIds('cabinet', 1)
      const { salt, ...cabinet } = await idempotentRows({ store, request, reply }, async (tx) => {
        const salt = newSecret()
        const inserted = await tx
          .insertInto('kept.cabinet')
          .values({ id, ...request.body, tokenHash: hashOf(secretOf(request, salt)) })
          .onConflict((conflict) => conflict.columns(['scene', 'name']).doNothing())
          .returning('id')
          .executeTakeFirst()
        if (!inserted) throw wrongFields({ name: ['There is already a cabinet with this name'] })
        return { id, ...request.body, clientStatus: 'offline' as const, live: null, salt }
      })
      return { ...cabinet, token: secretOf(request, salt) }
    },
  )

  rowsRoute(
    context,
    'PATCH /api/game/cabinet/:id/',
    { access: 'changeCabinet', scene: sceneOf.cabinet },
    async (tx, request) => {
      const { id } = request.params
      if (Object.values(request.body).some((value) => value !== undefined)) {
        await tx.updateTable('kept.cabinet').set(request.body).where('id', '=', id).execute()
      }
      return readCabinet({ db: tx }, id)
    },
  )

  route(
    web,
    'POST /api/game/cabinet/:id/token/',
    { access: 'renewCabinetToken', scene: sceneOf.cabinet },
    async (request, reply) => {
      const renewed = await renewToken(store, request, reply)
      context.publish?.('intake.token', { cabinet: renewed.id })
      return renewed
    },
  )
}

/** Replaces the token of a cabinet; the intakes are told, because they cache valid tokens. */
async function renewToken(
  store: Store,
  request: FastifyRequest<{ Params: { id: number } }>,
  reply: FastifyReply,
) {
  const { id } = request.params
  const { salt } = await idempotentRows({ store, request, reply }, async (tx) => {
    const salt = newSecret()
    const tokenHash = hashOf(secretOf(request, salt))
    await tx.updateTable('kept.cabinet').set({ tokenHash }).where('id', '=', id).execute()
    return { salt }
  })
  return { ...(await readCabinet(store, id)), token: secretOf(request, salt) }
}
