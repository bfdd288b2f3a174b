import type { Seed } from '../../../../events/schema/stage-settings.ts'
import type { BracketRow } from '../../../../events/schema/rows.ts'
import type { Tables } from '../../core/live/rows.ts'
import { teamName } from '../../core/live/select.ts'

/** Who takes a place: `team:5`, `place:3:1` for the first of stage 3, or nobody yet. */
export type Source = string
export const nobody: Source = ''

export function sourceOf(seed: Seed): Source {
  return 'team' in seed ? `team:${seed.team}` : `place:${seed.placeOf.stage}:${seed.placeOf.place}`
}

export function seedOf(source: Source): Seed | null {
  const [kind, id, place] = source.split(':')
  if (kind === 'team') return { team: Number(id) }
  if (kind === 'place') return { placeOf: { stage: Number(id), place: Number(place) } }
  return null
}

type Placement = { destBracket: number; destPlace: number } & (
  | { team: number }
  | { srcBracket: number; srcPlace: number }
)

/** The whole set as the server takes it; a row with nobody leaves its place empty. */
export function bodyOf(destBracket: number, sources: readonly Source[]): Placement[] {
  return sources.flatMap((source, index): Placement[] => {
    const seed = seedOf(source)
    const to = { destBracket, destPlace: index + 1 }
    if (!seed) return []
    if ('team' in seed) return [{ ...to, team: seed.team }]
    return [{ ...to, srcBracket: seed.placeOf.stage, srcPlace: seed.placeOf.place }]
  })
}

/** How many places of a stage can be taken; of a bracket outside that is not read, a few. */
export function placesIn(stage: BracketRow): number {
  return stage.seeds.length || (stage.linkedBracketId ? mostUnread : 0)
}
const mostUnread = 16

type Problems = { byPlace: Map<number, string[]>; others: string[] }

/** Problems of the server beside the rows they speak of (R-PL-2); the others stand above. */
export function problemsByPlace(
  rows: Tables,
  sources: readonly Source[],
  problems: readonly string[],
): Problems {
  const byPlace = new Map<number, string[]>()
  const others: string[] = []
  for (const problem of problems) {
    const places = placesNamed(rows, sources, problem)
    if (places.length === 0) others.push(problem)
    for (const place of places) byPlace.set(place, [...(byPlace.get(place) ?? []), problem])
  }
  return { byPlace, others }
}

const twice = / stands there twice\.$/

function placesNamed(rows: Tables, sources: readonly Source[], problem: string): number[] {
  if (twice.test(problem)) {
    const name = problem.replace(twice, '')
    return sources.flatMap((source, index) => (named(rows, source) === name ? [index + 1] : []))
  }
  const place = Number(/^Place (\d+)(:| is empty| has two sources)/.exec(problem)?.[1])
  return place > 0 && place <= sources.length ? [place] : []
}

/** As the server names a source in its problems. */
function named(rows: Tables, source: Source): string | null {
  const seed = seedOf(source)
  if (!seed) return null
  if ('team' in seed) return teamName(rows, seed.team)
  return `Place ${seed.placeOf.place} of ${rows.bracket[seed.placeOf.stage]?.name ?? ''}`
}
