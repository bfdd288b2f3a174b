import { say } from '#events/messages/message.ts'
import { setImmediate as nextTick } from 'node:timers/promises'
import { randomBytes } from 'node:crypto'
import type { CommandOf } from '#events/schema/command.ts'
import { Command } from '#events/schema/command.ts'
import type { Slot } from '#events/schema/parts/shapes.ts'
import { StageSettings } from '#events/schema/parts/stage-settings.ts'
import type { Seed } from '#events/schema/parts/stage-settings.ts'
import { rollOf } from '#events/rules/tiebreakers.ts'
import { winnerSlot } from '#events/state/games.ts'
import { dateInZone } from '#events/text/venue-zone.ts'
import { leadingSlot } from '#events/state/match.ts'
import type { CabinetId, MatchId, SceneId, TeamId } from '#events/ids.ts'
import type { TournamentFile } from '../schema/import-export/import-export.ts'
import type { GameLine } from './read-tables.ts'
import { UnreadableFile, wrongIn } from './zip.ts'

const unlinked = { winnerTo: null, loserTo: null, winnerPlace: null, loserPlace: null }

/**
 * Builds a tournament from its games alone, for a ZIP without `tournament.json`: one stage with all
 * matches of the tables, scored by their games.
 */
export function tournamentOf(games: GameLine[], zone: string): TournamentFile {
  const byTime = games.toSorted((a, b) => (a.startTime < b.startTime ? -1 : 1))
  const played = Map.groupBy(
    byTime.filter(({ match }) => match !== ''),
    ({ match }) => match,
  )
  const teams = new Map<string, number>()
  const teamOf = (name: string) => teams.get(name) ?? teams.set(name, teams.size + 1).get(name)!
  const matches: TournamentFile['matches'] = []
  const counted: TournamentFile['games'] = []
  for (const [id, own] of played) {
    const match = matches.length + 1
    const { blueTeam: one, goldTeam: two } = own[0]!
    if (one === '' || two === '' || one === two) {
      throw wrongIn('game.csv', say('twoTeamsNeeded', { match: id }))
    }
    const slots: [Slot, Slot] = [{ team: teamOf(one) }, { team: teamOf(two) }]
    const score: [number, number] = [0, 0]
    for (const game of own) {
      const blue = game.blueTeam === one ? 0 : 1
      if (game.blueTeam !== [one, two][blue] || game.goldTeam !== [two, one][blue]) {
        throw wrongIn('game.csv', say('otherTeams', { game: game.id, match: id }))
      }
      score[winnerSlot(blue, game.winningTeam)]++
      counted.push({ id: game.id, match, blue })
    }
    const result = { winner: leadingSlot(score), score, at: own.at(-1)!.endTime, forfeit: false }
    const round = { num: match, type: null, roundNum: null, roundName: `Match ${match}` }
    const plan = { match, stage: 1, ...round, slots, ...unlinked, ifNeeded: false }
    matches.push({ ...plan, isFlipped: false, adjusted: [0, 0], result, note: null })
  }
  if (matches.length === 0) throw new UnreadableFile(say('noMatchGames'))
  const stage = {
    stage: 1,
    settings: StageSettings.parse({ name: 'Matches', stageType: 'custom' }),
    seeds: [...teams.values()].map((team) => ({ team })),
    groupSet: null,
    decides: null,
    withdrawn: [],
    rolled: [],
  }
  return {
    format: 'waggle-tournament',
    formatVersion: 1,
    name: 'Imported tournament',
    date: dateInZone(zone, new Date(byTime[0]!.startTime)),
    linkType: 'hivemind',
    teams: [...teams].map(([name, team]) => ({ team, name })),
    stages: [stage],
    matches,
    games: counted,
  }
}

export type NextIds = (kind: 'team' | 'bracket' | 'match', n: number) => Promise<number[]>
type ImportContext = {
  scene: SceneId
  slug: string
  cabinets: Map<string, { id: CabinetId; name: string }>
  games: Map<string, GameLine & { gameID: string }>
  nextIds: NextIds
}

