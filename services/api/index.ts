import type { TournamentId } from '#events/ids.ts'
// REST: sends commands to the desk and reads from Postgres. It decides nothing but who has access.
import type { Log } from '../log/index.ts'
import { openAccounts } from '../account/index.ts'
import type { Accounts } from '../account/index.ts'
import type { Desk } from '../desk/index.ts'
import { openStripeClient, openWebhookQueue } from '../money/index.ts'
import type { StripeKeys } from '../money/index.ts'
import { openPreview } from '../outbound/index.ts'
import type { Preview } from '../outbound/index.ts'
import type { Encryption, Store } from '../store/index.ts'
import type { Web } from '../web/index.ts'
import { pruneAnswers } from './http/idempotency.ts'
import { apiKeyRoutes } from './account/api-key.ts'
import { announcementRoutes } from './tournament/announcement.ts'
import { importExportRoutes } from './import-export/routes.ts'
import { bracketImportRoutes } from './bracket-import/import-bracket.ts'
import { assignGroupRoutes } from './tournament/assign-group.ts'
import { bracketPlayRoutes } from './stage/stage-commands.ts'
import { bracketRoutes } from './stage/bracket.ts'
import { cabinetGroupRoutes } from './venue/cabinet-group.ts'
import { cabinetRoutes } from './venue/cabinet.ts'
import { cabinetSignInRoutes } from './venue/cabinet-sign-in.ts'
import { cardRoutes } from './account/my-cards.ts'
import { profileRoutes } from './account/profile.ts'
import { checkoutRoutes } from './payment/checkout.ts'
import type { States } from '../states/index.ts'
import { registerCommandIds } from './http/command-id.ts'
import type { Context } from './http/context.ts'
import { deviceRoutes } from './venue/device.ts'
import { displayRoutes } from './venue/display.ts'
import { openApiRoutes } from './http/openapi.ts'
import { doorRoutes } from './player/door.ts'
import { draftRoutes } from './player/draft.ts'
import { erasureRoutes } from './account/erasure.ts'
import { estimateRoutes } from './tournament/estimate.ts'
import { gameEventRoutes } from './game/game-events.ts'
import { attachGameRoutes } from './game/attach-game.ts'
import { gameRoutes } from './game/game.ts'
import { historyRoutes } from './history/history.ts'
import { scopesOf } from './http/scope.ts'
import { rowScopesOf } from './http/row-scope.ts'
import { ledgerRoutes } from './payment/ledger.ts'
import { imageRoutes } from './media/image.ts'
import { linkPreviewRoutes } from './tournament/link-preview.ts'
import { pageLinkRoutes } from './tournament/page-link.ts'
import { logDownloadRoutes } from './history/log-download.ts'
import { customMatchRoutes, matchCommandRoutes } from './match/match-commands.ts'
import { matchRoutes } from './match/match.ts'
import { paymentScopesOf } from './http/payment-scope.ts'
import { overlayRoutes } from './tournament/overlay.ts'
import { paymentAccountRoutes } from './payment/payment-account.ts'
import { paymentOptionRoutes } from './player/payment-option.ts'
import { placementRoutes } from './stage/placement.ts'
import { pickupRoutes } from './venue/pickup.ts'
import { playerExportRoutes } from './registration/player-export.ts'
import { playerRoutes } from './player/player.ts'
import { myAccountRoutes } from './account/my-account.ts'
import { myNoticeRoutes } from './account/my-notices.ts'
import { onSiteRoutes } from './tournament/on-site.ts'
import { teamPhoneRoutes } from './tournament/team-code.ts'
import { oauthRoutes } from './account/oauth.ts'
import { openAwaitProjection } from './http/read-your-writes.ts'
import type { Frames } from './http/read-your-writes.ts'
import { evidenceRoutes } from './history/evidence.ts'
import { protestRoutes } from './match/protest.ts'
import { practiceRoutes } from './tournament/start-practice.ts'
import { questionRoutes } from './player/question.ts'
import { pushRoutes } from './tournament/push.ts'
import { queueRoutes } from './match/queue.ts'
import { passwordResetRoutes } from './account/password-reset.ts'
import { roleRoutes } from './account/role.ts'
import { offerFreePlaces, settleWaitingLists } from './registration/places.ts'
import { registrationRoutes } from './registration/routes.ts'
import { waitingListRoutes } from './registration/waiting-list.ts'
import { sceneRoutes } from './venue/scene.ts'
import { sceneHomeRoutes } from './venue/scene-home.ts'
import { signInRoutes } from './account/sign-in.ts'
import { statusRoutes } from './status/status.ts'
import type { StatusLog } from './status/lines.ts'
import type { StatusSettings } from './status/settings.ts'
import { stripeWebhookRoutes } from './payment/stripe-webhook.ts'
import { rosterRoutes } from './player/roster.ts'
import { teamRoutes } from './player/team.ts'
import { templateRoutes } from './template/template.ts'
import { timelineRoutes } from './history/timeline.ts'
import { tournamentPlayRoutes } from './tournament/queue-commands.ts'
import { tournamentReadRoutes } from './tournament/tournament-reads.ts'
import { forgetDeleted } from './tournament/tournament-removal.ts'
import { tournamentRoutes } from './tournament/tournament.ts'
import { userSessionRoutes } from './account/user-session.ts'
import { seededSignInRoutes, userRoutes } from './account/user.ts'
import { videoClipRoutes } from './video/video-clip.ts'
import { videoRoutes } from './video/video.ts'
import { calendarRoutes } from './calendar/calendar.ts'
import { chatHookRoutes } from './webhook/chat-hook.ts'
import { webhookRoutes } from './webhook/webhook.ts'

export { statusSettings } from './status/settings.ts'

