import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CabinetId, SceneId, TournamentId } from '../../../events/ids.ts'
import { laterDefaults, stageDefaults } from '../../../events/rules/stage-settings.ts'
import type { Command } from '../../../events/schema/command.ts'
import { isRefusal } from '../../desk/index.ts'
import type { Store } from '../../store/index.ts'
import { Rejection, hashOf, newSecret, notSignedIn, tryAgain } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { clientTimeOf, deviceOf } from '../http/command-id.ts'
import { claimId, idempotent } from '../http/idempotency.ts'
import { refused } from '../http/refused.ts'
import { route } from '../http/route.ts'
import { lockScene } from '../http/row-locks.ts'
import type { Scopes } from '../http/scope.ts'
import { keepSettings } from '../tournament/tournament-changes.ts'
import { forgetDeleted } from '../tournament/tournament-removal.ts'
import { keepSlug } from '../tournament/slug.ts'
import { readTournament } from '../tournament/tournament-rows.ts'
import { madeUpTeams } from './made-up-teams.ts'

const maxAtOnce = 4
const runMs = 60 * 60_000
const projectedWithinMs = 5_000
const foundWithinMs = 1_000

type PracticeRequest = FastifyRequest<{ Params: { id: number } }>
type Start = { request: PracticeRequest; reply: FastifyReply }

/**
 * A tournament of made-up teams at a simulated cabinet, in a scene of its own beside the real one:
 * officials of the one are officials of the other, and no list of the one has the other.
 */
export function practiceRoutes(context: Context, sceneOf: Scopes): void {
  const { web, store } = context
  const config = { access: 'startPractice', scene: sceneOf.scene } as const
  route(web, 'POST /api/tournament/scene/:id/practice/', config, (request, reply) =>
    idempotent({ store, request, reply }, () => startPractice(context, { request, reply })),
  )
}

async function startPractice(context: Context, { request, reply }: Start) {
  const { store } = context
  const scene = await sceneBeside(store, request.params.id)
  const draw = async () => (await store.nextIds('tournament', 1))[0] ?? 0
  const tournament = await claimId({ store, request }, draw)
  await removeEnded(context, request, scene)
  const cabinet = await cabinetFor(store, scene, tournament)
  await makeTournament(context, request, { scene, tournament, cabinet })
  // Without an answer it is found a moment later.
  await context.ask?.('intake.practice', {}, foundWithinMs).catch(() => null)
  reply.code(201)
  return readTournament(store, tournament)
}

/** Made with the first practice. */
async function sceneBeside(store: Store, of: SceneId): Promise<SceneId> {
  const [id = 0] = await store.nextIds('scene', 1)
  return store.db.transaction().execute(async (tx) => {
    await lockScene(tx, of)
    const scenes = tx.selectFrom('kept.scene').select(['id', 'displayName', 'practiceOf'])
    const real = await scenes.where('id', '=', of).executeTakeFirstOrThrow()
    if (real.practiceOf !== null) throw refused('PRACTICE_OF_PRACTICE')
    const there = await scenes.where('practiceOf', '=', of).executeTakeFirst()
    if (there) return there.id
    const displayName = `PRACTICE: ${real.displayName}`.slice(0, 100).toWellFormed()
    const scene = { id, name: `practice-${of}`, displayName, practiceOf: of }
    await tx.insertInto('kept.scene').values(scene).execute()
    return id
  })
}

/** One of those that no practice has; the first of them is made with it. */
async function cabinetFor(store: Store, scene: SceneId, tournament: TournamentId) {
  const [id = 0] = await store.nextIds('cabinet', 1)
  return store.db.transaction().execute(async (tx) => {
    await lockScene(tx, scene)
    const own = await tx
      .selectFrom('kept.cabinet')
      .leftJoin('kept.practice', 'kept.practice.cabinet', 'kept.cabinet.id')
      .select(['kept.cabinet.id', 'kept.cabinet.displayName as name', 'kept.practice.tournament'])
      .where('kept.cabinet.scene', '=', scene)
      .orderBy('kept.cabinet.id')
      .execute()
    const taken = own.find((one) => one.tournament === tournament)
    if (taken) return { id: taken.id, name: taken.name }
    const free = own.find((one) => one.tournament === null)
    if (!free && own.length >= maxAtOnce) throw refused('PRACTICES_RUNNING')
    const number = own.length + 1
    const cabinet = free ?? { id, name: `PRACTICE ${number}` }
    if (!free) {
      const tokenHash = hashOf(newSecret())
      const made = { id, scene, name: `practice-${number}`, displayName: cabinet.name, tokenHash }
      await tx.insertInto('kept.cabinet').values(made).execute()
    }
    const endsAt = new Date(Date.now() + runMs)
    const practice = { tournament, cabinet: cabinet.id, endsAt, runner: null, runUntil: null }
    await tx.insertInto('kept.practice').values(practice).execute()
    return { id: cabinet.id, name: cabinet.name }
  })
}

type Made = { scene: SceneId; tournament: TournamentId; cabinet: { id: CabinetId; name: string } }

async function makeTournament(context: Context, request: PracticeRequest, made: Made) {
  const { store, projected } = context
  const { scene, tournament, cabinet } = made
  const name = `PRACTICE ${tournament}`
  await keepSettings(store, tournament, {})
  const slug = await keepSlug(store, { id: tournament, scene, name })
  const press = openPress(context, request, tournament)
  const date = new Date().toISOString().slice(0, 10)
  await press({
    type: 'CreateTournament',
    scene,
    name,
    slug,
    date,
    linkType: 'manual',
    cabinets: [cabinet],
  })
  const teams: number[] = []
  for (const team of madeUpTeams) teams.push(...(await press({ type: 'AddTeam', name: team })).ids)
  const settings = {
    ...stageDefaults,
    ...laterDefaults,
    name: 'Bracket',
    stageType: 'single_elim' as const,
    winsPerMatch: 2,
  }
  const [stage = 0] = (await press({ type: 'CreateStage', settings, numGroups: 1 })).ids
  await press({ type: 'SeedStage', stage, teams })
  await press({ type: 'CreateMatches', stage })
  // A cabinet has a queue of its own from the start.
  const [queue = 0] = Object.keys((await context.desk.state(tournament)).queues).map(Number)
  const { version } = await press({ type: 'AssignAll', queue, stages: [stage] })
  if (await projected(tournament, version, projectedWithinMs)) return
  throw tryAgain('Stored, but not to be read yet. Send the same again with the same id.')
}

/** Commands of one request, each under an id made of its own: sent again, all are found done. */
function openPress({ desk }: Context, request: FastifyRequest, tournament: TournamentId) {
  const { commandId, person } = request
  if (!person) throw notSignedIn()
  let number = 0
  return async (command: Command): Promise<{ ids: number[]; version: number }> => {
    const id = `${commandId}:practice:${tournament}:${number++}`
    const about = {
      by: person.by,
      device: deviceOf(request),
      clientTime: clientTimeOf(request),
      offline: [],
    }
    const done = await desk.handle({ id, tournament, command, ...about })
    if (isRefusal(done)) {
      throw new Rejection(done.status, { detail: done.detail, code: done.refused })
    }
    return { ids: (done.answer['ids'] ?? []) as number[], version: done.version }
  }
}

/** What was practised before is looked at until somebody begins anew. */
async function removeEnded(
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
    const press = openPress(context, request, id)
    const { version } = await press({ type: 'DeleteTournament', force: true })
    await context.projected(id, version, projectedWithinMs)
  }
  if (ended.length > 0) await forgetDeleted(context.store)
}
