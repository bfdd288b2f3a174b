import webPush from 'web-push'
import type { Encryption, Store } from '../../store/index.ts'

export type VapidKeys = { publicKey: string; privateKey: string }

const about = 'vapid'

/**
 * By which push services know this server; made when they are first asked for, and sealed. Null: there
 * is no secret to seal them with, or another one than then.
 */
export async function vapidKeys(
  { pool }: Pick<Store, 'pool'>,
  encryption: Encryption | null,
): Promise<VapidKeys | null> {
  if (!encryption) return null
  const made = webPush.generateVAPIDKeys()
  // Of two that make them at once the first stands.
  await pool.query(
    `insert into kept.vapid_key (public_key, sealed) select $1, $2
     where not exists (select from kept.vapid_key) on conflict do nothing`,
    [made.publicKey, encryption.encrypt(made.privateKey, about)],
  )
  const { rows } = await pool.query<{ publicKey: string; sealed: string }>(
    'select public_key as "publicKey", sealed from kept.vapid_key',
  )
  const [kept] = rows
  const privateKey = kept && encryption.decrypt(kept.sealed, about)
  return kept && privateKey ? { publicKey: kept.publicKey, privateKey } : null
}
