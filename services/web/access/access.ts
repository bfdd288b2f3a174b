import type { KeyRights } from '../../store/index.ts'

/**
 * Access levels. The one table below assigns a level to every action of a route or socket (P18).
 */
export type AccessLevel =
  | 'everyone'
  | 'signed-in'
  /** a person in a browser, for their own account; not with an API key */
  | 'self'
  /** the player in question, or an admin of the scene */
  | 'player'
  | 'official'
  | 'admin'
  | 'owner'
  | 'cabinet'
  /** an admin of any scene, for actions that belong to no scene */
  | 'editor'

export const access = {
  readPublic: 'everyone',
  openConsole: 'everyone',
  watch: 'everyone',
  signIn: 'everyone',
  signOut: 'everyone',
  readMe: 'signed-in',
  /** answers with the caller or, if nobody is signed in, with nobody */
  readVisitor: 'everyone',
  changeMe: 'self',
  editKeys: 'self',
  takeRole: 'self',
  makeResetLink: 'editor',
  readRoles: 'admin',
  editRoles: 'admin',

  createScene: 'owner',
  changeScene: 'admin',
  createCabinet: 'admin',
  changeCabinet: 'admin',
  renewCabinetToken: 'admin',
  uploadFacts: 'cabinet',
  /** card readers authenticate with a token in the request */
  signInAtCabinet: 'everyone',
  editSignInDevices: 'admin',
  /** requires the code of the tournament's door */
  joinAtDoor: 'everyone',
  /** for casual games; requires the code on a cabinet */
  lineUp: 'everyone',
  runPickup: 'official',

  startPractice: 'official',
  createTournament: 'admin',
  changeTournament: 'admin',
  deleteTournament: 'admin',
  exportTournament: 'admin',
  importTournament: 'admin',
  editTeams: 'admin',
  editPlayers: 'admin',
  editStages: 'admin',
  editRegistration: 'admin',
  editWebhooks: 'admin',
  editChatHooks: 'admin',
  readTemplates: 'admin',
  editTemplates: 'admin',
  editCabinetGroups: 'admin',
  editLinks: 'admin',
  previewLinks: 'editor',
  editVideos: 'admin',
  /** registers the signed-in person, if the tournament allows it */
  register: 'signed-in',
  exportPlayers: 'admin',
  eraseMe: 'self',
  erasePerson: 'owner',
  pay: 'player',
  readPaymentAccounts: 'admin',
  editPaymentAccount: 'admin',
  readLedger: 'admin',
  editLedger: 'admin',
  /** requires Stripe's signature */
  takeStripeEvents: 'everyone',

  /** for a display in the venue, which has no account */
  registerDisplay: 'everyone',
  readDisplays: 'official',
  runDisplays: 'official',

  readDevices: 'official',
  pairDevices: 'official',
  editDevices: 'admin',
  /** for a browser that redeems a pairing code */
  takePairing: 'everyone',
  reportDevice: 'signed-in',

  runMatches: 'official',
  previewScore: 'official',
  runQueues: 'official',
  announce: 'official',
  reportAttendance: 'official',
  takeOfficialCalls: 'official',
  giveWarnings: 'official',
  /** requires the code of a team or a cabinet, or a session of one of the team's players */
  tellOfficials: 'everyone',
  /** for a phone, which needs no account */
  subscribe: 'everyone',
  lodgeProtest: 'official',
  ruleProtests: 'official',
  readProtests: 'official',
  checkIn: 'official',
  readHistory: 'official',
  readLog: 'official',
  readReview: 'official',
  readStatus: 'owner',
  /** an undo or a replacement needs the right to the step itself too (R-UN-1) */
  undo: 'official',
  replace: 'official',
  undoAll: 'admin',
} as const satisfies Record<string, AccessLevel>
export type Action = keyof typeof access

/** `tournament` is an official of the scene; databases have it under this name. */
export type Role = 'admin' | 'tournament'

/** The roles in a scene that satisfy an access level. */
const sufficientRoles = {
  official: ['admin', 'tournament'],
  admin: ['admin'],
  player: ['admin'],
} as const satisfies Partial<Record<AccessLevel, Role[]>>

/** Actions that a tablet paired with a cabinet may do at that cabinet (R-PE-4). */
const pairedActions: ReadonlySet<Action> = new Set([
  'readMe',
  'reportDevice',
  'readHistory',
  'readReview',
  'runMatches',
  'runQueues',
  'lodgeProtest',
  'reportAttendance',
  'takeOfficialCalls',
  'giveWarnings',
  'undo',
] satisfies Action[])

/**
 * Actions that affect more than one scene; a device that is read-only in any scene may not do them.
 */
const globalActions: ReadonlySet<Action> = new Set([
  'previewLinks',
  'editKeys',
  'makeResetLink',
  'takeRole',
  'createScene',
  'eraseMe',
  'erasePerson',
] satisfies Action[])

/** Keys for reading get the role of an official, because what only admins can read is personal. */
const roleOfKey = {
  read: 'tournament',
  displays: 'tournament',
  official: 'tournament',
  admin: 'admin',
} as const satisfies Record<KeyRights, Role>
const displayActions: ReadonlySet<Action> = new Set([
  'readMe',
  'readDisplays',
  'runDisplays',
] satisfies Action[])

/** The role that a key with these rights gives a person who has `role` in its scene. */
export function roleWithKey(role: Role | undefined, rights: KeyRights): Role | undefined {
  return role === 'admin' ? roleOfKey[rights] : role
}

/** A key of a scene cannot act on its owner's account or outside the scene. */
export function isAllowedWithKey(rights: KeyRights, action: Action, isWrite: boolean): boolean {
  if (action === 'readMe') return !isWrite
  if (rights === 'displays') return displayActions.has(action)
  if (rights === 'read' && isWrite) return false
  const who = accessLevelOf(action)
  return who !== 'player' && isScoped(who)
}

export function isGlobal(action: Action): boolean {
  return globalActions.has(action)
}

export function isAllowedWhenPaired(action: Action): boolean {
  return pairedActions.has(action)
}

export function accessLevelOf(action: Action): AccessLevel {
  return access[action]
}

/** True if the access level requires a role in the scene that the action affects. */
export function isScoped(who: AccessLevel): who is keyof typeof sufficientRoles {
  return who in sufficientRoles
}

export function roleSuffices(who: keyof typeof sufficientRoles, role: Role | undefined): boolean {
  const roles: readonly Role[] = sufficientRoles[who]
  return role !== undefined && roles.includes(role)
}
