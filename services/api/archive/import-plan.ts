import { setImmediate as turn } from 'node:timers/promises'
import { randomBytes } from 'node:crypto'
import type { CommandOf } from '../../../events/schema/command.ts'
import { Command } from '../../../events/schema/command.ts'
import type { Slot } from '../../../events/schema/event.ts'
import { StageSettings } from '../../../events/schema/stage-settings.ts'
import type { Seed } from '../../../events/schema/stage-settings.ts'
import { rollOf } from '../../../events/rules/tiebreakers.ts'
import { winnerSlot } from '../../../events/state/games.ts'
import { ahead } from '../../../events/state/match.ts'
import type { CabinetId, MatchId, SceneId, TeamId } from '../../../events/ids.ts'
import type { ArchivedTournament } from '../schema/archive.ts'
import type { GameLine } from './read-archive.ts'
import { Unreadable } from './zip.ts'

const unlinked = { winnerTo: null, loserTo: null, winnerPlace: null, loserPlace: null }

/**
 * A tournament by its games alone, where the ZIP says no more: one stage with every match of the
 * tables, scored by its games.
 */
export function tournamentOf(games: GameLine[], name: string | undefined): ArchivedTournament {
  const inTime = games.toSorted((a, b) => (a.startTime < b.startTime ? -1 : 1))
  const played = Map.groupBy(
    inTime.filter(({ match }) => match !== ''),
    ({ match }) => match,
  )
  const teams = new Map<string, number>()
  const teamOf = (name: string) => teams.get(name) ?? teams.set(name, teams.size + 1).get(name)!
  const matches: ArchivedTournament['matches'] = []
  const counted: ArchivedTournament['games'] = []
  for (const [id, own] of played) {
    const match = matches.length + 1
    const { blueTeam: one, goldTeam: two } = own[0]!
    if (one === '' || two === '' || one === two) {
      throw new Unreadable(`game.csv: match ${id} needs two teams.`)
    }
    const slots: [Slot, Slot] = [{ team: teamOf(one) }, { team: teamOf(two) }]
    const score: [number, number] = [0, 0]
    for (const game of own) {
      const blue = game.blueTeam === one ? 0 : 1
      if (game.blueTeam !== [one, two][blue] || game.goldTeam !== [two, one][blue]) {
        throw new Unreadable(`game.csv: game ${game.id} has other teams than match ${id}.`)
      }
      score[winnerSlot(blue, game.winningTeam)]++
      counted.push({ id: game.id, match, blue })
    }
    const result = { winner: ahead(score), score, at: own.at(-1)!.endTime, forfeit: false }
    const round = { num: match, type: null, roundNum: null, roundName: `Match ${match}` }
    const plan = { match, stage: 1, ...round, slots, ...unlinked, ifNeeded: false }
    matches.push({ ...plan, isFlipped: false, adjusted: [0, 0], result, note: null })
  }
  if (matches.length === 0) throw new Unreadable('No game of game.csv was played in a match.')
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
    name: name ?? 'Imported tournament',
    date: inTime[0]!.startTime.slice(0, 10),
    linkType: 'hivemind',
    teams: [...teams].map(([name, team]) => ({ team, name })),
    stages: [stage],
    matches,
    games: counted,
  }
}

type Draw = (kind: 'team' | 'bracket' | 'match', n: number) => Promise<number[]>
type Known = {
  scene: SceneId
  slug: string
  cabinets: Map<string, { id: CabinetId; name: string }>
  games: Map<string, GameLine & { gameID: string }>
  draw: Draw
}

/** The command that stores it, with ids of this Waggle in place of those in the ZIP. */
export async function importCommand(
  archived: ArchivedTournament,
  { scene, slug, cabinets, games, draw }: Known,
): Promise<CommandOf<'ImportTournament'>> {
  const { name, date, linkType, matches } = archived
  const [team, stage, match] = await Promise.all([
    renumbered(
      'team',
      archived.teams.map((one) => one.team),
      draw,
    ),
    renumbered(
      'bracket',
      archived.stages.map((one) => one.stage),
      draw,
    ),
    renumbered(
      'match',
      matches.map((one) => one.match),
      draw,
    ),
  ])
  const to = { team, stage, match }
  const counted = archived.games.map(({ id, match: of, blue }) => {
    const game = games.get(id)
    if (!game) throw new Unreadable(`tournament.json: game ${id} is not in game.csv.`)
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
    // What an outside bracket says of it is that of another Waggle.
    linkType: linkType === 'challonge' ? 'manual' : linkType,
    cabinets: [...cabinets.values()],
    teams: archived.teams.map((one) => ({ ...one, team: team(one.team) })),
    stages: await Promise.all(archived.stages.map((one) => stageFrom(one, to))),
    matches: matches.map((one) => matchFrom(one, to)),
    games: counted,
  })
  if (data?.type === 'ImportTournament') return data
  const at = error?.issues[0]
  throw new Unreadable(`It cannot be imported: ${at?.path.join('.')}: ${at?.message}`)
}

type Renumber = (id: number) => number
type To = Record<'team' | 'stage' | 'match', Renumber>

async function renumbered(kind: Parameters<Draw>[0], ids: number[], draw: Draw): Promise<Renumber> {
  const fresh = ids.length > 0 ? await draw(kind, ids.length) : []
  const to = new Map(ids.map((id, index) => [id, fresh[index]!]))
  return (id) => {
    const found = to.get(id)
    if (found !== undefined) return found
    throw new Unreadable(`tournament.json: there is no ${kind} ${id}.`)
  }
}

async function stageFrom(stage: ArchivedTournament['stages'][number], to: To) {
  const { rolled, settings, decides, groupSet, seeds, withdrawn } = stage
  return {
    stage: to.stage(stage.stage),
    settings: { ...settings, linkedOrg: null, linkedBracketId: null },
    dice: await diceThatPut(rolled.map(([above, below]) => [to.team(above), to.team(below)])),
    seeds: seeds.map((seed) => placeFrom(seed, to)),
    groupSet: groupSet && to.stage(groupSet),
    decides: decides && { ...decides, stage: to.stage(decides.stage) },
    withdrawn: withdrawn.map((team) => to.team(team)),
  }
}

function matchFrom(match: ArchivedTournament['matches'][number], to: To) {
  const target = (one: { match: MatchId; slot: 0 | 1 } | null) =>
    one && { ...one, match: to.match(one.match) }
  return {
    ...match,
    match: to.match(match.match),
    stage: to.stage(match.stage),
    slots: match.slots.map((slot) => placeFrom(slot, to)),
    winnerTo: target(match.winnerTo),
    loserTo: target(match.loserTo),
  }
}

function placeFrom(place: Slot | Seed, to: To): Slot {
  if ('team' in place) return { team: to.team(place.team) }
  if ('placeOf' in place) {
    return { placeOf: { ...place.placeOf, stage: to.stage(place.placeOf.stage) } }
  }
  if ('winnerOf' in place) return { winnerOf: to.match(place.winnerOf) }
  return 'loserOf' in place ? { loserOf: to.match(place.loserOf) } : place
}

const maxThrows = 50_000
const throwsATurn = 1_000

/** Rolls go by the numbers of teams, and these are new: dice are drawn until they say the same. */
async function diceThatPut(rolled: [above: TeamId, below: TeamId][]): Promise<string> {
  for (let n = 1; ; n++) {
    const dice = randomBytes(32).toString('hex')
    if (n === maxThrows) return dice
    if (rolled.every(([above, below]) => rollOf(dice, above) < rollOf(dice, below))) return dice
    if (n % throwsATurn === 0) await turn()
  }
}
