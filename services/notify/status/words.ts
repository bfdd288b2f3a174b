import { publishedOf } from '../../store/estimates.ts'
import type { Store } from '../../store/index.ts'
import type { States } from '../../states/index.ts'
import type { Delivery } from '../outbox/channel.ts'
import type { LanguageCode } from '../../../events/text/languages.ts'
import type { Tournament } from '../../../events/state/tournament.ts'
import { minutesIn, newsIn } from '../text/news.ts'
import { factsOf, outdatedReason } from './status.ts'
import type { Status } from './status.ts'

type MessageOptions = {
  status: Status
  language: LanguageCode
  /** a different result of the match was sent before, or may have been */
  isCorrected: boolean
}

function wordsOf(t: Tournament, { status, language, isCorrected }: MessageOptions) {
  const facts = factsOf(t, status)
  const words = newsIn[language]
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

/** Makes the text of a delivery, and checks whether its status is still true. */
export function openWords(store: Pick<Store, 'db' | 'pool'>, states: Pick<States, 'now'>) {
  const statusOf = (delivery: Delivery) => delivery.content as Status
  async function stateOf({ tournament }: Delivery): Promise<Tournament> {
    return (await states.now(tournament ?? 0)).state
  }
  async function outdatedIn(state: Tournament, status: Status): Promise<string | null> {
    const published = status.kind === 'delayed' ? await publishedOf(store, state.id) : null
    const now = new Date().toISOString()
    return outdatedReason(state, status, { now, estimates: published?.estimates ?? null })
  }
  return {
    outdated: async (delivery: Delivery) => outdatedIn(await stateOf(delivery), statusOf(delivery)),
    /** Uses a single state for the text and the check, so that they agree. */
    async of(delivery: Delivery, language: LanguageCode) {
      const status = statusOf(delivery)
      const isCorrected =
        status.kind === 'result' && (await wasResultSent(store, delivery, status.match))
      const state = await stateOf(delivery)
      const outdated = await outdatedIn(state, status)
      if (outdated !== null) return { outdated }
      return {
        outdated,
        status,
        tournament: state.name,
        ...wordsOf(state, { status, language, isCorrected }),
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