export type ApiOptions = {
  web: Web
  /** the server of the compatibility API, if there is one */
  compat?: Web | undefined
  store: Store
  desk: Desk
  /** the states that the desk uses */
  states: States
  /** default: accounts without mail and identity providers */
  accounts?: Accounts | undefined
  /**
   * for frames of the projector and requests to other services; without it the database is polled
   */
  log?: (Frames & StatusLog & Pick<Log, 'ask' | 'publish'>) | undefined
  /** fetches link previews; default: one that reaches public addresses only */
  preview?: Preview | undefined
  /** encrypts tokens of outside brackets; without it none can be stored */
  encryption?: Encryption | null
  /** keys of Stripe; without them there are no card payments */
  stripe?: StripeKeys | null | undefined
  /** whether one-click links sign in the seeded persons of the embedded servers */
  oneClick?: boolean
  /** where the status page looks; without it there is none */
  status?: StatusSettings
}

export function registerApi(options: ApiOptions): void {
  const { web, store, desk, states, log, encryption = null, stripe = null } = options
  const { projected, seenVersion, close } = openAwaitProjection(store, log)
  web.addHook('onClose', async () => close())
  web.addHook('onReady', () => forgetDeleted(store).catch((error) => web.logError('kept', error)))
  const accounts = options.accounts ?? openAccounts({ store, mailer: null })
  const stripeClient = openStripeClient(store, stripe)
  const dependencies = {
    store,
    desk,
    accounts,
    offerPlaces: (tournament: TournamentId) => offerFreePlaces({ store, accounts }, tournament),
    projected,
    seenVersion,
    states,
    encryption,
    stripeClient,
    preview: options.preview ?? openPreview(),
    ask: log?.ask,
    publish: log?.publish,
  }
  const context = contextOf(web, dependencies)
  pruneOldAnswers(context)
  settlePlacesRegularly(context)
  for (const register of ownRoutes) register(context)
  if (options.compat) {
    const compat = contextOf(options.compat, dependencies)
    for (const register of sharedRoutes) register(compat)
  }
  if (log && options.status) statusRoutes(context, { log, settings: options.status })
  if (options.oneClick) seededSignInRoutes(context)
  openApiRoutes(context)
}

/** Prepares a server for the routes, and adds what they need of it. */
function contextOf(web: Web, dependencies: Omit<Context, 'web' | 'sceneOf'>): Context {
  const { store } = dependencies
  registerCommandIds(web)
  const sceneOf = { ...scopesOf(web, store), ...rowScopesOf(web, store), ...paymentScopesOf(store) }
  return { ...dependencies, web, sceneOf }
}

type RouteGroup = (context: Context) => void

/** Routes that are also in the compatibility API (wire 6). */
const sharedRoutes: RouteGroup[] = [
  sceneRoutes,
  sceneHomeRoutes,
  cabinetRoutes,
  cabinetSignInRoutes,
  pickupRoutes,
  doorRoutes,
  tournamentReadRoutes,
  tournamentRoutes,
  tournamentPlayRoutes,
  teamRoutes,
  rosterRoutes,
  playerRoutes,
  imageRoutes,
  bracketRoutes,
  bracketPlayRoutes,
  placementRoutes,
  matchRoutes,
  matchCommandRoutes,
  customMatchRoutes,
  queueRoutes,
  gameRoutes,
  gameEventRoutes,
  attachGameRoutes,
  questionRoutes,
  videoRoutes,
  videoClipRoutes,
  profileRoutes,
]

const ownRoutes: RouteGroup[] = [
  ...sharedRoutes,
  historyRoutes,
  timelineRoutes,
  logDownloadRoutes,
  announcementRoutes,
  onSiteRoutes,
  calendarRoutes,
  practiceRoutes,
  teamPhoneRoutes,
  pushRoutes,
  importExportRoutes,
  bracketImportRoutes,
  playerExportRoutes,
  registrationRoutes,
  waitingListRoutes,
  erasureRoutes,
  draftRoutes,
  protestRoutes,
  evidenceRoutes,
  estimateRoutes,
  paymentOptionRoutes,
  templateRoutes,
  cabinetGroupRoutes,
  assignGroupRoutes,
  pageLinkRoutes,
  deviceRoutes,
  displayRoutes,
  overlayRoutes,
  moneyRoutes,
  userRoutes,
  signInRoutes,
  passwordResetRoutes,
  myAccountRoutes,
  myNoticeRoutes,
  userSessionRoutes,
  apiKeyRoutes,
  cardRoutes,
  oauthRoutes,
  roleRoutes,
  webhookRoutes,
  chatHookRoutes,
  linkPreviewRoutes,
]

const pruneEveryMs = 60 * 60 * 1000

function pruneOldAnswers({ web, store }: Context): void {
  const prune = () =>
    pruneAnswers(store, Date.now()).catch((error: unknown) => web.logError('old answers', error))
  const timer = setInterval(() => void prune(), pruneEveryMs).unref()
  web.addHook('onReady', prune)
  web.addHook('onClose', async () => clearInterval(timer))
}

const settleEveryMs = 60_000

function settlePlacesRegularly(context: Context): void {
  const { web } = context
  const settle = () =>
    settleWaitingLists(context).catch((error: unknown) => web.logError('waiting lists', error))
  const timer = setInterval(() => void settle(), settleEveryMs).unref()
  web.addHook('onClose', async () => clearInterval(timer))
}

function moneyRoutes(context: Context): void {
  const { web, stripeClient } = context
  const webhookQueue = stripeClient && openWebhookQueue(stripeClient, web.logError)
  web.addHook('onClose', async () => webhookQueue?.stop())
  paymentAccountRoutes(context)
  checkoutRoutes(context)
  ledgerRoutes(context)
  stripeWebhookRoutes(context, webhookQueue)
}
