import type { FastifyReply, FastifyRequest } from 'fastify'
import { canonical } from '../../events/canonical.ts'
import { unflushed } from '../store/index.ts'
import type { Store } from '../store/index.ts'
import { Rejection, hashOf } from '../web/index.ts'
import { shown } from './command-id.ts'

/**
 * The same command sent again gets the same answer (P2). What it did is kept by the log; here is
 * what it was told. The sender's id is kept as a hash: who has it could ask for the answer.
 */
type Kept = { contentHash: string; status: number; body: unknown; person: number | null }
type Whole = { body: unknown; version: number | null }

/** The status of an id that was given something to make and has no answer yet. */
const unanswered = 0

type Exchange = { store: Store; request: FastifyRequest; reply: FastifyReply }

/** What the command did is flushed by the log; only how the answer read would be lost in a crash. */
const unhurried = unflushed().as('unhurried')

/** Runs `work` unless its answer is known; of rivals with one id all get the first one's answer. */
export async function once<T>(exchange: Exchange, work: () => Promise<T>): Promise<T> {
  const { store, request, reply } = exchange
  if (!request.isRepeatable) return work()
  const before = await find(exchange)
  if (before && before.status !== unanswered) return again(exchange, before) as T
  const body = await work()
  const mine = {
    id: keptUnder(request),
    contentHash: contentHash(request),
    status: reply.statusCode,
    body: JSON.stringify({ body: body ?? null, version: request.version } satisfies Whole),
    person: whose(request),
  }
  const stored = await store.db
    .insertInto('kept.answered')
    .values(mine)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ contentHash: mine.contentHash, status: mine.status, body: mine.body })
        .where('kept.answered.status', '=', unanswered),
    )
    .returning(['id', unhurried])
    .executeTakeFirst()
  if (stored) return body
  const first = await find(exchange)
  return first ? (again(exchange, first) as T) : body
}

/** The id of what this command makes: a repeat, even a parallel one, makes the same thing. */
export async function claim(
  { store, request }: Omit<Exchange, 'reply'>,
  draw: () => Promise<number>,
): Promise<number> {
  const made = await draw()
  if (!request.isRepeatable) return made
  const id = keptUnder(request)
  const body = JSON.stringify({ made })
  await store.db
    .insertInto('kept.answered')
    .values({
      id,
      contentHash: contentHash(request),
      status: unanswered,
      body,
      person: whose(request),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await store.db
    .selectFrom('kept.answered')
    .select(['status', 'body'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // A rival has answered in the meantime: what it made is in its answer.
  const kept = row.body as { made?: number; body?: { id: number } }
  return kept.made ?? kept.body?.id ?? made
}

/** For what is rows alone: the work and its answer are stored together or not at all. */
export async function onceKept<T extends object>(
  exchange: Exchange,
  work: (tx: Store['db']) => Promise<T>,
): Promise<T> {
  const { store, request, reply } = exchange
  if (!request.isRepeatable) return store.db.transaction().execute(work)
  const id = keptUnder(request)
  const made = await store.db.transaction().execute(async (tx) => {
    // A rival with the same id waits here until this transaction ends.
    const first = await tx
      .insertInto('kept.answered')
      .values({
        id,
        contentHash: contentHash(request),
        status: unanswered,
        body: '{}',
        person: whose(request),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!first) return null
    const body = await work(tx)
    await tx
      .updateTable('kept.answered')
      .set({
        status: reply.statusCode,
        body: JSON.stringify({ body, version: null } satisfies Whole),
      })
      .where('id', '=', id)
      .execute()
    return body
  })
  if (made) return made
  const before = await find(exchange)
  if (!before) throw new Error('an answer kept a moment ago is gone')
  return again(exchange, before) as T
}

async function find({ store, request }: Exchange): Promise<Kept | undefined> {
  return store.db
    .selectFrom('kept.answered')
    .select(['contentHash', 'status', 'body', 'person'])
    .where('id', '=', keptUnder(request))
    .executeTakeFirst()
}

function again({ request, reply }: Exchange, before: Kept): unknown {
  // What is told to a person about themself is told to nobody else.
  const isOthers = !request.routeOptions.config.scene && before.person !== whose(request)
  if (isOthers || before.contentHash !== contentHash(request)) {
    const detail = 'This command id was used for another command.'
    throw new Rejection(409, { detail, code: 'ID_REUSED' })
  }
  const { body, version } = before.body as Whole
  reply.code(before.status)
  if (version !== null) shown(request, reply, version)
  return body
}

/** The id of a command's answer. */
export function keptUnder(request: FastifyRequest): string {
  return hashOf(request.commandId ?? '')
}

function whose({ person }: FastifyRequest): number | null {
  return person?.id ?? null
}

function contentHash(request: FastifyRequest): string {
  const { method, params, body } = request
  return hashOf(canonical([method, request.routeOptions.url, params, body]))
}
