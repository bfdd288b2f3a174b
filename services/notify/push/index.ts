// Web Push (RFC 8030, 8291, 8292) to subscribed phones, which need no account.
import { createHash } from 'node:crypto'
import webPush from 'web-push'
import { z } from 'zod'
import { phoneKinds } from '#events/describe/notification-kinds.ts'
import { directionOf, languageCodes } from '#events/text/languages.ts'
import type { TeamId } from '#events/ids.ts'
import type { Tournament } from '#events/state/tournament.ts'
import type { Post } from '../../outbound/index.ts'
import type { Channel, Outcome } from '../outbox/channel.ts'
import { outcomeOf } from '../outbox/http-outcome.ts'
import { notificationsOf } from '../notification/notification.ts'
import type { NotificationContent } from '../notification/notification.ts'
import type { Words } from '../notification/words.ts'
import type { VapidKeys } from './vapid.ts'

/** The followed team, directly or through one of its players, and the kinds of notifications. */
const Options = z.object({
  team: z.int().nullable(),
  player: z.int().nullable(),
  kinds: z.array(z.enum(phoneKinds)),
  /** the page that a tap on the notification opens */
  page: z.string(),
  /** hash of the endpoint, which is otherwise stored only encrypted */
  device: z.string(),
  /** language of the page at the time of subscribing; older subscriptions are English */
  language: z.enum(languageCodes).default('en'),
})
/** A push subscription as the browser returns it. */
const Address = z.object({
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
})

type PushOptions = {
  words: Words
  keys: () => Promise<VapidKeys | null>
  post: Post
  subject: string
}

const hourSeconds = 3_600
const maxTopic = 32

export function openPush({ words, keys, post, subject }: PushOptions): Channel {
  return {
    name: 'push',
    expiresAfterMs: hourSeconds * 1_000,
    notificationsFor(step, subscription) {
      const options = Options.parse(subscription.options)
      const team = pushTeamOf(step.after.state, options)
      return notificationsOf(step).flatMap(({ key, content, teams }) => {
        const isWanted = options.kinds.includes(content.kind)
        const isOwn = teams === null || (team !== null && teams.includes(team))
        return isWanted && isOwn ? [{ key, content }] : []
      })
    },
    teamOf(t, subscription) {
      const options = Options.parse(subscription.options)
      return options.kinds.includes('delayed') ? pushTeamOf(t, options) : null
    },
    outdated: words.outdated,
    async send(delivery, signal): Promise<Outcome> {
      const vapid = await keys()
      if (!vapid) return { is: 'refused', reason: 'this server has no key to sign with' }
      const address = Address.parse(delivery.subscription.address)
      const { page, language: lang } = Options.parse(delivery.subscription.options)
      const message = await words.of(delivery, lang)
      if (message.outdated !== null) return { is: 'outdated', reason: message.outdated }
      const { title, body, notification, validForMs } = message
      // A repeated message replaces the first on the screen. Tournaments count announcements anew.
      const tag = `${delivery.tournament} ${delivery.key}`
      const shown = { title, body, lang, dir: directionOf(lang), tag, page }
      const payload = JSON.stringify(shown)
      const request = webPush.generateRequestDetails(address, payload, {
        vapidDetails: { subject, ...vapid },
        TTL: Math.min(hourSeconds, Math.max(1, Math.floor(validForMs / 1_000))),
        topic: topicOf(notification, tag),
        urgency:
          notification.kind === 'called' || notification.kind === 'on_deck' ? 'high' : 'normal',
      })
      const answer = await post(address.endpoint, {
        headers: request.headers,
        body: request.body ?? Buffer.alloc(0),
        signal,
      })
      return outcomeOf(answer)
    },
  }
}

export function pushTeamOf(
  t: Tournament,
  { team, player }: Pick<z.infer<typeof Options>, 'team' | 'player'>,
): TeamId | null {
  return player === null ? team : (t.rosters[player] ?? null)
}

/**
 * While a phone is offline, newer news of a match replaces older: nobody is told that they are next
 * after they were called.
 */
export function topicOf(notification: NotificationContent, tag: string): string {
  const topic =
    notification.kind === 'announcement'
      ? tag
      : `match ${notification.match} ${notification.attempt}`
  return createHash('sha256').update(topic).digest('base64url').slice(0, maxTopic)
}
