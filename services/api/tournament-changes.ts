import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CommandOf } from '../../events/command.ts'
import type { Store } from '../store/index.ts'
import { wrongFields } from '../web/index.ts'
import { claim } from './answered.ts'
import { namedCabinets } from './cabinet-rows.ts'
import type { Context } from './context.ts'
import { keepImage, readImage } from './image.ts'
import type { Image } from './image.ts'
import type { Errand, Part } from './send.ts'
import { send, sendAll } from './send.ts'
import type { Settings } from './rows.ts'
import { asksOf, checkSigners } from './scene-asks.ts'
import { keepSlug } from './slug.ts'
import { paymentsProblem } from './texts.ts'
import type { Change, NewTournament } from './tournament.ts'
import { readTournament } from './tournament-rows.ts'

export async function createTournament(
  context: Context,
  request: FastifyRequest<{ Body: NewTournament }>,
  reply: FastifyReply,
) {
  const { store } = context
  const { body } = request
  const { scene, name, date, linkType } = body
  checkSettings(body, { allowRegistration: false, stripeConfigured: false })
  const asks = await asksOf(store, scene)
  checkSigners(body.rulingSigners, asks)
  const { protestDeadline, rulingSigners } = { ...asks, ...body }
  const banner = await bannerIn(body, null)
  const ids = body.assignedCabinets ?? []
  const cabinets = await namedCabinets(store, { scene, ids, field: 'assignedCabinets' })
  const draw = async () => (await store.nextIds('tournament', 1))[0] ?? 0
  const tournament = await claim({ store, request }, draw)
  const errand = { request, reply, tournament }
  await keepAll(store, tournament, { body, banner })
  const slug = await keepSlug(store, { id: tournament, scene, name })
  await send(context, errand, {
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

export async function changeTournament(context: Context, errand: Errand, body: Change) {
  const { store } = context
  const { tournament } = errand
  const before = await readTournament(store, tournament)
  checkSettings(body, before)
  // What it has already it may keep: a scene that asks for more later asks those who come then.
  if (body.rulingSigners !== before.rulingSigners)
    checkSigners(body.rulingSigners, await asksOf(store, before.scene.id))
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
  await sendAll(context, errand, parts)
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
