import type { Message } from '../messages/message.ts'
import { say } from '../messages/message.ts'
import { maxScore } from '../rules/limits.ts'
import type { CommandOf } from '../schema/command.ts'
import { leadingSlot, sourceMatch } from '../state/match.ts'
import { emptyTournament, fold } from '../state/tournament.ts'
import { teamsOf } from './bracket.ts'
import { importedEvents } from './imported-events.ts'

type Import = CommandOf<'ImportTournament'>

/** Why a tournament cannot be imported; null if it can be. */
export function importProblem(command: Import): Message | null {
  return badReference(command) ?? findCycle(command) ?? badResult(command) ?? selfMeeting(command)
}

/** An id that is referenced but missing, or that occurs twice. */
function badReference({ teams, stages, matches, games, cabinets }: Import): Message | null {
  const ids = {
    team: teams.map(({ team }) => team),
    stage: stages.map(({ stage }) => stage),
    match: matches.map(({ match }) => match),
    game: games.map(({ game }) => game),
    cabinet: cabinets.map(({ id }) => id),
  }
  for (const [kind, own] of Object.entries(ids)) {
    if (new Set<unknown>(own).size < own.length) return say('appearsTwice', { kind })
  }
  const slots = [...stages.flatMap(({ seeds }) => seeds), ...matches.flatMap((m) => m.slots)]
  const references = {
    team: [
      ...slots.flatMap((slot) => ('team' in slot ? [slot.team] : [])),
      ...stages.flatMap(({ withdrawn }) => withdrawn),
    ],
    stage: [
      ...matches.map(({ stage }) => stage),
      ...slots.flatMap((slot) => ('placeOf' in slot ? [slot.placeOf.stage] : [])),
      ...stages.flatMap(({ groupSet, decides }) => [groupSet ?? [], decides?.stage ?? []].flat()),
    ],
    match: [
      ...matches.flatMap(targetsOf),
      ...matches.flatMap(sourcesOf),
      ...games.map((g) => g.match),
    ],
    cabinet: games.map(({ cabinet }) => cabinet),
  }
  for (const [kind, referenced] of Object.entries(references)) {
    const existing = new Set<number>(ids[kind as keyof typeof references])
    const missing = referenced.find((id) => !existing.has(id))
    if (missing !== undefined) return say('thereIsNo', { kind, id: missing })
  }
  return null
}

/** A score that cannot be reached, or that its winner does not lead. */
function badResult(command: Import): Message | null {
  for (const match of command.matches) {
    const { adjusted, result } = match
    const points = [...adjusted.map(Math.abs), ...(result?.score ?? [])]
    if (points.some((each) => each < 0 || each > maxScore)) {
      return say('scoreWrong', { match: labelOf(command, match), most: maxScore })
    }
    if (result && !result.forfeit && leadingSlot(result.score) !== result.winner) {
      const score = result.score.join('-')
      return say('winnerWrong', { match: labelOf(command, match), score })
    }
  }
  return null
}

/**
 * A match between a team and itself (R-CU-1). Results can bring a team to both sides of a match,
 * but then the match cannot be played.
 */
function selfMeeting(command: Import): Message | null {
  const t = fold(emptyTournament(1), { version: 1, events: importedEvents(command) })
  const same = command.matches.find((plan) => {
    const [one, two] = plan.slots
    if (!('open' in one) && JSON.stringify(one) === JSON.stringify(two)) return true
    const match = t.matches[plan.match]
    if (!match || (match.result === null && match.games.length === 0)) return false
    const teams = teamsOf(t, match)
    return teams[0] !== null && teams[0] === teams[1]
  })
  return same ? say('teamTwice', { match: labelOf(command, same) }) : null
}

function labelOf({ stages }: Import, { num, stage }: Import['matches'][number]): Message {
  const name = stages.find((own) => own.stage === stage)?.settings.name ?? `${stage}`
  return say('matchOfStage', { match: `M${num}`, stage: name })
}

function targetsOf({ winnerTo, loserTo }: Dependencies['matches'][number]): number[] {
  return [winnerTo?.match ?? [], loserTo?.match ?? []].flat()
}

function sourcesOf({ slots }: Pick<Import['matches'][number], 'slots'>): number[] {
  return slots.flatMap((slot) => sourceMatch(slot) ?? [])
}

/** The parts of an import that decide which stage or match depends on which. */
type Dependencies = {
  stages: Pick<Import['stages'][number], 'stage' | 'seeds' | 'decides'>[]
  matches: Pick<Import['matches'][number], 'match' | 'stage' | 'slots' | 'winnerTo' | 'loserTo'>[]
}

/** Stages and matches must not depend on themselves: looking up their teams would never end. */
export function findCycle({ stages, matches }: Dependencies): Message | null {
  const dependencies = new Map<string, string[]>()
  const add = (dependent: string, on: string) =>
    dependencies.set(dependent, [...(dependencies.get(dependent) ?? []), on])
  for (const { stage, seeds, decides } of stages) {
    if (decides) add(`stage ${decides.stage}`, `stage ${stage}`)
    for (const seed of seeds)
      if ('placeOf' in seed) add(`stage ${stage}`, `stage ${seed.placeOf.stage}`)
  }
  for (const match of matches) {
    const own = `match ${match.match}`
    add(`stage ${match.stage}`, own)
    for (const source of sourcesOf(match)) add(own, `match ${source}`)
    for (const target of targetsOf(match)) add(`match ${target}`, own)
    for (const slot of match.slots) if ('placeOf' in slot) add(own, `stage ${slot.placeOf.stage}`)
  }
  const open = new Map([...dependencies].map(([name, on]) => [name, new Set(on)]))
  for (;;) {
    const free = [...open].filter(([, on]) => [...on].every((name) => !open.has(name)))
    if (free.length === 0) break
    for (const [name] of free) open.delete(name)
  }
  const [first] = open.keys()
  return first === undefined ? null : say('waitsForItself', { match: first })
}
