import { openAddress, webhookSecret } from '../../notify/index.ts'
import type { WebhookAddress, WebhookOptions } from '../../notify/index.ts'
import type { Encryption } from '../../store/index.ts'
import { notFound, rejectionFor } from '../../web/index.ts'
import { secretOf } from '../account/one-time-secret.ts'
import type { Context, Tx } from '../http/context.ts'
import type { FastifyRequest } from 'fastify'
import type { SceneId } from '#events/ids.ts'

export const channel = 'webhook'

export function expectEncryption({ encryption }: Context): Encryption {
  if (!encryption) throw rejectionFor('NO_SECRET_KEY')
  return encryption
}

export function secretFor(request: FastifyRequest, salt: string): string {
  return webhookSecret(Buffer.from(secretOf(request, salt), 'base64url'))
}

/** The current position in the log: a new subscription gets only later news. */
export async function currentPosition(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('view.checkpoint')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .executeTakeFirst()
  return row?.seq ?? 0
}

export function webhooks(db: Tx, scene: SceneId) {
  return db
    .selectFrom('kept.subscription')
    .select(['id', 'address', 'options', 'createdAt'])
    .where('channel', '=', channel)
    .where('scene', '=', scene)
    .where('endedAt', 'is', null)
}

type WebhookRow = Awaited<ReturnType<ReturnType<typeof webhooks>['executeTakeFirstOrThrow']>>

export async function webhook(db: Tx, scene: SceneId, id: number): Promise<WebhookRow> {
  return webhooks(db, scene).where('id', '=', id).executeTakeFirstOrThrow(notFound)
}

export function webhookAddress(
  row: WebhookRow,
  encryption: Encryption | null,
): WebhookAddress | null {
  const address = row.address === null ? null : openAddress(encryption, channel, row.address)
  return address as WebhookAddress | null
}

export function webhookBody(row: WebhookRow, encryption: Encryption | null) {
  return { ...storableBody(row), url: webhookUrl(row, encryption) }
}

/** Without the URL, which may contain a password: stored answers are not encrypted. */
export function storableBody({ id, options, createdAt }: WebhookRow) {
  const { events } = options as WebhookOptions
  return { id, events, createdAt: createdAt.toISOString() }
}

/** Completes a stored answer; its webhook may have been deleted since. */
export async function withUrl<B extends { id: number }>(
  { store, encryption }: Pick<Context, 'store' | 'encryption'>,
  scene: SceneId,
  body: B,
): Promise<B & { url: string | null }> {
  const row = await webhooks(store.db, scene).where('id', '=', body.id).executeTakeFirst()
  return { ...body, url: row ? webhookUrl(row, encryption) : null }
}

function webhookUrl(row: WebhookRow, encryption: Encryption | null): string | null {
  return webhookAddress(row, encryption)?.url ?? null
}

/** The deliveries of a subscription, the latest first. */
export function deliveries(db: Tx, subscription: number) {
  return db
    .selectFrom('kept.delivery')
    .select(['id', 'tournament', 'content', 'state', 'attempts', 'reason'])
    .select(['createdAt', 'endedAt'])
    .where('subscription', '=', subscription)
    .orderBy('id', 'desc')
}

type DeliveryRow = {
  id: number
  tournament: number | null
  content: unknown
  state: 'pending' | 'sent' | 'outdated' | 'refused' | 'gone' | 'expired'
  attempts: number
  reason: string | null
  createdAt: Date
  endedAt: Date | null
}

export function deliveryBody({ content, createdAt, endedAt, ...row }: DeliveryRow) {
  const { type, kind = '' } = content as { type?: string; kind?: string }
  const times = { createdAt: createdAt.toISOString(), endedAt: endedAt?.toISOString() ?? null }
  return { ...row, type: type ?? kind, ...times }
}
