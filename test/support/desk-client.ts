// Helpers for tests of the write side: seeds, ids, waiting, and a tournament created by commands.
import { randomUUID } from 'node:crypto'
import type { Command } from '#events/schema/command.ts'
import { StageSettings } from '#events/schema/parts/stage-settings.ts'
import { isRefusal } from '#services/desk/index.ts'
import type { Desk, Done, Request } from '#services/desk/index.ts'
import { Unavailable } from '#services/log/index.ts'
import type { Log } from '#services/log/index.ts'
import { tailPositions, entriesOf } from '#services/projector/index.ts'
import type { Store } from '#services/store/index.ts'
import { limitMs } from './limits.ts'

/** The seed of a run. It is printed; set SEED to repeat the run. */
export function seedOf(name: string): string {
  const seed = process.env['SEED'] ?? `${name} 1`
  console.info(`${name}: SEED='${seed}'`)
  return seed
}

const by = { kind: 'key', name: 'test' } as const
let lastId = 0
export function nextIds(n: number): number[] {
  return Array.from({ length: n }, () => ++lastId)
}

/** The id allocator for desks that share the ids of this process. */
export const idAllocator = { nextIds: async (_kind: string, n: number) => nextIds(n) }

export function requestOf(
  tournament: number,
  command: Command,
  id: string = randomUUID(),
): Request {
  return { id, tournament, by, command }
}

/** Sends a command that must be accepted. */
export async function done(desk: Desk, tournament: number, command: Command): Promise<Done> {
  const answer = await desk.handle(requestOf(tournament, command))
  if (isRefusal(answer)) throw new Error(`${command.type}: ${answer.detail}`)
  return answer
}

export type TestTournament = {
  tournament: number
  stage: number
  matches: number[]
  teams: number[]
}

/** A round robin of `teams` teams, with its matches and a queue for each cabinet. */
export async function newTournament(
  desk: Desk,
  options: {
    teams?: number
    cabinets?: number[]
    stage?: Partial<StageSettings>
    scene?: number
  } = {},
): Promise<TestTournament> {
  const { teams: count = 4, cabinets = [1], stage: rules = {}, scene = 1 } = options
  const [tournament = 0] = nextIds(1)
  const send = (command: Command) => done(desk, tournament, command)
  await send({
    type: 'CreateTournament',
    scene,
    name: 'Friday',
    slug: `friday-${tournament}`,
    date: '2026-01-02',
    linkType: 'hivemind',
    cabinets: cabinets.map((id) => ({ id, name: `Cabinet ${id}` })),
  })
  const teams: number[] = []
  for (let team = 1; team <= count; team++) {
    teams.push(made(await send({ type: 'AddTeam', name: `Team ${team}` }))[0]!)
  }
  const settings = StageSettings.parse({ name: 'Main', stageType: 'round_robin', ...rules })
  const [stage = 0] = made(await send({ type: 'CreateStage', settings, numGroups: 1 }))
  await send({ type: 'SeedStage', stage, teams })
  const matches = made(await send({ type: 'CreateMatches', stage }))
  await send({ type: 'CreateQueues' })
  return { tournament, stage, matches, teams }
}

export function made(answer: Done): number[] {
  return answer.answer['ids'] as number[]
}

/**
 * Waits until the projector has processed everything in the log. Fails only if the projector makes
 * no progress for `limitMs.wait`, however much there is to process.
 */
export async function projected(log: Log, store: Store): Promise<void> {
  let previous = ''
  let progressAt = Date.now()
  for (;;) {
    const { rows } = await store.pool.query<{ name: string; seq: number }>(
      'select name, seq from view.checkpoint order by name',
    )
    const at = Object.fromEntries(rows.map((row) => [row.name, row.seq]))
    const end = await whenAnswered(() => tailPositions(log))
    if (entriesOf(end).every(([name, seq]) => at[name] === seq)) return
    const now = JSON.stringify(at)
    if (now !== previous) progressAt = Date.now()
    previous = now
    if (Date.now() - progressAt > limitMs.wait)
      throw new Error(`the projector stands still at ${now}`)
    await pause(20)
  }
}
export async function until(
  description: string,
  condition: () => boolean | Promise<boolean>,
): Promise<void> {
  const end = Date.now() + limitMs.wait
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`waited too long for ${description}`)
    await pause(20)
  }
}

const stepMs = 50

/**
 * Whether `ended` settles within `ms` of running time of this process. Time in which a busy machine
 * did not run this process does not count, because the awaited work did not run either.
 */
export async function endsWithin(ms: number, ended: Promise<unknown>): Promise<boolean> {
  let isOver = false
  const over = ended.then(() => (isOver = true))
  const timeout = (async () => {
    for (let waitedMs = 0; waitedMs < ms && !isOver; waitedMs += stepMs) await pause(stepMs)
    return isOver
  })()
  return Promise.race([over, timeout])
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Retries while the log is slow or has no leader. */
export async function whenAnswered<T>(
  request: () => Promise<T>,
  onRetry: (error: Unavailable) => void = () => {},
): Promise<T> {
  for (;;) {
    try {
      return await request()
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      onRetry(error)
      await pause(100)
    }
  }
}
