import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CommandOf } from '#events/schema/command.ts'
import type { Store } from '../../store/index.ts'
import { wrongFields } from '../../web/index.ts'
import { claimId } from '../http/idempotency.ts'
import { namedCabinets } from '../venue/cabinet-rows.ts'
import type { Context, WriteContext } from '../http/context.ts'
import { storeImage, readImage } from '../media/image.ts'
import type { Image } from '../media/image.ts'
import type { Part } from '../http/command/send.ts'
import { send, sendAll } from '../http/command/send.ts'
import { sceneDefaultsOf, checkSigners } from '../http/scene-defaults.ts'
import { storeSlug } from './slug.ts'
import { paymentsProblem } from '../http/validators.ts'
import { readTournament } from './tournament-rows.ts'
import type { NewTournament, Change } from '../schema/tournament/tournament.ts'
import type { Settings } from '../schema/http/bodies.ts'

export async function createTournament(
  context: Context,
  request: FastifyRequest<{ Body: NewTournament }>,
  reply: FastifyReply,
) {
  const { store } = context
  const { body } = request
  const { scene, name, date, linkType } = body
  checkSettings(body, { allowRegistration: false, stripeConfigured: false })
  const defaults = await sceneDefaultsOf(store, scene)
  checkSigners(body.rulingSigners, defaults)
  const { protestDeadline, rulingSigners } = { ...defaults, ...body }
  const banner = await readBanner(body, null)
  const ids = body.assignedCabinets ?? []
  const cabinets = await namedCabinets(store, { scene, ids, field: 'assignedCabinets' })
  const tournament = await claimId({ store, request }, 'tournament')
  const target = { request, reply, tournament }
  await storeSettingsAndBanner(store, tournament, { body, banner })
  const slug = await storeSlug(store, { id: tournament, scene, name })
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
  const current = await readTournament(store, tournament)
  checkSettings(body, current)
  // A tournament may keep its value, even if its scene has become stricter since.
  if (body.rulingSigners !== current.rulingSigners)
    checkSigners(body.rulingSigners, await sceneDefaultsOf(store, current.scene.id))
  const banner = await readBanner(body, current.registrationBanner)
  const parts: Part[] = []
  if (body.assignedCabinets) {
    const { id: scene } = current.scene
    const ids = body.assignedCabinets
    const cabinets = await namedCabinets(store, { scene, ids, field: 'assignedCabinets' })
    parts.push({ part: 'assignedCabinets', command: { type: 'AssignCabinets', cabinets } })
  }
  const change = changeOf(body)
  if (change) parts.push({ part: 'settings', command: change })
  await sendAll(context, target, parts)
  await storeSettingsAndBanner(store, tournament, { body, banner })
  if (body.places !== undefined) await context.offerPlaces(tournament)
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

type PaymentState = { allowRegistration: boolean; stripeConfigured: boolean }

function checkSettings(body: Change, current: PaymentState): void {
  const payments = paymentsProblem({ ...current, ...body })
  if (payments && body.acceptPayments) throw wrongFields({ acceptPayments: [payments] })
}

function readBanner({ registrationBanner }: Change, current: string | null): Promise<Image> {
  return readImage(registrationBanner, { field: 'registrationBanner', before: current })
}

function storeSettingsAndBanner(
  { db }: Pick<Store, 'db'>,
  id: number,
  { body, banner }: { body: Change; banner: Image },
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const registrationBanner = await storeImage(tx, banner, `tournament ${id}`)
    await storeSettings({ db: tx }, id, { ...body, registrationBanner })
  })
}

export async function storeSettings(
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
    places: body.places,
    offerHours: body.offerHours,
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
