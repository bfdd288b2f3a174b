// Helpers for the tests of decisions: a story is a tournament's history, built by commands alone.
import type { Commit } from '#events/schema/commit.ts'
import type { Command, CommandOf } from '#events/schema/command.ts'
import type { Event } from '#events/schema/event.ts'
import { StageSettings } from '#events/schema/parts/stage-settings.ts'
import { emptyTournament, fold } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { isRefusal } from '#services/desk/decide/decision.ts'
import type { DecisionInputs, Decision } from '#services/desk/decide/decision.ts'
import { decide } from '#services/desk/decide.ts'

export type Story = { commits: Commit[]; states: Tournament[]; drawn: Record<string, number> }
export type StoryContext = Partial<Omit<DecisionInputs, 'past'>>

/**
 * The time that many seconds after the tournament began. Commands of a story are ten seconds apart.
 */
export function clock(seconds: number): string {
  return new Date(Date.UTC(2026, 4, 2, 18) + seconds * 1000).toISOString()
}

/** The story before the first command. */
export const emptyStory: Story = {
  commits: [],
  states: [emptyTournament(1)],
  // Teams are 1, 2, 3 …, stages 51, 52 …, queues 91, 92 …, and M1 of the first stage is 101.
  drawn: { AddTeam: 1, CreateStage: 51, CreateQueue: 91, CreateQueues: 91, CreateMatches: 101 },
}

export function stateOf(story: Story): Tournament {
  return story.states.at(-1)!
}

const maxIds = 200
/** Commands that create matches share one sequence of ids. */
const matchCreating: readonly string[] = [
  'SeedStage',
  'ChangeStage',
  'PlaceStage',
  'PlaceByDefault',
  'CreateTiebreaks',
  'AddLateTeam',
  'AddMatch',
  'ImportMatches',
] satisfies Command['type'][]

const teamCreating: readonly string[] = [
  'AddTeams',
  'FoundTeam',
  'FinalizeDraft',
  'ImportTeams',
] satisfies Command['type'][]

function sequenceOf({ type }: Command): string {
  if (matchCreating.includes(type)) return 'CreateMatches'
  if (teamCreating.includes(type)) return 'AddTeam'
  return type === 'LoadTemplate' ? 'CreateStage' : type
}

export function decideIn(story: Story, command: Command, context: StoryContext = {}): Decision {
  const first = story.drawn[sequenceOf(command)] ?? 1
  return decide(stateOf(story), command, {
    now: clock(story.commits.length * 10),
    ids: Array.from({ length: maxIds }, (_, index) => first + index),
    stageIds: [story.drawn['CreateStage'] ?? 51],
    secret: 'c0ffee'.padEnd(64, '7'),
    offline: [],
    // Two officials take turns.
    person: 7 + (story.commits.length % 2),
    ...pastOf(story, command),
    ...context,
  })
}

/** The earlier states and later commits that an undo or a replacement needs. */
export function pastOf(story: Story, command: Command): Pick<DecisionInputs, 'past'> {
  if (command.type !== 'Undo' && command.type !== 'ReplaceStep') return {}
  const commit = story.commits[command.version - 1]
  const [before, after] = story.states.slice(command.version - 1)
  const laterSteps = story.commits.slice(command.version).map((commit) => {
    const { version } = commit
    return { commit, before: story.states[version - 1]!, after: story.states[version]! }
  })
  return commit && before && after ? { past: { commit, before, after, later: laterSteps } } : {}
}

/** The story after one more command. A command that changes nothing is not added. */
export function afterCommand(story: Story, command: Command, context: StoryContext = {}): Story {
  const decision = decideIn(story, command, context)
  if (isRefusal(decision)) throw new Error(`${command.type}: ${decision.detail}`)
  const { events, answer } = decision
  if (events.length === 0) return story
  const version = story.commits.length + 1
  const commit: Commit = {
    id: `command-${version}`,
    tournament: 1,
    version,
    at: context.now ?? clock(story.commits.length * 10),
    by: { kind: 'person', id: 7 },
    command,
    events,
    ...(answer ? { answer } : {}),
    chain: '',
  }
  return {
    commits: [...story.commits, commit],
    states: [...story.states, fold(stateOf(story), commit)],
    drawn: nextIds(story.drawn, command, { events, ids: answer?.['ids'] }),
  }
}

function nextIds(
  drawn: Story['drawn'],
  command: Command,
  { events, ids }: { events: Event[]; ids: unknown },
): Story['drawn'] {
  const type = sequenceOf(command)
  if (type === 'CreateMatches') {
    const plans = events.flatMap((event) =>
      event.type === 'MatchesCreated' || event.type === 'MatchesReplanned' ? event.matches : [],
    )
    const next = Math.max(drawn['CreateMatches'] ?? 1, ...plans.map((plan) => plan.match + 1))
    const stages = events.filter((event) => event.type === 'StageCreated').length
    const stage = (drawn['CreateStage'] ?? 1) + stages
    return { ...drawn, CreateMatches: next, CreateStage: stage }
  }
  if (!Array.isArray(ids)) return drawn
  const next = (drawn[type] ?? 1) + ids.length
  const queues = type === 'CreateQueue' || type === 'CreateQueues'
  return { ...drawn, ...(queues ? { CreateQueue: next, CreateQueues: next } : { [type]: next }) }
}

