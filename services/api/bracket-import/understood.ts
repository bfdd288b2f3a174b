import { importProblem } from '../../../events/bracket/import-problem.ts'
import { importedEvents } from '../../../events/bracket/imported-events.ts'
import { finalPlaces, ranking } from '../../../events/bracket/bracket.ts'
import { emptyTournament, fold } from '../../../events/state/tournament.ts'
import type { Tournament } from '../../../events/state/tournament.ts'
import type { CommandOf } from '../../../events/schema/command.ts'
import { isElimination } from '../../../events/rules/stage-types/stage-types.ts'
import { importCommand } from '../archive/import-plan.ts'
import { archivedBracket } from './archived-bracket.ts'
import { challongeBracket } from './challonge.ts'
import { UnknownBracket } from './outside-bracket.ts'
import type { OutsideBracket, OutsideMatch } from './outside-bracket.ts'
import { startGgBracket } from './start-gg.ts'

type Draw = Parameters<typeof importCommand>[1]['draw']
type Known = { scene: number; name?: string | undefined; draw: Draw }

export function readBracket(given: unknown[]): OutsideBracket {
  // Several answers may stand in one file.
  const documents = given.flat()
  const found = challongeBracket(documents) ?? startGgBracket(documents)
  if (found) return withoutUnneeded(found)
  throw new UnknownBracket(
    'This is neither a tournament of Challonge nor an event of start.gg, as JSON.',
  )
}

/** A second final that nobody needed, where it is not told whose it would have been. */
function withoutUnneeded(outside: OutsideBracket): OutsideBracket {
  if (!outside.isOver) return outside
  const isKnown = ({ isOver, players, from }: OutsideMatch) =>
    isOver || [...players, ...from].some((one) => one !== null)
  const stages = outside.stages.map((stage) => {
    return { ...stage, matches: stage.matches.filter(isKnown) }
  })
  return { ...outside, stages }
}

/** The command that makes it a tournament of a scene; one that is still played stays active. */
export async function bracketCommand(
  outside: OutsideBracket,
  { scene, name = outside.name, draw }: Known,
): Promise<CommandOf<'ImportTournament'>> {
  const archived = { ...archivedBracket(outside, new Date().toISOString()), name }
  const none = { slug: '', cabinets: new Map(), games: new Map() }
  const command = await importCommand(archived, { scene, ...none, draw })
  return { ...command, isActive: !outside.isOver }
}

const counting = (): Draw => {
  let last = 0
  return async (_, n) => Array.from({ length: n }, () => ++last)
}

/** What would be imported, and how it compares with what the other site says; nothing is written. */
export async function previewOf(outside: OutsideBracket) {
  const command = await bracketCommand(outside, { scene: 1, draw: counting() })
  const t = stateAfter(command)
  const places = placesAfter(t, outside)
  return {
    source: outside.source,
    name: outside.name,
    date: outside.date,
    isOver: outside.isOver,
    stages: outside.stages.map(({ name, type, entrants, matches }) => ({
      name,
      type,
      teams: entrants.length,
      matches: matches.length,
      results: matches.filter(({ isOver, players }) => isOver && !players.includes(null)).length,
      forfeits: matches.filter(({ isForfeit }) => isForfeit).length,
    })),
    teams: outside.teams.map(({ id, name, place }) => {
      const here = places.get(id) ?? null
      return { name, place: outside.isOver ? place : null, placeHere: outside.isOver ? here : null }
    }),
    leftOut: outside.leftOut,
  }
}

export function stateAfter(command: CommandOf<'ImportTournament'>): Tournament {
  const problem = importProblem(command)
  if (problem) throw new UnknownBracket(problem)
  return fold(emptyTournament(1), { version: 1, events: importedEvents(command) })
}

/** By the last stage that each team played in. */
function placesAfter(t: Tournament, outside: OutsideBracket): Map<string, number> {
  const ids = new Map(
    Object.keys(t.teams).map((id, index) => [Number(id), outside.teams[index]!.id]),
  )
  const places = new Map<string, number>()
  const stage = Object.values(t.stages).at(-1)
  if (!stage || (outside.stages.at(-1)?.isGroup ?? true)) return places
  const given = finalPlaces(t, stage)
  for (const [index, team] of ranking(t, stage).entries()) {
    const place = isElimination(stage) ? given.get(team)?.place : index + 1
    const id = ids.get(team)
    if (id !== undefined && place !== undefined) places.set(id, place)
  }
  return places
}
