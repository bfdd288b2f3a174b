import type { DeskRefusal, PaymentRefusal, RequestRefusal } from '#events/refusals.ts'
import type { atCabinet, door, pickup } from '../core/text/play.ts'
import type { account } from '../core/text/account.ts'
import type { announcements } from '../core/text/organize/venue.ts'
import type { form, savingText, pictureWords } from '../core/text/forms.ts'
import type { copying, sorting, devices, sound, status } from '../core/text/shell.ts'
import type { practiceText, push, totalsText, waitingText } from '../core/text/spectate/later.ts'
import type {
  ending,
  failureText,
  lastText,
  pressText,
  queueText,
  doubt,
  meanwhile,
  referee,
  queues,
  estimates,
} from '../core/text/officiate/referee.ts'
import type { impact, stepper, protests } from '../core/text/officiate/protests.ts'
import type { kinds, timeline, results } from '../core/text/officiate/results.ts'
import type { menus, officiate, screenNames } from '../core/text/officiate/first-screen.ts'
import type {
  byHand,
  editing,
  finished,
  games,
  steps,
  upcoming,
  pages,
  palette,
  wordsFor,
} from '../core/text/officiate/dialogs.ts'
import type { importing } from '../core/text/organize/settings.ts'
import type { registration } from '../core/text/spectate/registration.ts'
import type { Translation } from '../core/text/catalogue.ts'
import type { disputed, text } from '../core/text/text.ts'
import type { onSite } from '../core/text/officiate/on-site.ts'
import type { overlayText } from '../core/text/display/overlay.ts'
import type { publicText } from '../core/text/spectate/public.ts'
import type { teamText } from '../core/text/spectate/team.ts'
import type { venue } from '../core/text/display/venue.ts'
import type { replayText } from '../core/text/spectate/replay.ts'
import type { newcomer } from '../core/text/organize/first-steps.ts'
import type { creation, sceneText } from '../core/text/spectate/home.ts'
import type { matchText } from '../core/text/spectate/match.ts'
import type { bracketText, standingsText } from '../core/text/spectate/brackets.ts'
import type { registrationPage } from '../core/text/spectate/registration-page.ts'

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
