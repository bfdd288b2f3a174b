import type { CommandOf } from '../schema/command.ts'
import { waitsFor } from '../state/match.ts'

type Import = CommandOf<'ImportTournament'>

/** Why a tournament from elsewhere cannot be one, in words; null when it can. */
export function importProblem(command: Import): string | null {
  return strangerIn(command) ?? circleIn(command)
}

/** What is named and not there, or there twice. */
function strangerIn({ teams, stages, matches, games, cabinets }: Import): string | null {
  const known = {
    team: teams.map(({ team }) => team),
    stage: stages.map(({ stage }) => stage),
    match: matches.map(({ match }) => match),
    game: games.map(({ game }) => game),
    cabinet: cabinets.map(({ id }) => id),
  }
  for (const [kind, ids] of Object.entries(known)) {
    if (new Set<unknown>(ids).size < ids.length) return `A ${kind} is there twice.`
  }
  const places = [...stages.flatMap(({ seeds }) => seeds), ...matches.flatMap(({ slots }) => slots)]
  const used = {
    team: [
      ...places.flatMap((one) => ('team' in one ? [one.team] : [])),
      ...stages.flatMap(({ withdrawn }) => withdrawn),
    ],
    stage: [
      ...matches.map(({ stage }) => stage),
      ...places.flatMap((one) => ('placeOf' in one ? [one.placeOf.stage] : [])),
      ...stages.flatMap(({ groupSet, decides }) => [groupSet ?? [], decides?.stage ?? []].flat()),
    ],
    match: [
      ...matches.flatMap(leadingTo),
      ...matches.flatMap(sourcesOf),
      ...games.map((g) => g.match),
    ],
    cabinet: games.map(({ cabinet }) => cabinet),
  }
  for (const [kind, ids] of Object.entries(used)) {
    const there = new Set<number>(known[kind as keyof typeof used])
    const stranger = ids.find((id) => !there.has(id))
    if (stranger !== undefined) return `There is no ${kind} ${stranger}.`
  }
  return null
}

function leadingTo({ winnerTo, loserTo }: Ways['matches'][number]): number[] {
  return [winnerTo?.match ?? [], loserTo?.match ?? []].flat()
}

function sourcesOf({ slots }: Pick<Import['matches'][number], 'slots'>): number[] {
  return slots.flatMap((slot) => waitsFor(slot) ?? [])
}

type Ways = {
  stages: Pick<Import['stages'][number], 'stage' | 'seeds' | 'decides'>[]
  matches: Pick<Import['matches'][number], 'match' | 'stage' | 'slots' | 'winnerTo' | 'loserTo'>[]
}

/** Who waits for whom never leads back to where it began: teams are looked up along these ways. */
export function circleIn({ stages, matches }: Ways): string | null {
  const rests = new Map<string, string[]>()
  const add = (one: string, on: string) => rests.set(one, [...(rests.get(one) ?? []), on])
  for (const { stage, seeds, decides } of stages) {
    if (decides) add(`stage ${decides.stage}`, `stage ${stage}`)
    for (const seed of seeds)
      if ('placeOf' in seed) add(`stage ${stage}`, `stage ${seed.placeOf.stage}`)
  }
  for (const match of matches) {
    const own = `match ${match.match}`
    add(`stage ${match.stage}`, own)
    for (const source of sourcesOf(match)) add(own, `match ${source}`)
    for (const target of leadingTo(match)) add(`match ${target}`, own)
    for (const slot of match.slots) if ('placeOf' in slot) add(own, `stage ${slot.placeOf.stage}`)
  }
  const open = new Map([...rests].map(([one, on]) => [one, new Set(on)]))
  for (;;) {
    const free = [...open].filter(([, on]) => [...on].every((each) => !open.has(each)))
    if (free.length === 0) break
    for (const [one] of free) open.delete(one)
  }
  const [first] = open.keys()
  return first === undefined ? null : `In a circle, ${first} waits for itself.`
}
