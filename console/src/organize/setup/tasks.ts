import { to } from '../../core/addresses.ts'
import { setup as words } from '../../core/text/organize/first-steps.ts'

/** How far the setup has come. `null` means that it does not exist yet. */
export type SetupProgress = {
  scene: string | null
  tournament: number | null
  /** teams and matches come from an external bracket */
  isExternal: boolean
  cabinets: number
  isOnline: boolean
  teams: number
  stages: readonly SetupStage[]
  isQueued: boolean
  isStarted: boolean
  isPlayed: boolean
}
/** `groupSet`: the first of the groups that are played together; null for other stages. */
type SetupStage = { id: number; isCreated: boolean; groupSet: number | null }
type TaskName = 'scene' | 'tournament' | 'cabinet' | 'teams' | 'stage' | 'queue' | 'match'
export type SetupTask = {
  name: TaskName
  /** the address of the screen for the task */
  to: string
  /** label of the button */
  label: string
  isDone: boolean
  /** it depends on somebody at a cabinet, so other tasks can be done first */
  waitsForCabinet?: true
}

/** The tasks up to the first match, in order. */
export function tasksOf(progress: SetupProgress): SetupTask[] {
  const { hasMatches, uncreated } = stageProgress(progress.stages)
  const newTournament =
    progress.scene === null ? '/new-scene' : `${to.scene({ name: progress.scene })}/new-tournament`
  // Without a tournament its screens do not exist: each task begins with making it.
  const adminPath = (path: string) =>
    progress.tournament === null ? newTournament : to.admin(progress.tournament, path)
  const all: SetupTask[] = [
    { name: 'scene', to: '/new-scene', label: words.newScene, isDone: progress.scene !== null },
    {
      name: 'tournament',
      to: newTournament,
      label: words.newTournament,
      isDone: progress.tournament !== null,
    },
    {
      name: 'cabinet',
      to: adminPath('cabinets'),
      label: progress.cabinets > 0 ? words.connect : words.addCabinet,
      isDone: progress.isOnline || progress.isStarted,
      ...(progress.cabinets > 0 && { waitsForCabinet: true as const }),
    },
    {
      name: 'teams',
      to: adminPath('teams'),
      label: words.addTeams,
      isDone: progress.teams > 1 || hasMatches,
    },
    {
      name: 'stage',
      to: adminPath(uncreated ? matchesPath(uncreated) : hasMatches ? 'stages' : 'stages/new'),
      label: uncreated ? words.createMatches : words.createStage,
      isDone: hasMatches && !uncreated,
    },
    {
      name: 'queue',
      to: adminPath('match-queue'),
      label: words.fillQueue,
      isDone: progress.isQueued || progress.isStarted,
    },
    {
      name: 'match',
      to: adminPath(progress.isStarted ? 'current-matches' : 'match-queue'),
      label: progress.isStarted ? words.complete : words.start,
      isDone: progress.isPlayed,
    },
  ]
  return all.filter(({ name }) => name !== 'teams' || !progress.isExternal)
}

/**
 * Groups belong together: one without matches keeps the task open. A final that waits for their
 * places does not.
 */
function stageProgress(stages: readonly SetupStage[]) {
  const hasMatches = stages.some(({ isCreated }) => isCreated)
  const open = stages.filter(({ isCreated }) => !isCreated)
  const group = open.find(({ groupSet }) => groupSet !== null)
  return { hasMatches, uncreated: group ?? (hasMatches ? undefined : open[0]) }
}

function matchesPath({ id, groupSet }: SetupStage): string {
  return groupSet === null ? `stages/${id}` : `stages/${id}/groups`
}

export const noProgress: SetupProgress = {
  scene: null,
  tournament: null,
  isExternal: false,
  cabinets: 0,
  isOnline: false,
  teams: 0,
  stages: [],
  isQueued: false,
  isStarted: false,
  isPlayed: false,
}

/** The first open task that can be done now; null if all are done. */
export function nextOf(tasks: readonly SetupTask[]): SetupTask | null {
  const open = tasks.filter(({ isDone }) => !isDone)
  // A match can be started only on a cabinet that is online.
  return (
    open.find(({ name, waitsForCabinet }) => !waitsForCabinet && name !== 'match') ??
    open[0] ??
    null
  )
}
