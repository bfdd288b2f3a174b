import { answers } from '#events/messages/en/public.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CabinetId, SceneId, TournamentId } from '#events/ids.ts'
import { addedSettingDefaults, stageDefaults } from '#events/rules/stage-settings.ts'
import type { Command } from '#events/schema/command.ts'
import { isRefusal } from '../../desk/index.ts'
import type { Store } from '../../store/index.ts'
import {
  Rejection,
  hashOf,
  newSecret,
  notSignedIn,
  tryAgain,
  rejectionFor,
} from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { clientTimeOf, deviceOf } from '../http/command-id.ts'
import { claimId, idempotent } from '../http/idempotency.ts'
import { route } from '../http/route.ts'
import { lockScene } from '../http/row-locks.ts'
import { storeSettings } from './tournament-changes.ts'
import { forgetDeleted } from './tournament-removal.ts'
import { storeSlug } from './slug.ts'
import { readTournament } from './tournament-rows.ts'

const maxAtOnce = 4
const runMs = 60 * 60_000
const projectedWithinMs = 5_000
const notifyTimeoutMs = 1_000

type PracticeRequest = FastifyRequest<{ Params: { id: number } }>
type Exchange = { request: PracticeRequest; reply: FastifyReply }

/**
 * Starts a practice: a tournament of made-up teams at a simulated cabinet. It is in a practice
 * scene beside the real one, which has the same officials and is in none of the real scene's lists.
 */
export function practiceRoutes(context: Context): void {
  const { web, store, sceneOf } = context
  const config = { access: 'startPractice', scene: sceneOf.scene } as const
  route(web, 'POST /api/tournament/scene/:id/practice/', config, (request, reply) =>
    idempotent({ store, request, reply }, () => startPractice(context, { request, reply })),
  )
}

async function startPractice(context: Context, { request, reply }: Exchange) {
  const { store } = context
  const scene = await practiceSceneOf(store, request.params.id)
  const tournament = await claimId({ store, request }, 'tournament')
  await removeEndedPractices(context, request, scene)
  const cabinet = await practiceCabinet(store, scene, tournament)
  await createTournament(context, request, { scene, tournament, cabinet })
  // Tells the simulator at once; if nobody answers, it finds the practice a little later.
  await context.ask?.('intake.practice', {}, notifyTimeoutMs).catch(() => null)
  reply.code(201)
  return readTournament(store, tournament)
}

/** The scene for practices, created with the first practice. */
async function practiceSceneOf(store: Store, of: SceneId): Promise<SceneId> {
  const [id = 0] = await store.nextIds('scene', 1)
  return store.db.transaction().execute(async (tx) => {
    await lockScene(tx, of)
    const scenes = tx.selectFrom('kept.scene').select(['id', 'displayName', 'practiceOf'])
    const realScene = await scenes.where('id', '=', of).executeTakeFirstOrThrow()
    if (realScene.practiceOf !== null) throw rejectionFor('PRACTICE_OF_PRACTICE')
    const existing = await scenes.where('practiceOf', '=', of).executeTakeFirst()
    if (existing) return existing.id
    const displayName = `PRACTICE: ${realScene.displayName}`.slice(0, 100).toWellFormed()
    const scene = { id, name: `practice-${of}`, displayName, practiceOf: of }
    await tx.insertInto('kept.scene').values(scene).execute()
    return id
  })
}

/** A cabinet of the practice scene that no practice uses, or a new one. */
async function practiceCabinet(store: Store, scene: SceneId, tournament: TournamentId) {
  const [id = 0] = await store.nextIds('cabinet', 1)
  return store.db.transaction().execute(async (tx) => {
    await lockScene(tx, scene)
    const cabinets = await tx
      .selectFrom('kept.cabinet')
      .leftJoin('kept.practice', 'kept.practice.cabinet', 'kept.cabinet.id')
      .select(['kept.cabinet.id', 'kept.cabinet.displayName as name', 'kept.practice.tournament'])
      .where('kept.cabinet.scene', '=', scene)
      .orderBy('kept.cabinet.id')
      .execute()
    const existing = cabinets.find((one) => one.tournament === tournament)
    if (existing) return { id: existing.id, name: existing.name }
    const free = cabinets.find((one) => one.tournament === null)
    if (!free && cabinets.length >= maxAtOnce) throw rejectionFor('PRACTICES_RUNNING')
    const number = cabinets.length + 1
    const cabinet = free ?? { id, name: `PRACTICE ${number}` }
    if (!free) {
      const tokenHash = hashOf(newSecret())
      const row = { id, scene, name: `practice-${number}`, displayName: cabinet.name, tokenHash }
      await tx.insertInto('kept.cabinet').values(row).execute()
    }
    const endsAt = new Date(Date.now() + runMs)
    const practice = { tournament, cabinet: cabinet.id, endsAt, runner: null, runUntil: null }
    await tx.insertInto('kept.practice').values(practice).execute()
    return { id: cabinet.id, name: cabinet.name }
  })
}

