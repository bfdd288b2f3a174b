import type { DeskRefusal, PaymentRefusal, RequestRefusal } from '../../../events/refusals.ts'
import type { atCabinet } from '../play/at-cabinet/text.ts'
import type { account } from '../core/text/account/account.ts'
import type { announcements } from '../core/text/officiate/announcements.ts'
import type { copying } from '../core/text/ui/copying.ts'
import type { devices } from '../core/text/account/devices.ts'
import type { ending } from '../core/text/officiate/ending.ts'
import type { form } from '../core/text/ui/form.ts'
import type { impact, stepper } from '../core/text/ui/impact.ts'
import type { menus, officiate, screenNames } from '../core/text/officiate/officiate.ts'
import type { failureText, lastText, pressText } from '../core/text/officiate/pressed.ts'
import type { queueText } from '../core/text/officiate/queue.ts'
import type { doubt, meanwhile, referee } from '../core/text/officiate/referee.ts'
import type {
  byHand,
  editing,
  finished,
  games,
  steps,
  upcoming,
} from '../core/text/officiate/sheets.ts'
import type { savingText } from '../core/text/ui/saving.ts'
import type { sorting } from '../core/text/ui/sorting.ts'
import type { sound } from '../core/text/shell/sound.ts'
import type { status } from '../core/text/shell/status.ts'
import type { kinds, timeline } from '../core/text/officiate/timeline.ts'
import type { door } from '../play/door/text.ts'
import type { pickup } from '../core/text/play/pickup.ts'
import type { protests } from '../officiate/protests/text.ts'
import type { queues } from '../officiate/queue/text.ts'
import type { importing } from '../organize/import-export/text.ts'
import type { results } from '../officiate/results/text.ts'
import type { waitingText } from '../spectate/registration/waiting-text.ts'
import type { pages, palette, wordsFor } from '../shell/admin/palette-text.ts'
import type { Translation } from '../core/text/catalogue.ts'
import type { disputed } from '../core/text/display/disputed.ts'
import type { estimates } from '../core/text/spectate/estimates.ts'
import type { onSite } from '../core/text/officiate/on-site.ts'
import type { overlayText } from '../core/text/display/overlay.ts'
import type { publicText } from '../core/text/spectate/public.ts'
import type { push } from '../core/text/spectate/push.ts'
import type { registration } from '../core/text/spectate/registration.ts'
import type { text } from '../core/text/text.ts'
import type { totalsText } from '../core/text/ui/totals.ts'
import type { venue } from '../core/text/display/venue.ts'
import type { practiceText } from '../core/text/ui/practice.ts'
import type { replayText } from '../spectate/game/text.ts'
import type { newcomer } from '../spectate/home/newcomer-text.ts'
import type { creation, sceneText } from '../spectate/home/text.ts'
import type { matchText } from '../spectate/match/text.ts'
import type { bracketText } from '../spectate/bracket/text.ts'
import type { registrationPage } from '../spectate/registration/text.ts'
import type { teamText } from '../spectate/tournament/team-text.ts'
import type { standingsText } from '../spectate/tournament/text.ts'
import type { pictureWords } from '../ui/picture/text.ts'

// The catalogue parts that a language has to translate. The compiler reports missing ones.

/** Texts of public pages, displays, overlays and embeds. */
export type PublicParts = Translation<{
  text: typeof text
  practiceText: typeof practiceText
  disputed: typeof disputed
  door: typeof door
  pickup: typeof pickup
  estimates: typeof estimates
  onSite: typeof onSite
  overlayText: typeof overlayText
  matchText: typeof matchText
  publicText: typeof publicText
  bracketText: typeof bracketText
  sceneText: typeof sceneText
  standingsText: typeof standingsText
  teamText: typeof teamText
  push: typeof push
  registration: typeof registration
  registrationPage: typeof registrationPage
  waitingText: typeof waitingText
  pictureWords: typeof pictureWords
  totalsText: typeof totalsText
  venue: typeof venue
  replayText: typeof replayText
  creation: typeof creation
}>

