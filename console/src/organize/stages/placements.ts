import type { Seed } from '#events/schema/parts/stage-settings.ts'
import type { BracketRow } from '#events/schema/rows.ts'

/** The source of a seed: `team:5`, `place:3:1` for the first place of stage 3, or empty. */
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

/** The request body for the whole set. A row without a source leaves its place empty. */
export function bodyOf(destBracket: number, sources: readonly Source[]): Placement[] {
  return sources.flatMap((source, index): Placement[] => {
    const seed = seedOf(source)
    const to = { destBracket, destPlace: index + 1 }
    if (!seed) return []
    if ('team' in seed) return [{ ...to, team: seed.team }]
    return [{ ...to, srcBracket: seed.placeOf.stage, srcPlace: seed.placeOf.place }]
  })
}

/** The number of selectable places of a stage. An external bracket may not have been read yet. */
export function placesIn(stage: BracketRow): number {
  return stage.seeds.length || (stage.linkedBracketId ? maxUnreadPlaces : 0)
}
const maxUnreadPlaces = 16

/**
 * The number of places to choose from. Those that a template has set stay selectable while their
 * groups have no teams yet.
 */
export function choicesIn(stage: BracketRow, destination: Pick<BracketRow, 'seeds'>): number {
  const taken = destination.seeds.flatMap((seed) =>
    'placeOf' in seed && seed.placeOf.stage === stage.id ? [seed.placeOf.place] : [],
  )
  return Math.max(placesIn(stage), ...taken)
}

type Problems = { byPlace: Map<number, string[]>; others: string[] }

/**
 * Assigns the problems of a refused set to the rows they concern (R-PL-2). The rest go to `others`.
 * `places` has the seeds of each problem, as the server sends them.
 */
export function problemsByPlace(
  rowCount: number,
  problems: readonly string[],
  places: readonly number[][],
): Problems {
  const byPlace = new Map<number, string[]>()
  const others: string[] = []
  for (const [index, problem] of problems.entries()) {
    const shown = (places[index] ?? []).filter((place) => place <= rowCount)
    if (shown.length === 0) others.push(problem)
    for (const place of shown) byPlace.set(place, [...(byPlace.get(place) ?? []), problem])
  }
  return { byPlace, others }
}
