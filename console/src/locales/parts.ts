import type { Translation } from '../core/text/catalogue.ts'
import type { disputed } from '../core/text/disputed.ts'
import type { estimates } from '../core/text/estimates.ts'
import type { onSite } from '../core/text/on-site.ts'
import type { overlayText } from '../core/text/overlay.ts'
import type { publicText } from '../core/text/public.ts'
import type { push } from '../core/text/push.ts'
import type { pictureWords, registration } from '../core/text/registration.ts'
import type { text } from '../core/text/text.ts'
import type { venue } from '../core/text/venue.ts'
import type { replayText } from '../spectate/game/text.ts'
import type { creation } from '../spectate/home/text.ts'
import type { bracketText } from '../spectate/bracket/text.ts'
import type { standingsText } from '../spectate/tournament/text.ts'

// What a language has to say, by the names of the parts. The compiler names what is missing.

/** What public pages, displays, overlays and embeds show. */
export type PublicParts = Translation<{
  text: typeof text
  disputed: typeof disputed
  estimates: typeof estimates
  onSite: typeof onSite
  overlayText: typeof overlayText
  publicText: typeof publicText
  bracketText: typeof bracketText
  standingsText: typeof standingsText
  push: typeof push
  registration: typeof registration
  pictureWords: typeof pictureWords
  venue: typeof venue
  replayText: typeof replayText
  creation: typeof creation
}>
