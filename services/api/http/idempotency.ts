import type { FastifyReply, FastifyRequest } from 'fastify'
import { canonicalJson } from '#events/canonical-json.ts'
import { withoutFlush } from '../../store/index.ts'
import type { IdSequence, Store } from '../../store/index.ts'
import { Rejection, expectStandby, hashOf, rejectionFor } from '../../web/index.ts'
import type { AnswerRow } from '../../web/index.ts'
import { setVersion } from './command-id.ts'
import type { PersonId } from '#events/ids.ts'

/**
 * The answer stored for an idempotency key: a retry of a command gets the same answer (P2). The
 * command's effect is in the log. The key is stored as a hash, and its answer belongs to the
 * caller: anybody else who sends the key gets neither the answer nor an effect.
 */
type StoredAnswer = { body: unknown; version: number | null }

/** The status of a key that has reserved the ids of what it creates, but has no answer yet. */
const unanswered = 0
/** The status of an expired answer. The key itself stays, so that a retry has no second effect. */
const pruned = -1

const dayMs = 24 * 60 * 60 * 1000
/** Long enough for a device that was offline to retry its presses. */
const retentionDays = 30
const batchSize = 1_000

type Exchange = { store: Store; request: FastifyRequest; reply: FastifyReply }

/**
 * Returns no row if the key has an answer already. It is not flushed to disk: the command itself is
 * flushed by the log, so a crash would lose only the text of the answer.
 */
const storeAnswer = {
  name: 'store answers',
  text: `insert into kept.idempotency_key as answered (id, content_hash, status, body, person, asker)
    select * from unnest($1::text[], $2::text[], $3::int[], $4::jsonb[], $5::int[], $6::text[])
    on conflict (id) do update set content_hash = excluded.content_hash, status = excluded.status,
      body = excluded.body
    where answered.status = ${unanswered}
    returning array_position($1, id) as n, ${withoutFlush}`,
}

/** Runs `work` unless its answer is stored. Parallel requests with one key get the same answer. */
export async function idempotent<T>(exchange: Exchange, work: () => Promise<T>): Promise<T> {
  const { store, request, reply } = exchange
  if (!request.isRepeatable) return work()
  // Authentication may have read the stored answer in the same query.
  const stored = request.prefetched ? request.prefetched.answer : await find(exchange)
  if (stored && stored.status !== unanswered) return replay(exchange, stored) as T
  if (stored) expectSameRequest(request, stored)
  const body = await work()
  const { person, asker } = callerOf(request)
  const answer: StoredAnswer = { body: body ?? null, version: request.version }
  const id = idempotencyKeyOf(request)
  const values = [id, contentHash(request), reply.statusCode, JSON.stringify(answer), person, asker]
  if (await store.runTogether(storeAnswer, values)) return body
  const first = await find(exchange)
  return first ? (replay(exchange, first) as T) : body
}

/**
 * Reserves the id of the object that a command creates, so that a retry creates the same object.
 */
export function claimId(exchange: Omit<Exchange, 'reply'>, kind: IdSequence): Promise<number> {
  const reserve = async () => (await exchange.store.nextIds(kind, 1))[0] ?? 0
  return claim(exchange, reserve, (answer: { id: number }) => answer.id)
}

