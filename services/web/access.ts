/** Who may do what. One table; everything a route or a socket does is named here (P18). */
export type Who = 'everyone' | 'signed-in' | 'official' | 'admin' | 'owner' | 'cabinet'

export const access = {
  readPublic: 'everyone',
  openConsole: 'everyone',
  watch: 'everyone',
  signIn: 'everyone',
  signOut: 'everyone',
  readMe: 'signed-in',

  createScene: 'owner',
  createCabinet: 'admin',
  changeCabinet: 'admin',
  renewCabinetToken: 'admin',
  uploadFacts: 'cabinet',

  createTournament: 'admin',
  changeTournament: 'admin',
  deleteTournament: 'admin',
  editTeams: 'admin',
  editStages: 'admin',

  runMatches: 'official',
  runQueues: 'official',
  readHistory: 'official',
  readReview: 'official',
  undo: 'official',
} as const satisfies Record<string, Who>
export type Action = keyof typeof access

export type Role = 'admin' | 'tournament'

/** Roles that satisfy what an action asks for within a scene. */
const enough = {
  official: ['admin', 'tournament'],
  admin: ['admin'],
} as const satisfies Partial<Record<Who, Role[]>>

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
