import { openPost } from '../preview/index.ts'
import type { Channel } from './channel.ts'
import { webhookChannel } from './webhook/channel.ts'

/** Every way out, one a folder. */
export function openChannels(): Channel[] {
  return [webhookChannel(openPost())]
}
