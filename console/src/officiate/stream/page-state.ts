import type { Answer } from '../../core/rest.ts'
import { minutes } from '../../core/time.ts'
import { stream as words } from './text.ts'

type Page = Answer<'/api/tournament/tournament/:id/overlay/'>['pages'][number]
type Report = Pick<Page, 'agoMs' | 'silentMs' | 'version'>
/** `isGood`: what viewers see of it is as it should be */
type PageState = { isGood: boolean; words: string }

/** It asks every 2 s, and the server has something to say every 5 s. */
const [lostMs, silentMs] = [6_000, 12_000]

/** What is to be said of a page that shows an overlay. `version`: what it should show. */
export function pageState({ agoMs, silentMs: silent, version }: Report, wanted: number): PageState {
  const not = (said: string) => ({ isGood: false, words: said })
  if (agoMs > lostMs) return not(words.page.lost(minutes(agoMs / 1_000)))
  if (silent === null) return not(words.page.never)
  if (silent > silentMs) return not(words.page.silent(minutes(silent / 1_000)))
  // What was pressed a moment ago it may show, and not have said.
  if (version < wanted && Date.now() - wanted > lostMs) return not(words.page.behind)
  return { isGood: true, words: words.page.live }
}
