import webPush from 'web-push'
import { purposes } from '../../store/index.ts'
import type { Encryption, Store } from '../../store/index.ts'

export type VapidKeys = { publicKey: string; privateKey: string }

/**
 * The keys that identify this server to push services; generated on first use and stored encrypted.
 * Null if there is no secret, or it has changed since.
 */
export async function vapidKeys(
  { pool }: Pick<Store, 'pool'>,
  encryption: Encryption | null,
): Promise<VapidKeys | null> {
  if (!encryption) return null
  const generated = webPush.generateVAPIDKeys()
  // If two processes generate keys at the same time, the first insert wins.
  await pool.query(
    `insert into kept.vapid_key (public_key, sealed) select $1, $2
     where not exists (select from kept.vapid_key) on conflict do nothing`,
    [generated.publicKey, encryption.encrypt(generated.privateKey, purposes.vapid)],
  )
  const { rows } = await pool.query<{ publicKey: string; sealed: string }>(
    'select public_key as "publicKey", sealed from kept.vapid_key',
  )
  const [row] = rows
  const privateKey = row && encryption.decrypt(row.sealed, purposes.vapid)
  return row && privateKey ? { publicKey: row.publicKey, privateKey } : null
}
