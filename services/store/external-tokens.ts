import { sql } from 'kysely'
import type { Store } from './store.ts'
import type { Encryption } from './encryption.ts'
import { purposes } from './sealed.ts'
import type { StageId, TournamentId } from '#events/ids.ts'

/**
 * Credentials for an external bracket: a personal API key, or an OAuth access token with the refresh
 * token that renews it.
 */
export type LinkToken = { key: string } | { access: string; refresh: string | null; scope?: string }

/** Stores a stage's token encrypted; only the Challonge service reads it (R-CL-9). */
export async function keepLinkToken(
  { db }: Pick<Store, 'db'>,
  encryption: Encryption,
  { stage, tournament, token }: { stage: StageId; tournament: TournamentId; token: LinkToken },
): Promise<void> {
  const sealed = encryption.encrypt(JSON.stringify(token), purposes.token(stage))
  await db
    .insertInto('kept.linkToken')
    .values({ stage, tournament, sealed })
    .onConflict((conflict) =>
      conflict.column('stage').doUpdateSet({ sealed, updatedAt: sql<Date>`now()` }),
    )
    .execute()
}

export async function dropLinkToken({ db }: Pick<Store, 'db'>, stage: StageId): Promise<void> {
  await db.deleteFrom('kept.linkToken').where('stage', '=', stage).execute()
}

/** `unreadable` means that the token cannot be decrypted with this key. */
export async function readLinkToken(
  { db }: Pick<Store, 'db'>,
  encryption: Encryption | null,
  stage: StageId,
): Promise<LinkToken | 'none' | 'unreadable'> {
  const row = await db
    .selectFrom('kept.linkToken')
    .select('sealed')
    .where('stage', '=', stage)
    .executeTakeFirst()
  if (!row) return 'none'
  const text = encryption?.decrypt(row.sealed, purposes.token(stage))
  return text ? (JSON.parse(text) as LinkToken) : 'unreadable'
}

/**
 * Replaces the old token by the renewed one in all stages that use it, as it is no longer valid.
 */
export async function renewLinkToken(
  store: Pick<Store, 'db'>,
  encryption: Encryption,
  { old, token }: { old: LinkToken; token: LinkToken },
): Promise<void> {
  const rows = await store.db.selectFrom('kept.linkToken').selectAll().execute()
  const oldText = JSON.stringify(old)
  for (const { stage, tournament, sealed } of rows) {
    if (encryption.decrypt(sealed, purposes.token(stage)) !== oldText) continue
    await keepLinkToken(store, encryption, { stage, tournament, token })
  }
}

/** The stages that have a token, out of the given ones. */
export async function withLinkToken(
  { db }: Pick<Store, 'db'>,
  stages: StageId[],
): Promise<Set<number>> {
  if (stages.length === 0) return new Set()
  const rows = await db
    .selectFrom('kept.linkToken')
    .select('stage')
    .where('stage', 'in', stages)
    .execute()
  return new Set(rows.map((row) => row.stage))
}
