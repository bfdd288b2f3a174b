import { openPost } from '../preview/index.ts'
import type { States } from '../states/index.ts'
import type { Encryption, Store } from '../store/index.ts'
import { chatChannel, chats } from './chat/channel.ts'
import type { Channel } from './outbox/channel.ts'
import { openPush } from './push/index.ts'
import { vapidKeys } from './push/vapid.ts'
import { openWords } from './status/words.ts'
import { webhookChannel } from './webhook/channel.ts'

type Options = {
  store: Store
  states: States
  encryption: Encryption | null
  /** what may be spoken to; left out, the world and nothing else */
  outside?: Parameters<typeof openPost>[0]
}

/** Every way out, one a folder. */
export function openChannels({ store, states, encryption, outside }: Options): Channel[] {
  const words = openWords(store, states)
  const post = openPost(outside)
  const keys = () => vapidKeys(store, encryption)
  const subject = subjectOf(process.env['PUBLIC_URL'])
  return [
    openPush({ words, keys, post, subject }),
    webhookChannel(post),
    ...chats.map((name) => chatChannel(name, { words, post })),
  ]
}

/** Whom a push service may ask about what it is sent. */
function subjectOf(publicUrl = ''): string {
  return publicUrl.startsWith('https:') ? publicUrl : 'mailto:nobody@waggle.invalid'
}
