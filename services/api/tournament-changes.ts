import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CommandOf } from '../../events/command.ts'
import type { Store } from '../store/index.ts'
import { wrongFields } from '../web/index.ts'
import { claim } from './answered.ts'
import type { Context } from './context.ts'
import { sceneOfTournament } from './home.ts'
import type { Errand, Part } from './send.ts'
import { send, sendAll } from './send.ts'
import type { Settings } from './rows.ts'
import { bannerProblem, slugOf } from './texts.ts'
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
  checkSettings(body)
  const cabinets = await namedCabinets(store, scene, body.assignedCabinets ?? [])
  const draw = async () => (await store.nextIds('tournament', 1))[0] ?? 0
  const tournament = await claim({ store, request }, draw)
  const errand = { request, reply, tournament }
  await keepSettings(store, tournament, body)
  const slug = slugOf(name)
  await send(context, errand, {
    type: 'CreateTournament',
    scene,
    name,
    slug,
    date,
    linkType,
    cabinets,
  })
  reply.code(201)
  return readTournament(store, tournament)
}

export async function changeTournament(context: Context, errand: Errand, body: Change) {
  const { store } = context
  const { tournament } = errand
  checkSettings(body)
  const parts: Part[] = []
  if (body.assignedCabinets) {
    const scene = (await sceneOfTournament(store.db, tournament)) ?? 0
    const cabinets = await namedCabinets(store, scene, body.assignedCabinets)
    parts.push({ part: 'assignedCabinets', command: { type: 'AssignCabinets', cabinets } })
  }
  const change = changeOf(body)
  if (change) parts.push({ part: 'settings', command: change })
  await sendAll(context, errand, parts)
  await keepSettings(store, tournament, body)
  return readTournament(store, tournament)
}

function changeOf({
  name,
  date,
  linkType,
  isActive,
}: Change): CommandOf<'ChangeTournament'> | null {
  const fields = { name, date, linkType, isActive }
  if (Object.values(fields).every((value) => value === undefined)) return null
  return { type: 'ChangeTournament', ...fields }
}

function checkSettings(body: Change): void {
  const problem = bannerProblem(body.registrationBanner)
  if (problem) throw wrongFields({ registrationBanner: [problem] })
  if (body.acceptPayments) {
    const text = 'Stripe needs to be configured before payments can be accepted.'
    throw wrongFields({ acceptPayments: [text] })
  }
}

async function keepSettings({ db }: Store, id: number, body: Partial<Settings>): Promise<void> {
  const settings = {
    description: body.description,
    allowRegistration: body.allowRegistration,
    registrationCloseDate: body.registrationCloseDate,
    registrationBanner: body.registrationBanner,
    registrationMessage: body.registrationMessage,
    tidbitPrompt: body.tidbitPrompt,
    acceptPayments: body.acceptPayments,
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

/** The cabinets' names go along: the log must tell by itself what it says (P6). */
async function namedCabinets({ db }: Store, scene: number, ids: number[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('kept.cabinet')
    .select(['id', 'displayName as name'])
    .where('scene', '=', scene)
    .where('id', 'in', ids)
    .execute()
  const known = new Map(rows.map((row) => [row.id, row]))
  const strange = ids.filter((id) => !known.has(id))
  if (strange.length > 0) {
    throw wrongFields({ assignedCabinets: [`Not of this scene: ${strange.join(', ')}`] })
  }
  return [...new Set(ids)].flatMap((id) => known.get(id) ?? [])
}
