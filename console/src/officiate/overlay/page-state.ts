import type { Answer } from '../../core/rest.ts'
import { minutes } from '#events/text/durations.ts'
import { stream as words } from '../../core/text/organize/venue.ts'

type Page = Answer<'/api/tournament/tournament/:id/overlay/'>['pages'][number]
type Report = Pick<Page, 'agoMs' | 'silentMs' | 'version'>
/** `isGood`: viewers see the current state */
type PageState = { isGood: boolean; words: string }

/** A page polls every 2 s, and the server sends it something every 5 s. */
const [lostMs, silentMs] = [6_000, 12_000]

/** The state of a page that shows an overlay. `expectedVersion`: the version it should show. */
export function pageState(
  { agoMs, silentMs: silent, version }: Report,
  expectedVersion: number,
): PageState {
  const bad = (text: string) => ({ isGood: false, words: text })
  if (agoMs > lostMs) return bad(words.page.lost(minutes(agoMs / 1_000)))
  if (silent === null) return bad(words.page.never)
  if (silent > silentMs) return bad(words.page.silent(minutes(silent / 1_000)))
  // The page may show a recent press and not have reported it yet.
  if (version < expectedVersion && Date.now() - expectedVersion > lostMs)
    return bad(words.page.behind)
  return { isGood: true, words: words.page.live }
}
