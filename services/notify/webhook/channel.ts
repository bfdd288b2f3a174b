import { publicEvents } from '#events/describe/public-events.ts'
import { retryAfterMs } from '#events/text/retry-after.ts'
import type { SceneId } from '#events/ids.ts'
import type { PublicEventType } from '#events/schema/public-event.ts'
import type { openPost } from '../../outbound/index.ts'
import type { Channel, Delivery, Outcome } from '../outbox/channel.ts'
import { signed } from './sign.ts'
import type { Secret } from './sign.ts'

export type WebhookAddress = { url: string; secrets: Secret[] }
/** the types of events to send */
export type WebhookOptions = { events: PublicEventType[] }

const dayMs = 24 * 60 * 60_000
/** A receiver that is down for a weekend still gets everything. */
const expiresAfterMs = 3 * dayMs

/** A message that changes nothing, to try a receiver and its check of the signature. */
export function webhookTest(scene: SceneId, at: Date) {
  return { type: 'webhook.test', timestamp: at.toISOString(), data: { scene } }
}

/** Sends signed requests to programs of a scene (wire 7). */
export function webhookChannel(post: ReturnType<typeof openPost>): Channel {
  return {
    name: 'webhook',
    expiresAfterMs,
    notificationsFor({ stored: { commit }, before, after }, { options }) {
      const { events } = options as WebhookOptions
      return publicEvents(before.state, after.state)
        .filter(({ type }) => events.includes(type))
        .map(({ type, data }) => {
          const subject = 'match' in data ? data.match.id : 'id' in data ? data.id : ''
          const key = `${after.state.id} ${data.version} ${type} ${subject}`
          return { key, content: { type, timestamp: commit.at, data } }
        })
    },
    async send({ id, content, subscription }: Delivery, signal): Promise<Outcome> {
      const { url, secrets } = subscription.address as WebhookAddress
      const body = JSON.stringify(content)
      const timestamp = Math.floor(Date.now() / 1000)
      // Retries have the same id, so that a receiver can detect duplicates.
      const headers = signed({ id: `msg_${id}`, timestamp, body }, secrets)
      const answer = await post(url, { headers, body: Buffer.from(body), signal })
      if (!answer)
        return { is: 'retry', reason: 'it cannot be reached, or is not on the public internet' }
      const { status } = answer
      if (status >= 200 && status < 300) return { is: 'sent' }
      if (status === 410) return { is: 'gone' }
      const afterMs = retryAfterMs(answer.headers['retry-after'], Date.now())
      return { is: 'retry', reason: `status ${status}`, afterMs }
    },
  }
}
