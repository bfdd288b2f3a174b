import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import type { Command } from '../../events/command.ts'
import { isRefusal } from '../desk/index.ts'
import type { Done } from '../desk/index.ts'
import type { IdKind } from '../store/index.ts'
import { Rejection, notSignedIn, tryAgain } from '../web/index.ts'
import { clientTimeOf, deviceOf, shown } from './command-id.ts'
import type { Context } from './context.ts'

const projectedWithinMs = 2_000
const mostDraws = 3

/** What a command makes, and so whose sequence its ids come from; how many, where that is plain. */
const makes: { [T in Command['type']]?: { kind: IdKind; usually: number } } = {
  AddTeam: { kind: 'team', usually: 1 },
  CreateStage: { kind: 'bracket', usually: 0 },
  CreateMatches: { kind: 'match', usually: 0 },
  SeedStage: { kind: 'match', usually: 0 },
  PlaceStage: { kind: 'match', usually: 0 },
  PlaceByDefault: { kind: 'match', usually: 0 },
  AddLateTeam: { kind: 'match', usually: 0 },
  AddMatch: { kind: 'match', usually: 1 },
  CreateQueues: { kind: 'queue', usually: 0 },
  CreateQueue: { kind: 'queue', usually: 1 },
}

export type Errand = { request: FastifyRequest; reply: FastifyReply; tournament: number }
/** A command, and the part of the request it stands for. */
export type Part = { part: string; command: Command }

/** One command to the desk, its refusal as an answer, its effect visible to every read (P12). */
export async function send(context: Context, errand: Errand, command: Command): Promise<Done> {
  return sendAll(context, errand, [{ part: '', command }])
}

/**
 * Several commands of one request, one after the other. The last has the request's own id, those
 * before it ids derived from it, so that a repeat finds each of them done.
 */
export async function sendAll(context: Context, errand: Errand, parts: Part[]): Promise<Done> {
  const { request, reply, tournament } = errand
  let done: Done | undefined
  const before: string[] = []
  for (const [index, { part, command }] of parts.entries()) {
    const isLast = index === parts.length - 1
    const id = isLast ? idOf(request) : derived(idOf(request), index + 1)
    const answer = await handle(context, errand, { id, command })
    if (isRefusal(answer)) {
      const { refused: code, detail, status, more } = answer
      const where = parts.length > 1 ? { field: part, done: before } : {}
      if (done) await context.projected(tournament, done.version, projectedWithinMs)
      throw new Rejection(status, { detail, code, ...more, ...where })
    }
    done = answer
    before.push(part)
  }
  if (!done) {
    const { version } = await context.desk.state(tournament)
    done = { version, tournament, answer: {} }
  }
  if (!(await context.projected(tournament, done.version, projectedWithinMs))) {
    throw tryAgain('Stored, but not to be read yet. Send the same again with the same id.')
  }
  shown(request, reply, done.version)
  return done
}

async function handle(
  { desk, store }: Context,
  { request, tournament }: Errand,
  { id, command }: { id: string; command: Command },
) {
  if (!request.person) throw notSignedIn()
  const { by } = request.person
  const device = deviceOf(request)
  const clientTime = clientTimeOf(request)
  const made = makes[command.type]
  let ids = made?.usually ? await store.nextIds(made.kind, made.usually) : []
  const offline = asksForCabinet(command) ? await offlineCabinets(store) : []
  for (let draws = 0; ; draws++) {
    const fresh = { ids, offline }
    const answer = await desk
      .handle({ id, tournament, by, device, clientTime, command, fresh })
      .catch(halted)
    if (!isRefusal(answer) || answer.refused !== 'IDS_SHORT' || !made || draws >= mostDraws) {
      return answer
    }
    ids = await store.nextIds(made.kind, Number(answer.more?.['needed']))
  }
}

function asksForCabinet({ type }: Command): boolean {
  return type === 'StartMatch' || type === 'SelectNext'
}

/** Cabinets whose client left. One that never had a client is scored by hand and blocks nobody. */
async function offlineCabinets(store: Context['store']): Promise<number[]> {
  const rows = await store.db
    .selectFrom('view.cabinet')
    .select('id')
    .where('clientStatus', '=', 'offline')
    .execute()
  return rows.map((row) => row.id)
}

/** P9: the log and the database differ; sending again does not help until a person has repaired it. */
function halted(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === 'LOG_DIFFERS') {
    throw new Rejection(503, { detail: error.message, code: 'LOG_DIFFERS' })
  }
  throw error
}

function idOf(request: FastifyRequest): string {
  if (!request.commandId) throw new Error('a command without id')
  return request.commandId
}

const longestPlain = 90

function derived(id: string, n: number): string {
  const start = id.length <= longestPlain ? id : createHash('sha256').update(id).digest('hex')
  return `${start}:${n}`
}
