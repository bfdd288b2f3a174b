import { importProblem } from '../../../events/bracket/import-problem.ts'
import { importedEvents } from '../../../events/bracket/imported-events.ts'
import { finalPlaces, ranking } from '../../../events/bracket/bracket.ts'
import { emptyTournament, fold } from '../../../events/state/tournament.ts'
import type { Tournament } from '../../../events/state/tournament.ts'
import type { CommandOf } from '../../../events/schema/command.ts'
import { isElimination } from '../../../events/rules/stage-types/stage-types.ts'
import { importCommand } from '../import-export/import-plan.ts'
import { tournamentOfBracket } from './imported-bracket.ts'
import { challongeBracket } from './challonge.ts'
import { UnknownBracket } from './outside-bracket.ts'
import type { OutsideBracket, OutsideMatch } from './outside-bracket.ts'
import { startGgBracket } from './start-gg.ts'

type NextIds = Parameters<typeof importCommand>[1]['nextIds']
type ImportTarget = { scene: number; name?: string | undefined; nextIds: NextIds }

export function readBracket(files: unknown[]): OutsideBracket {
  // A file may contain an array of several responses.
  const documents = files.flat()
  const bracket = challongeBracket(documents) ?? startGgBracket(documents)
  if (bracket) return withoutUnplayedFinal(bracket)
  throw new UnknownBracket('This is not the JSON of a Challonge tournament or of a start.gg event.')
}

/** Drops a second final that was not needed, if nothing is known of its teams. */
function withoutUnplayedFinal(outside: OutsideBracket): OutsideBracket {
  if (!outside.isOver) return outside
  const isKnown = ({ isOver, players, from }: OutsideMatch) =>
    isOver || [...players, ...from].some((one) => one !== null)
  const stages = outside.stages.map((stage) => {
    return { ...stage, matches: stage.matches.filter(isKnown) }
  })
  return { ...outside, stages }
}

/** The command that imports it as a tournament of a scene, active if the bracket is not over. */
export async function bracketCommand(
  outside: OutsideBracket,
  { scene, name = outside.name, nextIds }: ImportTarget,
): Promise<CommandOf<'ImportTournament'>> {
  const archived = { ...tournamentOfBracket(outside, new Date().toISOString()), name }
  const none = { slug: '', cabinets: new Map(), games: new Map() }
  const command = await importCommand(archived, { scene, ...none, nextIds })
  return { ...command, isActive: !outside.isOver }
}

const counting = (): NextIds => {
  let last = 0
  return async (_, n) => Array.from({ length: n }, () => ++last)
}

/** Summarizes an import and compares its places with those of the other site. Writes nothing. */
export async function previewOf(outside: OutsideBracket) {
  const command = await bracketCommand(outside, { scene: 1, nextIds: counting() })
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
      const localPlace = places.get(id) ?? null
      return {
        name,
        place: outside.isOver ? place : null,
        placeHere: outside.isOver ? localPlace : null,
      }
    }),
    leftOut: outside.leftOut,
  }
}

export function stateAfter(command: CommandOf<'ImportTournament'>): Tournament {
  const problem = importProblem(command)
  if (problem) throw new UnknownBracket(problem)
  return fold(emptyTournament(1), { version: 1, events: importedEvents(command) })
}

/** The place of each team in the last stage, by the ids of the other site. */
function placesAfter(t: Tournament, outside: OutsideBracket): Map<string, number> {
  const ids = new Map(
    Object.keys(t.teams).map((id, index) => [Number(id), outside.teams[index]!.id]),
  )
  const places = new Map<string, number>()
  const stage = Object.values(t.stages).at(-1)
  if (!stage || (outside.stages.at(-1)?.isGroup ?? true)) return places
  const finals = finalPlaces(t, stage)
  for (const [index, team] of ranking(t, stage).entries()) {
    const place = isElimination(stage) ? finals.get(team)?.place : index + 1
    const id = ids.get(team)
    if (id !== undefined && place !== undefined) places.set(id, place)
  }
  return places
}
