import type { MsgHdrs } from '@nats-io/transport-node'

/** Only messages of a backup that was restored have it: the server dates them anew. */
export const timeHeader = 'Waggle-Time'

/** When the log first took a message, ISO in UTC: part of the rows, so a restore must not move it. */
export function takenAt(time: Date, headers: MsgHdrs | undefined): string {
  return headers?.get(timeHeader) || time.toISOString()
}
