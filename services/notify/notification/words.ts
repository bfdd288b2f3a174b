import { publishedOf } from '../../store/estimates.ts'
import type { Store } from '../../store/index.ts'
import type { States } from '../../states/index.ts'
import type { Delivery } from '../outbox/channel.ts'
import type { LanguageCode } from '../../../events/text/languages.ts'
import type { Tournament } from '../../../events/state/tournament.ts'
import { minutesIn, notificationTexts } from '../text/notification-texts.ts'
import { factsOf, outdatedReason, validForMs } from './notification.ts'
import type { NotificationContent } from './notification.ts'

type MessageOptions = {
  notification: NotificationContent
  language: LanguageCode
  /** a different result of the match was sent before, or may have been */
  isCorrected: boolean
}

function wordsOf(t: Tournament, { notification, language, isCorrected }: MessageOptions) {
  const facts = factsOf(t, notification)
  const words = notificationTexts[language]
  if (facts.kind === 'announcement') return words.announcement(t.name, facts.text)
  const { label, one, two } = facts.about
  const match = words.match(label, one, two)
  switch (facts.kind) {
    case 'on_deck':
      return words.onDeck(match, facts.where)
    case 'called':
      return words.called(match, facts.where, facts.isMoved)
    case 'result':
      return words.result(match, facts.score, facts.winner, isCorrected)
    case 'delayed':
      return words.delayed(match, minutesIn(language, facts.minutes))
  }
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
        ...wordsOf(state, { notification, language, isCorrected }),
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
