import type { KeyRights } from '../../store/index.ts'

/** Who may do what. One table; everything a route or a socket does is named here (P18). */
export type Who =
  | 'everyone'
  | 'signed-in'
  /** the person at a browser, about their own account: no key of theirs */
  | 'self'
  /** the player themself, or an admin of the scene */
  | 'player'
  | 'official'
  | 'admin'
  | 'owner'
  | 'cabinet'
  /** an admin of any scene: for what belongs to none */
  | 'editor'

export const access = {
  readPublic: 'everyone',
  openConsole: 'everyone',
  watch: 'everyone',
  signIn: 'everyone',
  signOut: 'everyone',
  readMe: 'signed-in',
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
  /** a reader of cards, by the token it sends along */
  signInAtCabinet: 'everyone',
  editSignInDevices: 'admin',
  /** by the code at the door of a tournament */
  joinAtDoor: 'everyone',
  /** for casual games, by the code on a cabinet */
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
  /** a person themself, as far as the tournament lets them */
  register: 'signed-in',
  exportPlayers: 'admin',
  eraseMe: 'self',
  erasePerson: 'owner',
  pay: 'player',
  readPaymentAccounts: 'admin',
  editPaymentAccount: 'admin',
  readLedger: 'admin',
  editLedger: 'admin',
  /** whoever signs as Stripe does */
  takeStripeEvents: 'everyone',

  /** a browser in the venue that asks what to show: it has nobody to sign in */
  registerDisplay: 'everyone',
  readDisplays: 'official',
  runDisplays: 'official',

  readDevices: 'official',
  pairDevices: 'official',
  editDevices: 'admin',
  /** a browser that takes the code it was given */
  takePairing: 'everyone',
  reportDevice: 'signed-in',

  runMatches: 'official',
  previewScore: 'official',
  runQueues: 'official',
  announce: 'official',
  reportAttendance: 'official',
  takeOfficialCalls: 'official',
  giveWarnings: 'official',
  /** by the code of a team or a cabinet, or who plays for the team */
  tellOfficials: 'everyone',
  /** a phone that wants to be told: it has nobody to sign in */
  subscribe: 'everyone',
  lodgeProtest: 'official',
  ruleProtests: 'official',
  readProtests: 'official',
  checkIn: 'official',
  readHistory: 'official',
  readLog: 'official',
  readReview: 'official',
  readStatus: 'owner',
  undo: 'official',
  replace: 'official',
} as const satisfies Record<string, Who>
export type Action = keyof typeof access

export type Role = 'admin' | 'tournament'

/** Roles that satisfy what an action asks for within a scene. */
const enough = {
  official: ['admin', 'tournament'],
  admin: ['admin'],
  player: ['admin'],
} as const satisfies Partial<Record<Who, Role[]>>

/** What a tablet that is paired with a cabinet may do, at that cabinet (R-PE-4). */
const atCabinet: ReadonlySet<Action> = new Set([
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

/** What reaches beyond any one scene: a device that may only look in some scene does none of it. */
const beyondScenes: ReadonlySet<Action> = new Set([
  'editKeys',
  'makeResetLink',
  'takeRole',
  'createScene',
  'eraseMe',
  'erasePerson',
] satisfies Action[])

/** Reading is an official's: what only admins read is of persons. */
const roleOfKey = {
  read: 'tournament',
  displays: 'tournament',
  official: 'tournament',
  admin: 'admin',
} as const satisfies Record<KeyRights, Role>
const ofDisplays: ReadonlySet<Action> = new Set([
  'readMe',
  'readDisplays',
  'runDisplays',
] satisfies Action[])

/** The role that such a key gives somebody who has `role` in its scene. */
export function capped(role: Role | undefined, rights: KeyRights): Role | undefined {
  return role === 'admin' ? roleOfKey[rights] : role
}

/** A key of a scene does nothing about its person, and nothing beyond the scene. */
export function mayKey(rights: KeyRights, action: Action, isWrite: boolean): boolean {
  if (action === 'readMe') return !isWrite
  if (rights === 'displays') return ofDisplays.has(action)
  if (rights === 'read' && isWrite) return false
  const who = whoMay(action)
  return who !== 'player' && isScoped(who)
}

export function reachesBeyond(action: Action): boolean {
  return beyondScenes.has(action)
}

export function mayPaired(action: Action): boolean {
  return atCabinet.has(action)
}

export function whoMay(action: Action): Who {
  return access[action]
}

/** Some action is only for roles of the scene it acts on. */
export function isScoped(who: Who): who is keyof typeof enough {
  return who in enough
}

export function roleSuffices(who: keyof typeof enough, role: Role | undefined): boolean {
  const roles: readonly Role[] = enough[who]
  return role !== undefined && roles.includes(role)
}
