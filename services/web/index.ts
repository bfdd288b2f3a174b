// The only room that builds an HTTP server, knows sessions and holds the access table.
export { keepAdminKey } from './access/admin-key.ts'
export { cabinetByToken } from './access/cabinet-token.ts'
export { jsonSize } from './access/body-limits.ts'
export { isCrossSite } from './access/cross-site.ts'
export { readMethods } from './access/public-read.ts'
export { may, ownId } from './access/authorize.ts'
export type { AccessRow, PersonOf, SceneOf } from './access/authorize.ts'
export { authenticate } from './access/authenticate.ts'
export type { Person } from './access/authenticate.ts'
export type { AnswerRow } from './access/credentials.ts'
export {
  Rejection,
  notAuthorized,
  notFound,
  notSignedIn,
  rejectionFor,
  tooSoon,
  tryAgain,
  wrongFields,
} from './errors/rejection.ts'
export { told } from './errors/told.ts'
export { isRetryable } from './errors/retryable.ts'
export { escapeHtml } from './pages/escape-html.ts'
export { hashOf, newSecret } from './access/secret.ts'
export { enforcePhoneLimit } from './http/phone-limit.ts'
export { knownDevice, rememberDevice } from './access/known-device.ts'
export { endSessions, validSessions, sessionsOf, signIn, signOut } from './access/session.ts'
export type { Exchange, PairedTablet } from './access/session.ts'
export { ConnectionCount } from './http/connection-count.ts'
export { expectStandby } from './http/overload.ts'
export { enforceLimit, enforceNetworkLimit } from './http/rate-limit.ts'
export { onShutdown } from './http/shutdown.ts'
export { startTelemetry } from './http/telemetry.ts'
export { withoutSafeBounds } from './openapi/safe-bounds.ts'
export { createWeb } from './server.ts'
export type { Web, WebOptions } from './server.ts'