type Practice = {
  scene: SceneId
  tournament: TournamentId
  cabinet: { id: CabinetId; name: string }
}

async function createTournament(context: Context, request: PracticeRequest, practice: Practice) {
  const { store, projected } = context
  const { scene, tournament, cabinet } = practice
  const name = `PRACTICE ${tournament}`
  await storeSettings(store, tournament, {})
  const slug = await storeSlug(store, { id: tournament, scene, name })
  const sendCommand = commandSender(context, request, tournament)
  const date = new Date().toISOString().slice(0, 10)
  await sendCommand({
    type: 'CreateTournament',
    scene,
    name,
    slug,
    date,
    linkType: 'manual',
    cabinets: [cabinet],
  })
  const teams: number[] = []
  for (const team of practiceTeamNames)
    teams.push(...(await sendCommand({ type: 'AddTeam', name: team })).ids)
  const settings = {
    ...stageDefaults,
    ...addedSettingDefaults,
    name: 'Bracket',
    stageType: 'single_elim' as const,
    winsPerMatch: 2,
  }
  const [stage = 0] = (await sendCommand({ type: 'CreateStage', settings, numGroups: 1 })).ids
  await sendCommand({ type: 'SeedStage', stage, teams })
  await sendCommand({ type: 'CreateMatches', stage })
  // Each cabinet has its own queue from the start.
  const [queue = 0] = Object.keys((await context.desk.state(tournament)).queues).map(Number)
  const { version } = await sendCommand({ type: 'AssignAll', queue, stages: [stage] })
  if (await projected(tournament, version, projectedWithinMs)) return
  throw tryAgain(answers.notVisibleYet)
}

/**
 * Sends commands under ids derived from the request's id, so that a retry finds all of them done.
 */
function commandSender({ desk }: Context, request: FastifyRequest, tournament: TournamentId) {
  const { commandId, person } = request
  if (!person) throw notSignedIn()
  let number = 0
  return async (command: Command): Promise<{ ids: number[]; version: number }> => {
    const id = `${commandId}:practice:${tournament}:${number++}`
    const origin = {
      by: person.by,
      device: deviceOf(request),
      clientTime: clientTimeOf(request),
      offline: [],
    }
    const done = await desk.handle({ id, tournament, command, ...origin })
    if (isRefusal(done)) {
      throw new Rejection(done.status, { detail: done.detail, code: done.refused })
    }
    return { ids: (done.answer['ids'] ?? []) as number[], version: done.version }
  }
}

/** Ended practices can be viewed until somebody starts another. */
async function removeEndedPractices(
  context: Context,
  request: PracticeRequest,
  scene: SceneId,
): Promise<void> {
  const { db } = context.store
  const ended = await db
    .selectFrom('view.tournament')
    .select('id')
    .where('scene', '=', scene)
    .where('id', 'not in', db.selectFrom('kept.practice').select('tournament'))
    .execute()
  for (const { id } of ended) {
    const sendCommand = commandSender(context, request, id)
    const { version } = await sendCommand({ type: 'DeleteTournament', force: true })
    await context.projected(id, version, projectedWithinMs)
  }
  if (ended.length > 0) await forgetDeleted(context.store)
}

/** Names that nobody can mistake for real teams of the scene. */
const practiceTeamNames = [
  'Practice Apples',
  'Practice Bears',
  'Practice Clouds',
  'Practice Doves',
  'Practice Elks',
  'Practice Ferns',
  'Practice Goats',
  'Practice Hats',
  'Practice Inks',
  'Practice Jars',
  'Practice Kites',
  'Practice Lamps',
  'Practice Moons',
  'Practice Nuts',
  'Practice Owls',
  'Practice Pears',
  'Practice Quills',
  'Practice Rocks',
  'Practice Socks',
  'Practice Trees',
  'Practice Urns',
  'Practice Vans',
  'Practice Waves',
  'Practice Yaks',
]
