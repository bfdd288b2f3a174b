// REST: commands to the desk, reads from Postgres. The only thing decided here is who may ask.
import { openAccounts } from '../account/index.ts'
import type { Accounts } from '../account/index.ts'
import type { Desk } from '../desk/index.ts'
import { openCashier, openInbox } from '../money/index.ts'
import type { StripeKeys } from '../money/index.ts'
import { openPreview } from '../preview/index.ts'
import type { Preview } from '../preview/index.ts'
import type { Seal, Store } from '../store/index.ts'
import type { Web } from '../web/index.ts'
import { apiKeyRoutes } from './api-key.ts'
import { assignGroupRoutes } from './assign-group.ts'
import { bracketPlayRoutes } from './bracket-play.ts'
import { bracketTeamRoutes } from './bracket-teams.ts'
import { bracketRoutes } from './bracket.ts'
import { cabinetGroupRoutes } from './cabinet-group.ts'
import { cabinetRoutes } from './cabinet.ts'
import { checkoutRoutes } from './checkout.ts'
import { openChronicle } from './chronicle.ts'
import { nameCommands } from './command-id.ts'
import type { Ask, Context } from './context.ts'
import { deviceRoutes } from './device.ts'
import { displayRoutes } from './display.ts'
import { docsRoutes } from './docs.ts'
import { draftRoutes } from './draft.ts'
import { erasureRoutes } from './erasure.ts'
import { estimateRoutes } from './estimate.ts'
import { gameEventRoutes } from './game-events.ts'
import { gameMatchRoutes } from './game-match.ts'
import { gameRoutes } from './game.ts'
import { historyRoutes } from './history.ts'
import { homesOf } from './home.ts'
import type { Homes } from './home.ts'
import { keptHomesOf } from './kept-home.ts'
import { ledgerRoutes } from './ledger.ts'
import { imageRoutes } from './image.ts'
import { linkPreviewRoutes } from './link-preview.ts'
import { linkRoutes } from './link.ts'
import { logDownloadRoutes } from './log-download.ts'
import { matchByHandRoutes } from './match-by-hand.ts'
import { matchVerbRoutes } from './match-verbs.ts'
import { matchRoutes } from './match.ts'
import { moneyHomesOf } from './money-home.ts'
import { overlayRoutes } from './overlay.ts'
import { paymentAccountRoutes } from './payment-account.ts'
import { paymentOptionRoutes } from './payment-option.ts'
import { placementRoutes } from './placement.ts'
import { playerExportRoutes } from './player-export.ts'
import { playerRoutes } from './player.ts'
import { myAccountRoutes } from './my-account.ts'
import { oauthRoutes } from './oauth.ts'
import { openProjected } from './projected.ts'
import type { Frames } from './projected.ts'
import { evidenceRoutes } from './evidence.ts'
import { protestRoutes } from './protest.ts'
import { questionRoutes } from './question.ts'
import { queueRoutes } from './queue.ts'
import { resetRoutes } from './reset.ts'
import { roleRoutes } from './role.ts'
import { registrationRoutes } from './registration.ts'
import { sceneRoutes } from './scene.ts'
import { signInRoutes } from './sign-in.ts'
import { stripeWebhookRoutes } from './stripe-webhook.ts'
import { teamRoutes } from './team.ts'
import { templateRoutes } from './template.ts'
import { timelineRoutes } from './timeline.ts'
import { tournamentPlayRoutes } from './tournament-play.ts'
import { tournamentReadRoutes } from './tournament-reads.ts'
import { forgetDeleted } from './tournament-removal.ts'
import { tournamentRoutes } from './tournament.ts'
import { userSessionRoutes } from './user-session.ts'
import { oneClickRoutes, userRoutes } from './user.ts'
import { videoRoutes } from './video.ts'

export type ApiOptions = {
  web: Web
  store: Store
  desk: Desk
  /** left out, those of a server without mail and providers */
  accounts?: Accounts | undefined
  /** where the projector says its frames; without it an answer costs a few questions more */
  frames?: Frames
  /** what looks links up; left out, one that reaches the world and nothing else */
  preview?: Preview | undefined
  /** keeps the tokens of brackets outside; left out, none can be stored */
  seal?: Seal | null
  /** opens Stripe; left out, no cards are taken */
  stripe?: StripeKeys | null | undefined
  /** how the courier is asked; left out, no bracket outside can be validated */
  ask?: Ask
}

export function registerApi(options: ApiOptions): void {
  const { web, store, desk, frames, preview, seal = null, stripe = null, ask } = options
  const { projected, close } = openProjected(store, frames)
  web.addHook('onClose', async () => close())
  web.addHook('onReady', () => forgetDeleted(store).catch((err) => web.log.warn({ err }, 'kept')))
  const chronicle = openChronicle(store)
  const accounts = options.accounts ?? openAccounts({ store, mailer: null })
  const cashier = openCashier(store, stripe)
  const context: Context = { web, store, desk, accounts, projected, chronicle, seal, cashier, ask }
  nameCommands(web)
  const homes = { ...homesOf(web, store), ...keptHomesOf(web, store) }
  sceneRoutes(context, homes)
  cabinetRoutes(context, homes)
  tournamentReadRoutes(context)
  tournamentRoutes(context, homes)
  tournamentPlayRoutes(context, homes)
  historyRoutes(context, homes)
  timelineRoutes(context, homes)
  logDownloadRoutes(context, homes)
  teamRoutes(context, homes)
  playerRoutes(context, homes)
  playerExportRoutes(context, homes)
  registrationRoutes(context)
  imageRoutes(context)
  erasureRoutes(context)
  draftRoutes(context, homes)
  bracketRoutes(context, homes)
  bracketPlayRoutes(context, homes)
  bracketTeamRoutes(context, homes)
  placementRoutes(context, homes)
  matchRoutes(context, homes)
  matchVerbRoutes(context, homes)
  matchByHandRoutes(context, homes)
  protestRoutes(context, homes)
  evidenceRoutes(context, homes)
  queueRoutes(context, homes)
  estimateRoutes(context)
  gameRoutes(context)
  gameEventRoutes(context)
  gameMatchRoutes(context, homes)
  questionRoutes(context, homes)
  paymentOptionRoutes(context, homes)
  templateRoutes(context, homes)
  cabinetGroupRoutes(context, homes)
  assignGroupRoutes(context, homes)
  linkRoutes(context, homes)
  linkPreviewRoutes(context, preview ?? openPreview())
  videoRoutes(context, homes)
  deviceRoutes(context, homes)
  displayRoutes(context, homes)
  overlayRoutes(context, homes)
  moneyRoutes(context, homes)
  userRoutes(context)
  signInRoutes(context)
  resetRoutes(context)
  myAccountRoutes(context)
  userSessionRoutes(context)
  apiKeyRoutes(context)
  oauthRoutes(context)
  roleRoutes(context, homes)
  oneClickRoutes(context)
  docsRoutes(context)
}

function moneyRoutes(context: Context, homes: Homes): void {
  const { web, store, cashier } = context
  const inbox = cashier && openInbox(cashier, (what, err) => web.log.warn({ err }, what))
  web.addHook('onClose', async () => inbox?.stop())
  const whole = { ...homes, ...moneyHomesOf(store) }
  paymentAccountRoutes(context, whole)
  checkoutRoutes(context, whole)
  ledgerRoutes(context, whole)
  stripeWebhookRoutes(context, inbox)
}
