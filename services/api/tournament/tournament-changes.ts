import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CommandOf } from '../../../events/schema/command.ts'
import type { Store } from '../../store/index.ts'
import { wrongFields } from '../../web/index.ts'
import { claimId } from '../http/idempotency.ts'
import { namedCabinets } from '../venue/cabinet-rows.ts'
import type { Context, WriteContext } from '../http/context.ts'
import { keepImage, readImage } from '../media/image.ts'
import type { Image } from '../media/image.ts'
import type { Part } from '../http/command/send.ts'
import { send, sendAll } from '../http/command/send.ts'
import { sceneDefaultsOf, checkSigners } from '../http/scene-defaults.ts'
import { keepSlug } from './slug.ts'
import { paymentsProblem } from '../http/validators.ts'
import { readTournament } from './tournament-rows.ts'
import type { NewTournament, Change } from '../schema/tournament.ts'
import type { Settings } from '../schema/bodies.ts'

export async function createTournament(
  context: Context,
  request: FastifyRequest<{ Body: NewTournament }>,
  reply: FastifyReply,
) {
  const { store } = context
  const { body } = request
  const { scene, name, date, linkType } = body
  checkSettings(body, { allowRegistration: false, stripeConfigured: false })
  const asks = await sceneDefaultsOf(store, scene)
  checkSigners(body.rulingSigners, asks)
  const { protestDeadline, rulingSigners } = { ...asks, ...body }
  const banner = await bannerIn(body, null)
  const ids = body.assignedCabinets ?? []
  const cabinets = await namedCabinets(store, { scene, ids, field: 'assignedCabinets' })
  const draw = async () => (await store.nextIds('tournament', 1))[0] ?? 0
  const tournament = await claimId({ store, request }, draw)
  const target = { request, reply, tournament }
  await keepAll(store, tournament, { body, banner })
  const slug = await keepSlug(store, { id: tournament, scene, name })
  await send(context, target, {
    type: 'CreateTournament',
    scene,
    name,
    slug,
    date,
    linkType,
    cabinets,
    protestDeadline,
    rulingSigners,
  })
  reply.code(201)
  return readTournament(store, tournament)
}

export async function changeTournament(context: Context, target: WriteContext, body: Change) {
  const { store } = context
  const { tournament } = target
  const before = await readTournament(store, tournament)
  checkSettings(body, before)
  // What it has already it may keep: a scene that asks for more later asks those who come then.
  if (body.rulingSigners !== before.rulingSigners)
    checkSigners(body.rulingSigners, await sceneDefaultsOf(store, before.scene.id))
  const banner = await bannerIn(body, before.registrationBanner)
  const parts: Part[] = []
  if (body.assignedCabinets) {
    const { id: scene } = before.scene
    const ids = body.assignedCabinets
    const cabinets = await namedCabinets(store, { scene, ids, field: 'assignedCabinets' })
    parts.push({ part: 'assignedCabinets', command: { type: 'AssignCabinets', cabinets } })
  }
  const change = changeOf(body)
  if (change) parts.push({ part: 'settings', command: change })
  await sendAll(context, target, parts)
  await keepAll(store, tournament, { body, banner })
  return readTournament(store, tournament)
}

function changeOf({
  name,
  date,
  linkType,
  isActive,
  protestDeadline,
  rulingSigners,
}: Change): CommandOf<'ChangeTournament'> | null {
  const fields = { name, date, linkType, isActive, protestDeadline, rulingSigners }
  if (Object.values(fields).every((value) => value === undefined)) return null
  return { type: 'ChangeTournament', ...fields }
}

type Before = { allowRegistration: boolean; stripeConfigured: boolean }

function checkSettings(body: Change, before: Before): void {
  const payments = paymentsProblem({ ...before, ...body })
  if (payments && body.acceptPayments) throw wrongFields({ acceptPayments: [payments] })
}

function bannerIn({ registrationBanner }: Change, before: string | null): Promise<Image> {
  return readImage(registrationBanner, { field: 'registrationBanner', before })
}

function keepAll(
  { db }: Pick<Store, 'db'>,
  id: number,
  { body, banner }: { body: Change; banner: Image },
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const registrationBanner = await keepImage(tx, banner, `tournament ${id}`)
    await keepSettings({ db: tx }, id, { ...body, registrationBanner })
  })
}

export async function keepSettings(
  { db }: Pick<Store, 'db'>,
  id: number,
  body: Partial<Settings>,
): Promise<void> {
  const settings = {
    description: body.description,
    allowRegistration: body.allowRegistration,
    registrationCloseDate: body.registrationCloseDate,
    registrationBanner: body.registrationBanner,
    registrationMessage: body.registrationMessage,
    tidbitPrompt: body.tidbitPrompt,
    // Without registration there is nothing to pay for.
    acceptPayments: body.allowRegistration === false ? false : body.acceptPayments,
    paymentMessage: body.paymentMessage,
    requirePlayerPhoto: body.requirePlayerPhoto,
  }
  const changed = Object.values(settings).some((value) => value !== undefined)
  await db
    .insertInto('kept.tournament')
    .values({ id, ...settings })
    .onConflict((conflict) =>
      changed ? conflict.column('id').doUpdateSet(settings) : conflict.doNothing(),
    )
    .execute()
}
