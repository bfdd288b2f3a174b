import { answers } from '#events/messages/en/public.ts'
import { english } from '#events/messages/english.ts'
import type { FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import type { Command } from '#events/schema/command.ts'
import { expectNoTransaction } from '#services/store/index.ts'
import { isRefusal, staleVersion } from '#services/desk/index.ts'
import type { Done, Refusal, Request } from '#services/desk/index.ts'
import { Rejection, may, notSignedIn, tryAgain } from '#services/web/index.ts'
import { clientTimeOf, deviceOf, setVersion } from '../command-id.ts'
import type { Context, WriteContext } from '../context.ts'
import type { TournamentId } from '#events/ids.ts'

const projectedWithinMs = 2_000

/** A command, and the name of the request's part that it carries out. */
export type Part = { part: string; command: Command }

/**
 * Sends a command to the desk. Throws its refusal, and returns when every read sees its effect
 * (P12).
 */
export async function send(
  context: Context,
  target: WriteContext,
  command: Command,
): Promise<Done> {
  return sendAll(context, target, [{ part: '', command }])
}

/**
 * Sends several commands of one request, one after another, unless one of them would be refused.
 * The last has the request's own id, the others have ids derived from it, so that a retry finds
 * each of them done.
 */
export async function sendAll(
  context: Context,
  target: WriteContext,
  parts: Part[],
): Promise<Done> {
  expectNoTransaction('send')
  const { request, reply, tournament } = target
  const seenVersion = context.seenVersion(tournament)
  let done: Done | undefined
  const doneParts: string[] = []
  const otherCommits: Done[] = []
  let expectedVersion = request.expectedVersion ?? undefined
  const refusePart = async (part: string, refusal: Refusal) => {
    const refused = await toRejection(context, target, refusal)
    if (done) await context.projected(tournament, done.version, projectedWithinMs)
    const where = parts.length > 1 ? { field: part, done: doneParts } : {}
    throw new Rejection(refused.status, { ...refused.body, ...where })
  }
  const commands = parts.map(({ command }, index) => {
    const isLast = index === parts.length - 1
    return { id: isLast ? idOf(request) : derived(idOf(request), index + 1), command }
  })
  const requests = await Promise.all(commands.map((each) => deskRequest(context, target, each)))
  const withVersion = (sent: Request) =>
    expectedVersion === undefined ? sent : { ...sent, expectedVersion }
  if (requests.length > 1) {
    const first = await context.desk.firstRefused(requests.map(withVersion))
    if (first) await refusePart(parts[first.index]?.part ?? '', first.refusal)
  }
  for (const [index, { part }] of parts.entries()) {
    const answer = await context.desk.handle(withVersion(requests[index]!))
    if (isRefusal(answer)) return refusePart(part, answer)
    done = answer
    otherCommits.push(...(answer.also ?? []))
    // The next part is decided on the version that this part has made.
    if (expectedVersion !== undefined) expectedVersion = answer.version
    doneParts.push(part)
  }
  if (!done) {
    const { version: current } = await context.desk.state(tournament)
    const isStale = expectedVersion !== undefined && expectedVersion !== current
    if (isStale) throw await staleRejection(context, target, current)
    done = { version: current, tournament, answer: {} }
  }
  for (const other of otherCommits) {
    await context.projected(other.tournament, other.version, projectedWithinMs)
  }
  const { version } = done
  // Made before this request: a repeated command, or one that changed nothing.
  const isOld = version <= seenVersion
  if (!(await context.projected(tournament, version, projectedWithinMs, isOld))) {
    throw tryAgain(answers.notVisibleYet)
  }
  setVersion(request, reply, version)
  return done
}

/** The refusal of a request that was made on an older state (R-CMD-2). */
export function staleRejection(
  context: Context,
  target: WriteContext,
  version: number,
): Promise<Rejection> {
  return toRejection(context, target, staleVersion(version))
}

/** Whether the last command of this request is in the log, so that this is a retry (P2). */
export async function wasSent(
  { states }: Context,
  { request, tournament }: WriteContext,
): Promise<boolean> {
  return (await states.commitOf(tournament, idOf(request))) !== null
}

async function toRejection(
  context: Context,
  target: WriteContext,
  refusal: Refusal,
): Promise<Rejection> {
  const { refused: code, status, more } = refusal
  const since =
    code === 'STALE' ? await commitsSince(context, target, Number(more?.['version'])) : {}
  return new Rejection(status, { ...refusalBody(refusal), ...more, ...since })
}

/** A refusal of the desk, as answers have it. */
export function refusalBody({ refused: code, detail, message }: Refusal) {
  return { code, detail, message }
}

/** With the facts about the sender that the desk needs. */
async function deskRequest(
  { desk, store }: Context,
  { request, tournament, by = request.person?.by }: WriteContext,
  { id, command }: Pick<Request, 'id' | 'command'>,
): Promise<Request> {
  if (!by) throw notSignedIn()
  const paired = request.person?.session?.paired
  const device = paired?.name ?? deviceOf(request)
  const clientTime = clientTimeOf(request)
  const offline = needsFreeCabinet(command)
    ? (request.prefetched?.offline ?? (await offlineCabinets(store)))
    : []
  const sender = {
    by,
    ...(device === undefined ? {} : { device }),
    ...(clientTime === undefined ? {} : { clientTime }),
    pairedWith: paired ?? undefined,
  }
  const undoes = 'version' in command ? await undoRightOf(desk, request, tournament) : {}
  return { id, tournament, command, ...sender, ...undoes, offline }
}

/** Whether the caller may undo only what officials may do (R-UN-1). */
export async function undoRightOf(
  desk: Context['desk'],
  { person }: FastifyRequest,
  tournament: TournamentId,
): Promise<Pick<Request, 'undoes'>> {
  const { scene } = await desk.state(tournament)
  return may(person, 'undoAll', scene) ? {} : { undoes: 'official' }
}

function needsFreeCabinet({ type }: Command): boolean {
  return type === 'StartMatch' || type === 'SelectNext'
}

/** Cabinets whose client is offline. A cabinet that never had a client is scored by hand. */
async function offlineCabinets(store: Context['store']): Promise<number[]> {
  const rows = await store.db
    .selectFrom('view.cabinet')
    .select('id')
    .where('clientStatus', '=', 'offline')
    .execute()
  return rows.map((row) => row.id)
}

function idOf(request: FastifyRequest): string {
  if (!request.commandId) throw new Error('a command without id')
  return request.commandId
}

const maxIdLength = 90

function derived(id: string, n: number): string {
  const start = id.length <= maxIdLength ? id : createHash('sha256').update(id).digest('hex')
  return `${start}:${n}`
}

const maxSince = 50
const waitMs = 2_000

/** The commits since the version that the client saw, newest last (R-CMD-2). */
async function commitsSince(
  { states, projected }: Context,
  { request, tournament }: WriteContext,
  version: number,
) {
  await projected(tournament, version, waitMs)
  const entries = await states.histories.projected(tournament)
  const since = entries.slice(request.expectedVersion ?? version, version).slice(-maxSince)
  const commits = since.map(({ version, at, by, device, publicMessage: message }) => {
    return { version, at, by: by.kind, device, text: english(message), message }
  })
  return { commits }
}