/** Like `claimId` for several values; `fromAnswer` reads them from the command's answer. */
export async function claim<M>(
  { store, request }: Omit<Exchange, 'reply'>,
  reserve: () => Promise<M>,
  fromAnswer: (answer: never) => M,
): Promise<M> {
  expectStandby(store)
  const reserved = await reserve()
  if (!request.isRepeatable) return reserved
  const id = idempotencyKeyOf(request)
  const body = JSON.stringify({ made: reserved })
  await store.db
    .insertInto('kept.idempotencyKey')
    .values({
      id,
      contentHash: contentHash(request),
      status: unanswered,
      body,
      ...callerOf(request),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await store.db
    .selectFrom('kept.idempotencyKey')
    .select(['contentHash', 'body', 'person', 'asker'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // With other content it would be an id of another kind, or of an object in another scene.
  expectSameRequest(request, row)
  // If a parallel request with the same key has been answered meanwhile, its answer has the values.
  const answer = row.body as { made?: M; body?: never }
  return answer.made ?? (answer.body ? fromAnswer(answer.body) : reserved)
}

/** For writes of rows only: stores the rows and the answer in one transaction. */
export async function idempotentRows<T extends object>(
  exchange: Exchange,
  work: (tx: Store['db']) => Promise<T>,
): Promise<T> {
  const { store, request, reply } = exchange
  if (!request.isRepeatable) return store.db.transaction().execute(work)
  const id = idempotencyKeyOf(request)
  const result = await store.db.transaction().execute(async (tx) => {
    // A parallel request with the same key waits here until this transaction ends.
    const first = await tx
      .insertInto('kept.idempotencyKey')
      .values({
        id,
        contentHash: contentHash(request),
        status: unanswered,
        body: '{}',
        ...callerOf(request),
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
  if (result) return result
  const stored = await find(exchange)
  if (!stored) throw new Error('an answer kept a moment ago is gone')
  return replay(exchange, stored) as T
}

/** The same after `prepare`, which a retry of an answered request does not repeat. */
export async function preparedRows<P, T extends object>(
  exchange: Exchange,
  prepare: () => Promise<P>,
  work: (tx: Store['db'], prepared: P) => Promise<T>,
): Promise<T> {
  const stored = exchange.request.isRepeatable ? await find(exchange) : undefined
  if (stored && stored.status !== unanswered) return replay(exchange, stored) as T
  const prepared = await prepare()
  return idempotentRows(exchange, (tx) => work(tx, prepared))
}

async function find({ store, request }: Exchange): Promise<AnswerRow | undefined> {
  return store.db
    .selectFrom('kept.idempotencyKey')
    .select(['contentHash', 'status', 'body', 'person', 'asker'])
    .where('id', '=', idempotencyKeyOf(request))
    .executeTakeFirst()
}

function replay({ request, reply }: Exchange, stored: AnswerRow): unknown {
  expectSameRequest(request, stored)
  if (stored.status === pruned) {
    const detail = `This was done more than ${retentionDays} days ago, and its answer is no longer stored.`
    throw new Rejection(409, { detail, code: 'ANSWER_PRUNED' })
  }
  const { body, version } = stored.body as StoredAnswer
  reply.code(stored.status)
  if (version !== null) setVersion(request, reply, version)
  return body
}

/** Refuses a key of another caller or with other content, even if it has no answer yet. */
function expectSameRequest(
  request: FastifyRequest,
  stored: Pick<AnswerRow, 'person' | 'asker' | 'contentHash'>,
): void {
  const caller = callerOf(request)
  const isSameCaller =
    stored.asker === null ? stored.person === caller.person : stored.asker === caller.asker
  if (!isSameCaller) {
    const detail = 'Somebody else has already sent this. Check before you press again.'
    throw new Rejection(409, { detail, code: 'ID_REUSED' })
  }
  if (stored.contentHash !== contentHash(request)) throw rejectionFor('ID_REUSED')
}

/** The key under which a command's answer is stored. */
export function idempotencyKeyOf(request: FastifyRequest): string {
  return hashOf(request.commandId ?? '')
}

/** A paired tablet sees less than the person who paired it, so it counts as another caller. */
function callerOf({ person }: FastifyRequest): { person: PersonId | null; asker: string } {
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

/** Deletes old answers, which may hold private data. Works in batches to not block other writes. */
export async function pruneAnswers({ db }: Pick<Store, 'db'>, now: number): Promise<void> {
  const cutoff = new Date(now - retentionDays * dayMs)
  for (;;) {
    const old = db
      .selectFrom('kept.idempotencyKey')
      .select('id')
      .where('status', '>', 0)
      .where('createdAt', '<', cutoff)
      .limit(batchSize)
    const done = await db
      .updateTable('kept.idempotencyKey')
      .set({ status: pruned, body: '{}' })
      .where('id', 'in', old)
      .executeTakeFirst()
    if (done.numUpdatedRows < BigInt(batchSize)) return
  }
}
