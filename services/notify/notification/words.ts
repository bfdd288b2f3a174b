import { say } from '#events/messages/message.ts'
import type { Argument } from '#events/messages/message.ts'
import { inWords } from '#events/messages/wordings.ts'
import { publishedOf } from '../../store/estimates.ts'
import type { Store } from '../../store/index.ts'
import type { States } from '../../states/index.ts'
import type { Delivery } from '../outbox/channel.ts'
import type { LanguageCode } from '#events/text/languages.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { factsOf, outdatedReason, validForMs } from './notification.ts'
import type { NotificationContent } from './notification.ts'

type MessageOptions = {
  notification: NotificationContent
  language: LanguageCode
  /** a different result of the match was sent before, or may have been */
  isCorrected: boolean
}

function messagesOf(
  t: Tournament,
  { notification, language, isCorrected }: MessageOptions,
): { title: Argument; body: Argument } {
  const facts = factsOf(t, notification)
  if (facts.kind === 'announcement') return { title: t.name, body: facts.text }
  const match = say('noticeMatch', facts.about)
  switch (facts.kind) {
    case 'on_deck': {
      const { where } = facts
      const body = where === '' ? say('onDeck', { match }) : say('onDeckAt', { match, where })
      return { title: say('onDeckTitle'), body }
    }
    case 'called': {
      const { where } = facts
      const title = say(facts.isMoved ? 'movedTitle' : 'calledTitle', { where })
      return { title, body: say('called', { match, where }) }
    }
    case 'result': {
      const { score, winner } = facts
      const title = say(isCorrected ? 'correctedTitle' : 'resultTitle')
      return {
        title,
        body: winner ? say('resultWon', { match, score, winner }) : say('result', { match, score }),
      }
    }
    case 'delayed': {
      const minutes = minutesIn(language, facts.minutes)
      return { title: say('delayedTitle', { minutes }), body: say('delayed', { match, minutes }) }
    }
  }
}

/** The text of a notification in a language. */
export function noticeIn(t: Tournament, options: MessageOptions): { title: string; body: string } {
  const { title, body } = messagesOf(t, options)
  const { language } = options
  return { title: inWords(language, title), body: inWords(language, body) }
}

function minutesIn(language: LanguageCode, minutes: number): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit: 'minute' }).format(minutes)
}

export type Words = ReturnType<typeof openWords>

/** Makes the text of a delivery, and checks whether its notification is still true. */
export function openWords(store: Pick<Store, 'db' | 'pool'>, states: Pick<States, 'now'>) {
  const notificationOf = (delivery: Delivery) => delivery.content as NotificationContent
  async function stateOf({ tournament }: Delivery): Promise<Tournament> {
    return (await states.now(tournament ?? 0)).state
  }
  async function outdatedIn(
    state: Tournament,
    notification: NotificationContent,
  ): Promise<string | null> {
    const published = notification.kind === 'delayed' ? await publishedOf(store, state.id) : null
    const now = new Date().toISOString()
    return outdatedReason(state, notification, { now, estimates: published?.estimates ?? null })
  }
  return {
    outdated: async (delivery: Delivery) =>
      outdatedIn(await stateOf(delivery), notificationOf(delivery)),
    /** Uses a single state for the text and the check, so that they agree. */
    async of(delivery: Delivery, language: LanguageCode) {
      const notification = notificationOf(delivery)
      const isCorrected =
        notification.kind === 'result' && (await wasResultSent(store, delivery, notification.match))
      const state = await stateOf(delivery)
      const outdated = await outdatedIn(state, notification)
      if (outdated !== null) return { outdated }
      return {
        outdated,
        notification,
        tournament: state.name,
        validForMs: validForMs(state, notification, new Date().toISOString()),
        ...noticeIn(state, { notification, language, isCorrected }),
      }
    },
  }
}

/** A delivery with several attempts may have arrived, even if it was outdated in the end. */
async function wasResultSent(
  { pool }: Pick<Store, 'pool'>,
  { subscription, id }: Delivery,
  match: number,
) {
  const { rowCount } = await pool.query(
    `select from kept.delivery where subscription = $1 and id <> $2 and (state = 'sent' or attempts > 1)
       and content->>'kind' = 'result' and content->>'match' = $3 limit 1`,
    [subscription.id, id, `${match}`],
  )
  return rowCount === 1
}
