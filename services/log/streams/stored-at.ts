import type { MsgHdrs } from '@nats-io/transport-node'

/**
 * Only messages restored from a backup have this header, because the server gives them a new time.
 */
export const timeHeader = 'Waggle-Time'

/**
 * The time a message was first stored (ISO, UTC). Rows contain it, so a restore must preserve it.
 */
export function storedAt(time: Date, headers: MsgHdrs | undefined): string {
  return headers?.get(timeHeader) || time.toISOString()
}
