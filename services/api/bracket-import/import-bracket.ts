import { say } from '#events/messages/message.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Rejection, told } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { sendAll } from '../http/command/send.ts'
import type { Part } from '../http/command/send.ts'
import { claimId, idempotent } from '../http/idempotency.ts'
import { route } from '../http/route.ts'
import type { NewBracket } from '../schema/import-export/bracket-import.ts'
import { storeSettings } from '../tournament/tournament-changes.ts'
import { storeSlug } from '../tournament/slug.ts'
import { readTournament } from '../tournament/tournament-rows.ts'
import { zoneOf } from '../venue/local-date.ts'
import { namedCabinets } from '../venue/cabinet-rows.ts'
import { UnreadableFile } from '../import-export/zip.ts'
import { importProblem } from '#events/bracket/import-problem.ts'
import { importedEvents } from '#events/bracket/imported-events.ts'
import { finalPlaces, ranking } from '#events/bracket/bracket.ts'
import { emptyTournament, fold } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import type { CommandOf } from '#events/schema/command.ts'
import { isElimination } from '#events/rules/stage-types/stage-types.ts'
import { nameKey } from '#events/text/clean-name.ts'
import { importCommand } from '../import-export/import-plan.ts'
import { tournamentOfBracket } from './imported-bracket.ts'
import { openProblem } from '#events/bracket/stage-problems.ts'
import { challongeBracket } from './challonge.ts'
import type { ParsedBracket, ParsedMatch, ParsedStage } from './parsed-bracket.ts'
import { startGgBracket } from './start-gg.ts'
import { drawingOf } from './bracket-links.ts'
import type { Rounds } from './bracket-rounds.ts'

const counting = (): NextIds => {
  let last = 0
  return async (_, n) => Array.from({ length: n }, () => ++last)
}

/** Previews and imports a bracket of another site from that site's JSON. */
export function bracketImportRoutes(context: Context): void {
  const { web, store, sceneOf } = context
  const config = { access: 'importTournament', scene: sceneOf.scene, takesBracket: true } as const

  const preview = { ...config, isIdempotent: false }
  route(web, 'POST /api/game/scene/:id/preview-bracket/', preview, (request) =>
    explainErrors(async () => {
      const zone = await zoneOf(store.db, request.params.id)
      return previewOf(readBracket(parsed(request.body.documents), zone))
    }),
  )

  const command = { ...config, isCommand: true }
  route(web, 'POST /api/game/scene/:id/import-bracket/', command, (request, reply) =>
    idempotent({ store, request, reply }, () =>
      explainErrors(() => importBracket(context, request, reply)),
    ),
  )
}

type ImportRequest = FastifyRequest<{ Params: { id: number }; Body: NewBracket }>

async function importBracket(context: Context, request: ImportRequest, reply: FastifyReply) {
  const { store, desk } = context
  const { documents, assignedCabinets: ids = [], ...body } = request.body
  const scene = request.params.id
  const bracket = readBracket(parsed(documents), await zoneOf(store.db, scene))
  const cabinets = await namedCabinets(store, { scene, ids, field: 'assignedCabinets' })
  const tournament = await claimId({ store, request }, 'tournament')
  const target = { request, reply, tournament }
  const parts: Part[] = []
  if ((await desk.state(tournament)).version === 0) {
    const command = await bracketCommand(bracket, { scene, ...body, nextIds: store.nextIds })
    await storeSettings(store, tournament, {})
    const slug = await storeSlug(store, { id: tournament, scene, name: command.name })
    parts.push({ part: 'documents', command: { ...command, slug } })
  }
  if (cabinets.length > 0) {
    parts.push({ part: 'assignedCabinets', command: { type: 'AssignCabinets', cabinets } })
  }
  await sendAll(context, target, parts)
  reply.code(201)
  return readTournament(store, tournament)
}

function parsed(documents: string[]): unknown[] {
  return documents.map((document): unknown => {
    try {
      return JSON.parse(document)
    } catch {
      throw new UnreadableFile(say('notJson'))
    }
  })
}

async function explainErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UnreadableFile) {
      throw new Rejection(422, { ...told(error.why), code: 'IMPORT_UNREADABLE' })
    }
    throw error
  }
}

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

type Round = NonNullable<ReturnType<Rounds['get']>>

/**
 * A stage with its matches in order of play (R-BR-3): as the other site orders them, then by rounds
 * as in our own layouts, and never before a match they wait for.
 */
function inPlayOrder(stage: ParsedStage): ParsedStage {
  const { rounds, sources } = drawingOf(stage)
  const step = (match: ParsedMatch) => stepOf(rounds.get(match)!)
  const sorted = stage.matches.toSorted((a, b) => {
    if (a.order !== null && b.order !== null) return a.order - b.order
    if (a.order !== null || b.order !== null) return a.order === null ? 1 : -1
    return step(a) - step(b)
  })
  const byId = new Map(sorted.map((match) => [match.id, match]))
  const matches = new Set<ParsedMatch>()
  const visited = new Set<ParsedMatch>()
  const visit = (match: ParsedMatch) => {
    if (visited.has(match)) return
    visited.add(match)
    for (const source of sources.get(match) ?? []) {
      const from = source && byId.get(source.match)
      if (from) visit(from)
    }
    matches.add(match)
  }
  for (const match of sorted) visit(match)
  return { ...stage, matches: [...matches] }
}

/** Each winners round is followed by the losers rounds that it feeds; the finals are last. */
function stepOf({ type, roundNum, level }: Round): number {
  if (type === 'first_final') return 1
  if (type === 'second_final') return 2
  if (type === 'winners') return -3 * level
  if (type === 'losers') return -3 * (Math.floor(level / 2) + 1) + (level % 2 === 1 ? 1 : 2)
  return level === 0 && roundNum !== null && roundNum > 1 ? roundNum : -level
}
