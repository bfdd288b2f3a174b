// The door: the only room that builds an HTTP server, knows sessions and holds the access table.
export { keepAdminKey } from './admin-key.ts'
export { cabinetByToken } from './cabinet-token.ts'
export { isFromElsewhere } from './cross-site.ts'
export { may } from './guard.ts'
export type { MatrixLine, PersonOf, SceneOf } from './guard.ts'
export { identify } from './person.ts'
export type { Person } from './person.ts'
export {
  Rejection,
  notAuthorized,
  notFound,
  notSignedIn,
  tooSoon,
  tryAgain,
  wrongFields,
} from './rejection.ts'
export { hashOf, newSecret } from './secret.ts'
export { endSessions, goodSessions, sessionsOf, signIn, signOut } from './session.ts'
export type { Paired } from './session.ts'
export { whenTold } from './told.ts'
export { createWeb } from './web.ts'
export type { Web, WebOptions } from './web.ts'
