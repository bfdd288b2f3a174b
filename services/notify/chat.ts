// Discord and Slack: posts messages to a channel through a webhook of the scene.
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { notificationKinds } from '#events/describe/notification-kinds.ts'
import type { Post } from '../outbound/index.ts'
import type { Channel, Delivery } from './outbox/channel.ts'
import { outcomeOf } from './outbox/http-outcome.ts'
import { rejectOnAbort } from './outbox/send-due.ts'
import { notificationsOf } from './notification/notification.ts'
import type { Words } from './notification/words.ts'

export const chats = ['discord', 'slack'] as const
type Chat = (typeof chats)[number]
/** `name` is shown to officials; `kinds` are the kinds of notifications to post */
export const ChatOptions = z.object({ name: z.string(), kinds: z.array(z.enum(notificationKinds)) })
export type ChatOptions = z.infer<typeof ChatOptions>
const ChatAddress = z.object({ url: z.string() })
export type ChatAddress = z.infer<typeof ChatAddress>
/** The message that the test button sends. */
export const chatTest = { kind: 'test', text: 'Waggle can post here.' }
const Test = z.object({ kind: z.literal('test'), text: z.string() })

const hourMs = 3_600_000
/** Discord accepts 5 messages in 2 s, Slack 1 in 1 s. A gap begins with the answer to a message. */
const gapMs = { discord: 450, slack: 1_050 } as const
const maxText = 1_900

export function chatChannel(name: Chat, { words, post }: { words: Words; post: Post }): Channel {
  const inTurn = openTurns(gapMs[name])
  return {
    name,
    expiresAfterMs: hourMs,
    notificationsFor(step, { options }) {
      const { kinds } = ChatOptions.parse(options)
      return notificationsOf(step).flatMap(({ key, content }) =>
        kinds.includes(content.kind) ? [{ key, content }] : [],
      )
    },
    outdated: async (delivery) => (isTest(delivery) ? null : words.outdated(delivery)),
    async send(delivery, signal) {
      const { url } = ChatAddress.parse(delivery.subscription.address)
      return inTurn(url, signal, async () => {
        const text = await textOf(delivery)
        if (typeof text === 'object') return { is: 'outdated', reason: text.outdated }
        const body = Buffer.from(JSON.stringify(bodyOf[name](text.slice(0, maxText))))
        const headers = { 'content-type': 'application/json' }
        return outcomeOf(await post(url, { headers, body, signal }))
      })
    },
  }

  /**
   * One line for a channel; it includes the title of the phone's message only where that adds
   * information.
   */
  async function textOf(delivery: Delivery): Promise<string | { outdated: string }> {
    if (isTest(delivery)) return Test.parse(delivery.content).text
    const message = await words.of(delivery, 'en')
    if (message.outdated !== null) return message
    const { title, body, notification, tournament } = message
    if (notification.kind === 'announcement') return `${title}: ${body}`
    return notification.kind === 'result'
      ? `${tournament}: ${title}. ${body}`
      : `${tournament}: ${body}`
  }
}

function isTest({ content }: Delivery): boolean {
  return Test.safeParse(content).success
}

/** Disables mentions, links and formatting, so that names are shown literally. */
const bodyOf = {
  discord: (text: string) => ({
    content: text.replaceAll(/[\\*_~`|>#[\]()<@:]/g, String.raw`\$&`),
    allowed_mentions: { parse: [] },
    flags: 4,
  }),
  slack: (text: string) => ({
    text: text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    parse: 'none',
    link_names: 0,
    mrkdwn: false,
    unfurl_links: false,
  }),
} satisfies Record<Chat, (text: string) => object>

/**
 * Sends one message at a time to each address, even if several subscriptions use it, with a gap after
 * each response. A gap between the starts would not be enough: on a busy machine the time from a start
 * to the arrival of the message varies by more than the gap. The signal ends the wait.
 */
function openTurns(gap: number) {
  const freeAt = new Map<string, Promise<number>>()
  return async <T>(url: string, signal: AbortSignal, send: () => Promise<T>): Promise<T> => {
    const before = freeAt.get(url) ?? Promise.resolve(0)
    const { promise: mine, resolve } = Promise.withResolvers<number>()
    freeAt.set(url, mine)
    // Deletes the entry after its gap unless another message has followed.
    const forget = () => freeAt.get(url) === mine && freeAt.delete(url)
    let next = before
    try {
      await untilFree(before, signal)
      try {
        return await send()
      } finally {
        next = Promise.resolve(performance.now() + gap)
      }
    } finally {
      resolve(next)
      void mine.then((at) => setTimeout(forget, at - performance.now()).unref())
    }
  }
}

async function untilFree(freeAt: Promise<number>, signal: AbortSignal): Promise<void> {
  const waitMs = (await Promise.race([freeAt, rejectOnAbort(signal)])) - performance.now()
  if (waitMs > 0) await sleep(waitMs, undefined, { signal })
}
