import { openPost } from '../outbound/index.ts'
import type { States } from '../states/index.ts'
import type { Encryption, Store } from '../store/index.ts'
import { chatChannel, chats } from './chat.ts'
import type { Channel } from './outbox/channel.ts'
import { openPush } from './push/index.ts'
import { vapidKeys } from './push/vapid.ts'
import { openWords } from './notification/words.ts'
import { webhookChannel } from './webhook/channel.ts'

type Options = {
  store: Store
  states: States
  encryption: Encryption | null
  /** addresses that may be contacted; by default public addresses only */
  network?: Parameters<typeof openPost>[0]
}

/** Opens all channels; each has its own folder. */
export function openChannels({ store, states, encryption, network }: Options): Channel[] {
  const words = openWords(store, states)
  const post = openPost(network)
  const keys = () => vapidKeys(store, encryption)
  const subject = subjectOf(process.env['PUBLIC_URL'])
  return [
    openPush({ words, keys, post, subject }),
    webhookChannel(post),
    ...chats.map((name) => chatChannel(name, { words, post })),
  ]
}

/** The contact that push services require from a sender. */
function subjectOf(publicUrl = ''): string {
  return publicUrl.startsWith('https:') ? publicUrl : 'mailto:nobody@waggle.invalid'
}