/** The command that stores the tournament, with ids of this server in place of those in the ZIP. */
export async function importCommand(
  archived: TournamentFile,
  { scene, slug, cabinets, games, nextIds }: ImportContext,
): Promise<CommandOf<'ImportTournament'>> {
  const { name, date, linkType, matches } = archived
  const [team, stage, match] = await Promise.all([
    renumbered(
      'team',
      archived.teams.map((one) => one.team),
      nextIds,
    ),
    renumbered(
      'bracket',
      archived.stages.map((one) => one.stage),
      nextIds,
    ),
    renumbered(
      'match',
      matches.map((one) => one.match),
      nextIds,
    ),
  ])
  const to = { team, stage, match }
  const counted = archived.games.map(({ id, match: of, blue }) => {
    const game = games.get(id)
    if (!game) throw wrongIn('tournament.json', say('gameUnknown', { game: id }))
    const { gameID, winningTeam, winCondition, mapName, seconds } = game
    const winner = winnerSlot(blue, winningTeam)
    const cabinet = cabinets.get(game.cabinetName.toLowerCase())?.id ?? 0
    const result = { game: gameID, winner, winCondition, mapName, seconds }
    return { match: match(of), ...result, cabinet, blue }
  })
  const { data, error } = Command.safeParse({
    type: 'ImportTournament',
    scene,
    name,
    slug,
    date,
    // Its bracket at Challonge belongs to the server from which it was exported.
    linkType: linkType === 'challonge' ? 'manual' : linkType,
    cabinets: [...cabinets.values()],
    teams: archived.teams.map((one) => ({ ...one, team: team(one.team) })),
    stages: await Promise.all(archived.stages.map((one) => stageFrom(one, to))),
    matches: matches.map((one) => matchFrom(one, to)),
    games: counted,
  })
  if (data?.type === 'ImportTournament') return data
  const at = error?.issues[0]
  throw new UnreadableFile(
    say('cannotImport', { field: at?.path.join('.') ?? '', reason: at?.message ?? '' }),
  )
}

type Renumber = (id: number) => number
type IdMaps = Record<'team' | 'stage' | 'match', Renumber>

async function renumbered(
  kind: Parameters<NextIds>[0],
  ids: number[],
  nextIds: NextIds,
): Promise<Renumber> {
  const newIds = ids.length > 0 ? await nextIds(kind, ids.length) : []
  const to = new Map(ids.map((id, index) => [id, newIds[index]!]))
  return (id) => {
    const newId = to.get(id)
    if (newId !== undefined) return newId
    throw wrongIn('tournament.json', say('noSuchRecord', { kind, id }))
  }
}

async function stageFrom(stage: TournamentFile['stages'][number], to: IdMaps) {
  const { rolled, settings, decides, groupSet, seeds, withdrawn } = stage
  return {
    stage: to.stage(stage.stage),
    settings: { ...settings, linkedOrg: null, linkedBracketId: null },
    dice: await diceThatRank(rolled.map(([above, below]) => [to.team(above), to.team(below)])),
    seeds: seeds.map((seed) => slotFrom(seed, to)),
    groupSet: groupSet && to.stage(groupSet),
    decides: decides && { ...decides, stage: to.stage(decides.stage) },
    withdrawn: withdrawn.map((team) => to.team(team)),
  }
}

function matchFrom(match: TournamentFile['matches'][number], to: IdMaps) {
  const target = (one: { match: MatchId; slot: 0 | 1 } | null) =>
    one && { ...one, match: to.match(one.match) }
  return {
    ...match,
    match: to.match(match.match),
    stage: to.stage(match.stage),
    slots: match.slots.map((slot) => slotFrom(slot, to)),
    winnerTo: target(match.winnerTo),
    loserTo: target(match.loserTo),
  }
}

function slotFrom(place: Slot | Seed, to: IdMaps): Slot {
  if ('team' in place) return { team: to.team(place.team) }
  if ('placeOf' in place) {
    return { placeOf: { ...place.placeOf, stage: to.stage(place.placeOf.stage) } }
  }
  if ('winnerOf' in place) return { winnerOf: to.match(place.winnerOf) }
  return 'loserOf' in place ? { loserOf: to.match(place.loserOf) } : place
}

const maxAttempts = 50_000
const attemptsPerTick = 1_000

/**
 * Rolls depend on team ids, which are new here, so dice are drawn until they rank teams the same.
 */
async function diceThatRank(rolled: [above: TeamId, below: TeamId][]): Promise<string> {
  for (let n = 1; ; n++) {
    const dice = randomBytes(32).toString('hex')
    if (n === maxAttempts) return dice
    if (rolled.every(([above, below]) => rollOf(dice, above) < rollOf(dice, below))) return dice
    if (n % attemptsPerTick === 0) await nextTick()
  }
}
