import type { FastifyReply, FastifyRequest } from 'fastify'
import { canonicalJson } from '../../../events/canonical-json.ts'
import { unflushed } from '../../store/index.ts'
import type { Store } from '../../store/index.ts'
import { Rejection, hashOf } from '../../web/index.ts'
import type { AnswerRow } from '../../web/index.ts'
import { setVersion } from './command-id.ts'
import { refused } from './refused.ts'
import type { PersonId } from '../../../events/ids.ts'

/**
 * The same command sent again gets the same answer (P2). What it did is kept by the log; here is
 * what it was told. The sender's id is kept as a hash, and the answer belongs to who asked: whoever
 * else has the id gets neither the answer nor an effect.
 */
type StoredAnswer = { body: unknown; version: number | null }

/** The status of an id that was given something to make and has no answer yet. */
const unanswered = 0
/** The status after the answer has expired: the id stays, so that the command takes no effect again. */
const pruned = -1

const dayMs = 24 * 60 * 60 * 1000
/** Long enough for a device that was offline to send its presses again. */
const retentionDays = 30
const atOnce = 1_000

type Exchange = { store: Store; request: FastifyRequest; reply: FastifyReply }

/**
 * Every press sends it: with a name a connection plans it once. What the command did is flushed by the
 * log; only how the answer read would be lost in a crash.
 */
const keeping = {
  name: 'keep answer',
  text: `insert into kept.idempotency_key as answered (id, content_hash, status, body, person, asker)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (id) do update set content_hash = excluded.content_hash, status = excluded.status,
      body = excluded.body
    where answered.status = ${unanswered}
    returning ${unflushed}`,
}

/** Runs `work` unless its answer is known. Parallel requests with one id get the first one's answer. */
export async function idempotent<T>(exchange: Exchange, work: () => Promise<T>): Promise<T> {
  const { store, request, reply } = exchange
  if (!request.isRepeatable) return work()
  // It was read with who asks.
  const before = request.foreknown ? request.foreknown.answer : await find(exchange)
  if (before && before.status !== unanswered) return again(exchange, before) as T
  if (before) expectAsker(request, before)
  const body = await work()
  const { person, asker } = askerOf(request)
  const answer: StoredAnswer = { body: body ?? null, version: request.version }
  const id = idempotencyKeyOf(request)
  const values = [id, contentHash(request), reply.statusCode, JSON.stringify(answer), person, asker]
  const { rowCount: stored } = await store.pool.query({ ...keeping, values })
  if (stored) return body
  const first = await find(exchange)
  return first ? (again(exchange, first) as T) : body
}

/** The id of what this command makes: a repeat, even a parallel one, makes the same thing. */
export function claimId(
  exchange: Omit<Exchange, 'reply'>,
  draw: () => Promise<number>,
): Promise<number> {
  return claim(exchange, draw, (answer: { id: number }) => answer.id)
}

/** Where it makes several; `answered` finds them in the answer. */
export async function claim<M>(
  { store, request }: Omit<Exchange, 'reply'>,
  draw: () => Promise<M>,
  answered: (answer: never) => M,
): Promise<M> {
  const made = await draw()
  if (!request.isRepeatable) return made
  const id = idempotencyKeyOf(request)
  const body = JSON.stringify({ made })
  await store.db
    .insertInto('kept.idempotencyKey')
    .values({
      id,
      contentHash: contentHash(request),
      status: unanswered,
      body,
      ...askerOf(request),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await store.db
    .selectFrom('kept.idempotencyKey')
    .select(['body', 'person', 'asker'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expectAsker(request, row)
  // A parallel request with the same id has answered meanwhile: its answer has what it made.
  const stored = row.body as { made?: M; body?: never }
  return stored.made ?? (stored.body ? answered(stored.body) : made)
}

/** For what is rows alone: the work and its answer are stored together or not at all. */
export async function idempotentRows<T extends object>(
  exchange: Exchange,
  work: (tx: Store['db']) => Promise<T>,
): Promise<T> {
  const { store, request, reply } = exchange
  if (!request.isRepeatable) return store.db.transaction().execute(work)
  const id = idempotencyKeyOf(request)
  const made = await store.db.transaction().execute(async (tx) => {
    // A parallel request with the same id waits here until this transaction ends.
    const first = await tx
      .insertInto('kept.idempotencyKey')
      .values({
        id,
        contentHash: contentHash(request),
        status: unanswered,
        body: '{}',
        ...askerOf(request),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!first) return null
    const body = await work(tx)
    await tx
      .updateTable('kept.idempotencyKey')
      .set({
        status: reply.statusCode,
        body: JSON.stringify({ body, version: null } satisfies StoredAnswer),
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

async function find({ store, request }: Exchange): Promise<AnswerRow | undefined> {
  return store.db
    .selectFrom('kept.idempotencyKey')
    .select(['contentHash', 'status', 'body', 'person', 'asker'])
    .where('id', '=', idempotencyKeyOf(request))
    .executeTakeFirst()
}

function again({ request, reply }: Exchange, before: AnswerRow): unknown {
  expectAsker(request, before)
  if (before.contentHash !== contentHash(request)) {
    throw refused('ID_REUSED')
  }
  if (before.status === pruned) {
    const detail = `This was done more than ${retentionDays} days ago, and its answer is not kept any more.`
    throw new Rejection(409, { detail, code: 'ANSWER_PRUNED' })
  }
  const { body, version } = before.body as StoredAnswer
  reply.code(before.status)
  if (version !== null) setVersion(request, reply, version)
  return body
}

/** Also while it has no answer yet: what it makes is made for who asked first. */
function expectAsker(request: FastifyRequest, before: Pick<AnswerRow, 'person' | 'asker'>): void {
  const mine = askerOf(request)
  const isMine = before.asker === null ? before.person === mine.person : before.asker === mine.asker
  if (isMine) return
  const detail = 'Somebody else sent this already. Look before you press again.'
  throw new Rejection(409, { detail, code: 'ID_REUSED' })
}

/** The id of a command's answer. */
export function idempotencyKeyOf(request: FastifyRequest): string {
  return hashOf(request.commandId ?? '')
}

/** A paired tablet is told less than the person who paired it, and so asks for itself. */
function askerOf({ person }: FastifyRequest): { person: PersonId | null; asker: string } {
  if (!person) return { person: null, asker: 'nobody' }
  const { id, name, session } = person
  if (id === null) return { person: null, asker: `key ${name}` }
  const tablet = session?.paired ? ` tablet ${session.paired.scene}` : ''
  return { person: id, asker: `person ${id}${tablet}` }
}

function contentHash(request: FastifyRequest): string {
  const { method, params, body } = request
  return hashOf(canonicalJson([method, request.routeOptions.url, params, body]))
}

/** Old answers go, with all that is private in them; batch by batch, so that no press waits. */
export async function pruneAnswers({ db }: Pick<Store, 'db'>, now: number): Promise<void> {
  const before = new Date(now - retentionDays * dayMs)
  for (;;) {
    const old = db
      .selectFrom('kept.idempotencyKey')
      .select('id')
      .where('status', '>', 0)
      .where('createdAt', '<', before)
      .limit(atOnce)
    const done = await db
      .updateTable('kept.idempotencyKey')
      .set({ status: pruned, body: '{}' })
      .where('id', 'in', old)
      .executeTakeFirst()
    if (done.numUpdatedRows < BigInt(atOnce)) return
  }
}
