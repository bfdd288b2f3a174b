import { to } from '../../core/addresses.ts'
import { setup as words } from './text.ts'

/** How far it is; `null` where there is nothing yet. */
export type SetupProgress = {
  scene: string | null
  tournament: number | null
  /** teams and matches come from another service */
  isOutside: boolean
  cabinets: number
  isOnline: boolean
  teams: number
  stages: readonly { id: number; isCreated: boolean }[]
  isQueued: boolean
  isStarted: boolean
  isPlayed: boolean
}
type TaskName = 'scene' | 'tournament' | 'cabinet' | 'teams' | 'stage' | 'queue' | 'match'
export type SetupTask = {
  name: TaskName
  /** the address where it is done */
  to: string
  /** what is done there */
  press: string
  isDone: boolean
  /** it waits for somebody at a cabinet: meanwhile the rest can be done */
  waits?: true
}

/** What leads to the first match, in the order in which it is done. */
export function tasksOf(now: SetupProgress): SetupTask[] {
  const unmade = now.stages.find(({ isCreated }) => !isCreated)
  const isMade = now.stages.some(({ isCreated }) => isCreated)
  const segment = (path: string) => to.admin(now.tournament ?? 0, path)
  const all: SetupTask[] = [
    { name: 'scene', to: '/new-scene', press: words.newScene, isDone: now.scene !== null },
    {
      name: 'tournament',
      to: now.scene === null ? '/new-scene' : `${to.scene({ name: now.scene })}/new-tournament`,
      press: words.newTournament,
      isDone: now.tournament !== null,
    },
    {
      name: 'cabinet',
      to: segment('cabinets'),
      press: now.cabinets > 0 ? words.connect : words.addCabinet,
      isDone: now.isOnline || now.isStarted,
      ...(now.cabinets > 0 && { waits: true as const }),
    },
    { name: 'teams', to: segment('teams'), press: words.addTeams, isDone: now.teams > 1 || isMade },
    {
      name: 'stage',
      to: segment(unmade ? `stages/${unmade.id}` : isMade ? 'stages' : 'stages/new'),
      press: unmade ? words.createMatches : words.createStage,
      isDone: isMade,
    },
    {
      name: 'queue',
      to: segment('match-queue'),
      press: words.fillQueue,
      isDone: now.isQueued || now.isStarted,
    },
    {
      name: 'match',
      to: segment(now.isStarted ? 'current-matches' : 'match-queue'),
      press: now.isStarted ? words.complete : words.start,
      isDone: now.isPlayed,
    },
  ]
  return all.filter(({ name }) => name !== 'teams' || !now.isOutside)
}

export const nothing: SetupProgress = {
  scene: null,
  tournament: null,
  isOutside: false,
  cabinets: 0,
  isOnline: false,
  teams: 0,
  stages: [],
  isQueued: false,
  isStarted: false,
  isPlayed: false,
}

/** The first that is open and can be done now; null: all is done. */
export function nextOf(tasks: readonly SetupTask[]): SetupTask | null {
  const open = tasks.filter(({ isDone }) => !isDone)
  // Without a cabinet that is online nothing can be started.
  return open.find(({ name, waits }) => !waits && name !== 'match') ?? open[0] ?? null
}
