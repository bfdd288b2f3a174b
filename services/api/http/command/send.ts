import type { FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import type { Command } from '../../../../events/schema/command.ts'
import { isRefusal, stale } from '../../../desk/index.ts'
import type { Done, Refusal } from '../../../desk/index.ts'
import { Rejection, notSignedIn, tryAgain } from '../../../web/index.ts'
import { clientTimeOf, deviceOf, setVersion } from '../command-id.ts'
import type { Context, WriteContext } from '../context.ts'
import { expectAtCabinet } from './paired-device.ts'
import type { TournamentId } from '../../../../events/ids.ts'

const projectedWithinMs = 2_000

/** A command, and the part of the request it stands for. */
export type Part = { part: string; command: Command }

/** One command to the desk, its refusal as an answer, its effect visible to every read (P12). */
export async function send(
  context: Context,
  target: WriteContext,
  command: Command,
): Promise<Done> {
  return sendAll(context, target, [{ part: '', command }])
}

/**
 * Several commands of one request, one after the other. The last has the request's own id, those
 * before it ids derived from it, so that a repeat finds each of them done.
 */
export async function sendAll(
  context: Context,
  target: WriteContext,
  parts: Part[],
): Promise<Done> {
  const { request, reply, tournament } = target
  let done: Done | undefined
  const before: string[] = []
  const displaced: Done[] = []
  let expectedVersion = request.expectedVersion ?? undefined
  for (const [index, { part, command }] of parts.entries()) {
    const isLast = index === parts.length - 1
    const id = isLast ? idOf(request) : derived(idOf(request), index + 1)
    const answer = await handle(context, target, { id, command, expectedVersion })
    if (isRefusal(answer)) {
      const refused = await rejected(context, target, answer)
      if (done) await context.projected(tournament, done.version, projectedWithinMs)
      const where = parts.length > 1 ? { field: part, done: before } : {}
      throw new Rejection(refused.status, { ...refused.body, ...where })
    }
    done = answer
    displaced.push(...(answer.also ?? []))
    // What follows is decided on what this part has just made.
    if (expectedVersion !== undefined) expectedVersion = answer.version
    before.push(part)
  }
  if (!done) {
    const { version } = await context.desk.state(tournament)
    const isStale = expectedVersion !== undefined && expectedVersion !== version
    if (isStale) throw await rejected(context, target, stale(version))
    done = { version, tournament, answer: {} }
  }
  for (const { tournament: other, version } of displaced) {
    await context.projected(other, version, projectedWithinMs)
  }
  if (!(await context.projected(tournament, done.version, projectedWithinMs))) {
    throw tryAgain('Stored, but not to be read yet. Send the same again with the same id.')
  }
  setVersion(request, reply, done.version)
  return done
}

async function rejected(
  context: Context,
  target: WriteContext,
  refusal: Refusal,
): Promise<Rejection> {
  const { refused: code, detail, status, more } = refusal
  const since =
    code === 'STALE' ? await commitsSince(context, target, Number(more?.['version'])) : {}
  return new Rejection(status, { detail, code, ...more, ...since })
}

type CommandRequest = { id: string; command: Command; expectedVersion: number | undefined }

async function handle(
  { desk, store, states }: Context,
  { request, tournament, by = request.person?.by }: WriteContext,
  { id, command, expectedVersion }: CommandRequest,
) {
  if (!by) throw notSignedIn()
  const paired = request.person?.session?.paired
  if (paired) {
    const [state, entries, together] = await Promise.all([
      desk.state(tournament),
      // Only a step that was named has been confirmed.
      'version' in command ? states.histories.projected(tournament) : [],
      takenTogether(desk, tournament, command),
    ])
    expectAtCabinet(paired, command, { state, entries, together })
  }
  const device = paired?.name ?? deviceOf(request)
  const clientTime = clientTimeOf(request)
  const offline = asksForCabinet(command)
    ? (request.foreknown?.offline ?? (await offlineCabinets(store)))
    : []
  const about = { by, device, clientTime, offline, pairedWith: paired?.cabinet }
  return desk.handle({ id, tournament, command, expectedVersion, ...about })
}

async function takenTogether(
  desk: Context['desk'],
  tournament: TournamentId,
  command: Command,
): Promise<number[]> {
  if (command.type !== 'Undo' || !command.cascade) return []
  return (await desk.previewUndo(tournament, command.version))?.dependents ?? []
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

function idOf(request: FastifyRequest): string {
  if (!request.commandId) throw new Error('a command without id')
  return request.commandId
}

const maxPlainLength = 90

function derived(id: string, n: number): string {
  const start = id.length <= maxPlainLength ? id : createHash('sha256').update(id).digest('hex')
  return `${start}:${n}`
}

const maxSince = 50
const withinMs = 2_000

/** What others have done since the version the sender saw, newest last (R-CMD-2). */
async function commitsSince(
  { states, projected }: Context,
  { request, tournament }: WriteContext,
  version: number,
) {
  await projected(tournament, version, withinMs)
  const entries = await states.histories.projected(tournament)
  const since = entries.slice(request.expectedVersion ?? version, version).slice(-maxSince)
  const commits = since.map(({ version, at, by, device, words }) => {
    return { version, at, by: by.kind, device, text: words }
  })
  return { commits }
}
