import { say } from '#events/messages/message.ts'
import { importProblem } from '#events/bracket/import-problem.ts'
import { importedEvents } from '#events/bracket/imported-events.ts'
import { finalPlaces, ranking } from '#events/bracket/bracket.ts'
import { emptyTournament, fold } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import type { CommandOf } from '#events/schema/command.ts'
import { isElimination } from '#events/rules/stage-types/stage-types.ts'
import { nameKey } from '#events/text/clean-name.ts'
import { importCommand } from '../import-export/import-plan.ts'
import { UnreadableFile } from '../import-export/zip.ts'
import { tournamentOfBracket } from './imported-bracket.ts'
import { openProblem } from '#events/bracket/stage-problems.ts'
import { challongeBracket } from './challonge.ts'
import { inPlayOrder } from './play-order.ts'
import type { ParsedBracket, ParsedMatch, ParsedStage } from './parsed-bracket.ts'
import { startGgBracket } from './start-gg.ts'

type NextIds = Parameters<typeof importCommand>[1]['nextIds']
type ImportTarget = { scene: number; name?: string | undefined; nextIds: NextIds }

/** `zone`: that of the venue, for times that are given in UTC */
export function readBracket(files: unknown[], zone: string): ParsedBracket {
  // A file may contain an array of several responses.
  const documents = files.flat()
  const bracket = challongeBracket(documents, zone) ?? startGgBracket(documents, zone)
  if (bracket) {
    const played = withoutUnplayedFinal(bracket)
    return { ...played, stages: played.stages.map(inPlayOrder) }
  }
  throw new UnreadableFile(say('notBracket'))
}

/** Drops a second final that was not needed, if nothing is known of its teams. */
function withoutUnplayedFinal(bracket: ParsedBracket): ParsedBracket {
  if (!bracket.isOver) return bracket
  const isKnown = ({ isOver, players, from }: ParsedMatch) =>
    isOver || [...players, ...from].some((one) => one !== null)
  const stages = bracket.stages.map((stage) => {
    return { ...stage, matches: stage.matches.filter(isKnown) }
  })
  return { ...bracket, stages }
}

/** The command that imports it as a tournament of a scene, active if the bracket is not over. */
export async function bracketCommand(
  bracket: ParsedBracket,
  { scene, name = bracket.name, nextIds }: ImportTarget,
): Promise<CommandOf<'ImportTournament'>> {
  const archived = { ...tournamentOfBracket(bracket, new Date().toISOString()), name }
  const none = { slug: '', cabinets: new Map(), games: new Map() }
  const command = await importCommand(archived, { scene, ...none, nextIds })
  return { ...command, isActive: !bracket.isOver }
}

const counting = (): NextIds => {
  let last = 0
  return async (_, n) => Array.from({ length: n }, () => ++last)
}

/** Summarizes an import and compares its places with those of the other site. Writes nothing. */
export async function previewOf(bracket: ParsedBracket) {
  const command = await bracketCommand(bracket, { scene: 1, nextIds: counting() })
  const t = stateAfter(command)
  const places = placesAfter(t, bracket)
  return {
    source: bracket.source,
    name: bracket.name,
    date: bracket.date,
    isOver: bracket.isOver,
    stages: bracket.stages.map(({ name, type, entrants, matches }) => ({
      name,
      type,
      teams: entrants.length,
      matches: matches.length,
      results: matches.filter(({ isOver, players }) => isOver && !players.includes(null)).length,
      forfeits: matches.filter(({ isForfeit }) => isForfeit).length,
    })),
    teams: bracket.teams.map(({ id, name, place }) => {
      const localPlace = places.get(id) ?? null
      return {
        name,
        place: bracket.isOver ? place : null,
        placeHere: bracket.isOver ? localPlace : null,
      }
    }),
    warnings: [
      ...bracket.stages.flatMap((stage, index) => warningsFor(t, stage, index)),
      ...sameNames(bracket),
    ],
    leftOut: bracket.leftOut,
  }
}

function warningsFor(t: Tournament, { name, matches }: ParsedStage, index: number): string[] {
  if (matches.length === 0) {
    return [
      `${name} has not begun there: its teams are imported in the order of their seeds, without matches.`,
    ]
  }
  const stage = Object.values(t.stages)[index]
  const problem = stage && openProblem(t, stage)
  return problem ? [`${name}: ${problem}`] : []
}

function sameNames({ teams }: ParsedBracket): string[] {
  const byKey = Map.groupBy(teams, ({ name }) => nameKey(name))
  return [...byKey.values()].flatMap((same) =>
    same.length < 2
      ? []
      : [`${same.length} teams are called ${same[0]!.name}. Rename them to tell them apart.`],
  )
}

export function stateAfter(command: CommandOf<'ImportTournament'>): Tournament {
  const problem = importProblem(command)
  if (problem) throw new UnreadableFile(problem)
  return fold(emptyTournament(1), { version: 1, events: importedEvents(command) })
}

/** The place of each team in the last stage, by the ids of the other site. */
function placesAfter(t: Tournament, bracket: ParsedBracket): Map<string, number> {
  const ids = new Map(
    Object.keys(t.teams).map((id, index) => [Number(id), bracket.teams[index]!.id]),
  )
  const places = new Map<string, number>()
  const stage = Object.values(t.stages).at(-1)
  if (!stage || (bracket.stages.at(-1)?.isGroup ?? true)) return places
  const finals = finalPlaces(t, stage)
  for (const [index, team] of ranking(t, stage).entries()) {
    const place = isElimination(stage) ? finals.get(team)?.place : index + 1
    const id = ids.get(team)
    if (id !== undefined && place !== undefined) places.set(id, place)
  }
  return places
}