/**
 * Additional texts of accounts and of a referee's screens. Parts that are not listed stay English:
 * see docs/accessibility.md.
 */
export type OfficialParts = Translation<{
  account: typeof account
  newcomer: typeof newcomer
  atCabinet: typeof atCabinet
  status: typeof status
  announcements: typeof announcements
  copying: typeof copying
  devices: typeof devices
  ending: typeof ending
  form: typeof form
  impact: typeof impact
  stepper: typeof stepper
  menus: typeof menus
  officiate: typeof officiate
  screenNames: typeof screenNames
  failureText: typeof failureText
  lastText: typeof lastText
  pressText: typeof pressText
  queueText: typeof queueText
  doubt: typeof doubt
  meanwhile: typeof meanwhile
  referee: typeof referee
  byHand: typeof byHand
  editing: typeof editing
  finished: typeof finished
  games: typeof games
  steps: typeof steps
  upcoming: typeof upcoming
  savingText: typeof savingText
  sorting: typeof sorting
  sound: typeof sound
  kinds: typeof kinds
  timeline: typeof timeline
  protests: typeof protests
  queues: typeof queues
  results: typeof results
  importing: typeof importing
  palette: typeof palette
  pages: typeof pages
  wordsFor: typeof wordsFor
}>

/** Refusals to officials. */
export type DeskRefusals = Readonly<Record<DeskRefusal, string>>
/** Refusals to anybody else. */
export type PublicRefusals = Readonly<Record<PublicRefusal, string>>
type PublicRefusal = Extract<
  RequestRefusal | PaymentRefusal,
  | 'AMOUNT_TOO_SMALL'
  | 'NOTHING_DUE'
  | 'PAYMENTS_OFF'
  | 'PAYMENT_UNDER_WAY'
  | 'STRIPE_AWAY'
  | 'ALREADY_PAID'
  | 'ALREADY_REGISTERED'
  | 'ANSWER_PRUNED'
  | 'CHECK_IN_CLOSED'
  | 'DOOR_FULL'
  | 'CARD_AWAITED'
  | 'IN_LINE'
  | 'LINE_CLOSED'
  | 'LINE_FULL'
  | 'NOT_IN_LINE'
  | 'GAME_NOT_OVER'
  | 'GAME_WITHOUT_RESULT'
  | 'LOG_DIFFERS'
  | 'NOBODY'
  | 'NOTHING_PLAYED_HERE'
  | 'NOT_REGISTERED'
  | 'PAIRED'
  | 'READ_ONLY'
  | 'REGISTRATION_CLOSED'
  | 'REGISTRATION_FULL'
  | 'PLACES_FREE'
  | 'SIGN_IN_AGAIN'
  | 'TOURNAMENT_HALTED'
  | 'TOO_MANY_PHONES'
  | 'TOO_MANY_TRIES'
  | 'TOURNAMENT_OVER'
  | 'INVITATION_FOR_OTHER'
  | 'WRONG_PASSWORD'
>
/** Refusals about one's own account. */
export type AccountRefusals = Readonly<Record<AccountRefusal, string>>
type AccountRefusal = Extract<
  RequestRefusal,
  | 'ACCOUNT_ELSEWHERE'
  | 'KEY_IS_FOR_LESS'
  | 'KEY_NOT_VALID'
  | 'LAST_ADMIN'
  | 'LAST_OWNER'
  | 'LINK_USED_UP'
  | 'NO_EMAIL'
  | 'NO_KEY_ALLOWED'
  | 'TOO_MANY_KEYS'
>
/** Refusals of an import or export. */
export type ImportRefusals = Readonly<Record<ImportRefusal, string>>
type ImportRefusal = Extract<
  RequestRefusal,
  'EXPORT_UNFINISHED' | 'IMPORTED_ALREADY' | 'IMPORT_UNREADABLE' | 'SCENE_IN_USE'
>