export function play(story: Story, ...commands: Command[]): Story {
  return commands.reduce((sofar, command) => afterCommand(sofar, command), story)
}

const names = ['Bees', 'Wasps', 'Hornets', 'Moths', 'Ants', 'Gnats', 'Ticks', 'Fleas']
export const stageId = 51
/** the automatic queues of cabinets 1 and 2 */
export const queue1 = 91
export const queue2 = 92

export function settings(stage: Partial<StageSettings> = {}): StageSettings {
  return StageSettings.parse({ name: 'Main', stageType: 'single_elim', ...stage })
}

type TournamentOptions = { teams?: number; cabinets?: number; stage?: Partial<StageSettings> }

/** Teams in seed order, one stage with its matches, two cabinets with a queue each. */
export function tournament({ teams = 4, cabinets = 2, stage = {} }: TournamentOptions = {}): Story {
  const count = (length: number) => Array.from({ length }, (_, index) => index + 1)
  const stageSettings = settings(stage)
  const byHand = stageSettings.stageType === 'custom' || stageSettings.stageType === null
  return play(
    emptyStory,
    {
      type: 'CreateTournament',
      scene: 1,
      name: 'Spring Cup',
      slug: 'spring-cup',
      date: '2026-05-02',
      linkType: 'hivemind',
      cabinets: count(cabinets).map((id) => ({ id, name: `Cabinet ${id}` })),
    },
    ...count(teams).map((team) => ({
      type: 'AddTeam' as const,
      name: names[team - 1] ?? `Team ${team}`,
    })),
    { type: 'CreateStage', settings: stageSettings, numGroups: 1 },
    { type: 'SeedStage', stage: stageId, teams: count(teams) },
    ...(byHand ? [] : [{ type: 'CreateMatches' as const, stage: stageId }]),
    { type: 'CreateQueues' },
  )
}

/** The id of a match of the first stage by its number: `m(7)` is M7. */
export function m(num: number): number {
  return 100 + num
}

export function start(match: number, cabinet = 1, force = false): Command {
  return { type: 'StartMatch', match, cabinet, force }
}

export function stop(match: number): Command {
  return { type: 'StopMatch', match }
}

export function plus(match: number, team: number): Command {
  return { type: 'AddScore', match, team, by: 1 }
}

export function minus(match: number, team: number): Command {
  return { type: 'AddScore', match, team, by: -1 }
}

export function setScore(match: number, blueScore?: number, goldScore?: number): Command {
  return { type: 'SetScore', match, blueScore, goldScore }
}

export function swap(match: number, isFlipped = true): Command {
  return { type: 'SetSides', match, isFlipped }
}

export function complete(match: number, force = false): Command {
  return { type: 'CompleteMatch', match, force }
}

export function reopen(match: number): Command {
  return { type: 'ReopenMatch', match }
}

export function forfeit(match: number, ...teams: number[]): Command {
  return { type: 'ForfeitMatch', match, teams }
}

export function replay(match: number, reason?: string): Command {
  return { type: 'ReplayMatch', match, reason }
}

/** The command confirmed, with `cascade` to matches that depend on it (R-ED-3). */
export function withCascade(command: Command, reason = 'typed wrong'): Command {
  return { ...command, cascade: true, reason } as Command
}

/** After its sender was asked, as about a score that is too high for the match. */
export function forced(command: Command): Command {
  return { ...command, force: true } as Command
}

export function attach(
  match: number,
  game: string,
  winningTeam: 'blue' | 'gold',
): CommandOf<'AttachGame'> {
  const details = { winCondition: 'snail', mapName: 'Dusk', seconds: 80 }
  return { type: 'AttachGame', match, game, cabinet: 1, winningTeam, ...details }
}

export function detach(game: string): Command {
  return { type: 'DetachGame', game }
}

/** The commands that set the score and complete the match by hand, without a cabinet. */
export function result(match: number, blue: number, gold: number): Command[] {
  return [setScore(match, blue, gold), complete(match)]
}

export function begin(game: string, match: number, more: Partial<CommandOf<'BeginGame'>> = {}) {
  return { type: 'BeginGame', game, match, cabinet: 1, isFlipped: false, ...more } as Command
}

export function finish(
  game: string,
  winningTeam: 'blue' | 'gold',
  more: Partial<CommandOf<'FinishGame'>> = {},
): Command {
  const details = { winCondition: 'economic', mapName: 'Day', seconds: 90, lateBy: null }
  return { type: 'FinishGame', game, cabinet: 1, winningTeam, ...details, ...more }
}

/** The commands that begin and finish a game. */
export function game(id: string, match: number, winner: 'blue' | 'gold'): Command[] {
  return [begin(id, match), finish(id, winner)]
}

export function setQueue(queue: number, ...matches: number[]): Command {
  return { type: 'SetQueue', queue, matches }
}

export function next(cabinet = 1): Command {
  return { type: 'SelectNext', cabinet }
}

export function undo(version: number): Command {
  return { type: 'Undo', version }
}
