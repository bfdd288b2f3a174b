import { sql } from 'kysely'
import type { Store } from './index.ts'
import type { Encryption } from './encryption.ts'
import type { StageId, TournamentId } from '../../events/ids.ts'

/** What opens a bracket outside: a personal key, or OAuth's token with what renews it. */
export type LinkToken = { key: string } | { access: string; refresh: string | null; scope?: string }

/** Of one stage; sealed, and read by the Challonge service alone (R-CL-9). */
export async function keepLinkToken(
  { db }: Pick<Store, 'db'>,
  encryption: Encryption,
  { stage, tournament, token }: { stage: StageId; tournament: TournamentId; token: LinkToken },
): Promise<void> {
  const sealed = encryption.encrypt(JSON.stringify(token), about(stage))
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

/** `unreadable`: there is one, but this key does not open it. */
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
  const text = encryption?.decrypt(row.sealed, about(stage))
  return text ? (JSON.parse(text) as LinkToken) : 'unreadable'
}

/** The renewed token takes the place of the old one wherever that stands: it opens nothing more. */
export async function renewLinkToken(
  store: Pick<Store, 'db'>,
  encryption: Encryption,
  { old, token }: { old: LinkToken; token: LinkToken },
): Promise<void> {
  const rows = await store.db.selectFrom('kept.linkToken').selectAll().execute()
  const was = JSON.stringify(old)
  for (const { stage, tournament, sealed } of rows) {
    if (encryption.decrypt(sealed, about(stage)) !== was) continue
    await keepLinkToken(store, encryption, { stage, tournament, token })
  }
}

/** Of these stages, those that have a token. */
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

function about(stage: StageId): string {
  return `link token of stage ${stage}`
}
