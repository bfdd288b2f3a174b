// Generates evenings from a seed, in the format of recorded ones, for machines without recordings.
import { layout } from '#events/rules/stage-types/layouts.ts'
import type { LayoutMatch } from '#events/rules/layout/layout-match.ts'
import { typeOf } from '#events/rules/stage-types/stage-types.ts'
import { standings } from '#events/rules/standings.ts'
import type { Tiebreaker } from '#events/rules/tiebreakers.ts'
import type {
  Evening,
  RecordedMatch,
  RecordedStage,
  RecordedEvent,
  RecordedGame,
} from '#test/support/recordings.ts'
import { random } from '#events/simulation/random.ts'
import type { Random } from '#events/simulation/random.ts'
import { mapName } from '#events/game/map/field.ts'
import type { Colour } from '#events/game/map/colour.ts'
import type { CabinetEvent } from '#events/schema/cabinet-facts.ts'
import { playGame } from '#events/simulation/play.ts'

// Plays the games of a generated evening: matches one after the other on two cabinets.
const cabinets = ['left', 'right']
const beginsAt = Date.parse('2025-05-09T18:30:00.000Z')
const betweenGamesMs = 40_000
const betweenMatchesMs = 150_000
const gameSeconds = 45

/** A game without stored events, whose point was entered by hand. */
const unrecorded = 4

export const generatedIds = ['robin', 'double'] as const
type GeneratedId = (typeof generatedIds)[number]

const nameOf = (index: number) => `Team ${String(index + 1).padStart(2, '0')}`
// Without dice, because their result is the server's secret.
const stageTiebreakers: Tiebreaker[] = ['match_win_pct', 'game_win_pct', 'h2h_games']
const plain = {
  roundsPerMatch: 0,
  winsPerMatch: 0,
  matchesPerOpponent: 1,
  addTiebreaker: false,
  autoWarmup: 'never',
  queueTimer: 30,
  randomizeSides: false,
  thirdPlaceMatch: false,
  stageTiebreakers,
}
const robin: RecordedStage = {
  ...plain,
  id: 1,
  name: 'Round Robin',
  stageType: 'round_robin',
  roundsPerMatch: 3,
}
const playoffs: RecordedStage = {
  ...plain,
  id: 2,
  name: 'Playoffs',
  stageType: 'single_elim',
  winsPerMatch: 3,
  thirdPlaceMatch: true,
}
const double: RecordedStage = {
  ...plain,
  id: 3,
  name: 'Double Elimination',
  stageType: 'double_elim',
  winsPerMatch: 2,
  autoWarmup: 'first_set',
}

/** The same seed gives the same evening, including the ids of its events. */
export function generated(id: GeneratedId, seed: number | string = 1): Evening {
  const chance = random(`${id} ${seed}`)
  const generator = openGameGenerator(chance)
  const teams = Array.from({ length: id === 'robin' ? 5 : 9 }, (_, index) => nameOf(index))
  const first = { robin, double }[id]
  const matches = playStage({ chance, generator, stage: first, seeds: chance.shuffled(teams) })
  const stages = [first]
  if (id === 'robin') {
    generator.edit(matches)
    stages.push(playoffs)
    const seeds = ranked(robin, matches).slice(0, 4)
    matches.push(...playStage({ chance, generator, stage: playoffs, seeds }))
  }
  const { events, number } = generator
  const date = '2025-05-09'
  return { tournament: { id: number, date, linkType: 'hivemind', teams, stages, matches }, events }
}

type Program = { chance: Random; generator: GameGenerator; stage: RecordedStage; seeds: string[] }

function playStage({ chance, generator, stage, seeds }: Program): RecordedMatch[] {
  const plan = layout(stage, seeds.length)
  const played = new Map<LayoutMatch, { winner: string; loser: string }>()
  const teamOf = (slot: LayoutMatch['slots'][number]): string => {
    if ('seed' in slot) return seeds[slot.seed - 1]!
    if ('winnerOf' in slot) return played.get(plan[slot.winnerOf]!)!.winner
    return played.get(plan[slot.loserOf]!)!.loser
  }
  const made = new Map<LayoutMatch, RecordedMatch>()
  // A round robin can be played in any order; a bracket only in the order of its dependencies.
  for (const match of typeOf(stage).pairing === 'everybody' ? chance.shuffled(plan) : plan) {
    const [one, two] = match.slots.map(teamOf) as [string, string]
    const first = plan[match.num - 2]
    if (match.ifNeeded && first && one === teamOf(first.slots[0])) {
      // The winners bracket champion has won, so there is no second final.
      const ends = { winnerToMatch: null, loserToMatch: null, winnerPlace: 1, loserPlace: 2 }
      Object.assign(made.get(first)!, ends)
      continue
    }
    const record = generator.match(stage, recordOf(stage, plan, match), [one, two])
    const { blueTeam, goldTeam, blueScore, goldScore } = record
    const [winner, loser] = blueScore > goldScore ? [blueTeam, goldTeam] : [goldTeam, blueTeam]
    played.set(match, { winner: winner!, loser: loser! })
    made.set(match, record)
  }
  return plan.flatMap((match) => made.get(match) ?? [])
}

/** A match in the format of the recording, before its first game. */
function recordOf(stage: RecordedStage, plan: LayoutMatch[], match: LayoutMatch): RecordedMatch {
  const { num: matchNum, type: matchType, roundNum, roundName, winnerPlace, loserPlace } = match
  const idOf = (num: number) => stage.id * 1000 + num
  const way = (to: LayoutMatch['winnerTo']) => ({
    id: to ? idOf(plan[to.match]!.num) : null,
    // The sides of the second final depend on the winner of the first.
    team: to && matchType !== 'first_final' ? (['blue', 'gold'] as const)[to.slot] : null,
  })
  const [winner, loser] = [way(match.winnerTo), way(match.loserTo)]
  return {
    id: idOf(matchNum),
    stage: stage.id,
    matchType,
    matchNum,
    roundNum: roundNum ?? 0,
    roundName,
    blueTeam: null,
    goldTeam: null,
    blueScore: 0,
    goldScore: 0,
    isFlipped: false,
    isComplete: true,
    winnerToMatch: winner.id,
    winnerToTeam: winner.team,
    loserToMatch: loser.id,
    loserToTeam: loser.team,
    winnerPlace,
    loserPlace,
    games: [],
  }
}

function ranked(stage: RecordedStage, matches: RecordedMatch[]): string[] {
  const teams = [...new Set(matches.flatMap((match) => [match.blueTeam!, match.goldTeam!]))]
  const idOf = (team: string | null) => teams.indexOf(team ?? '') + 1
  const results = matches.map((match) => ({
    match: match.id,
    teams: [idOf(match.blueTeam), idOf(match.goldTeam)] as [number, number],
    score: [match.blueScore, match.goldScore] as [number, number],
    winner: match.blueScore > match.goldScore ? (0 as const) : (1 as const),
    games: [],
  }))
  const order = stage.stageTiebreakers as Tiebreaker[]
  const ids = teams.map((_, index) => index + 1)
  return standings({ teams: ids, results, order, dice: '00' }).map(({ team }) => teams[team - 1]!)
}

type GameGenerator = ReturnType<typeof openGameGenerator>

function openGameGenerator(chance: Random) {
  const events: RecordedEvent[] = []
  let nowMs = beginsAt
  let games = 0

  function game(match: number, cabinet: string, winner: Colour): RecordedGame {
    games += 1
    const id = games
    const startAt = new Date(nowMs)
    const gameEvents = playGame({ seed: chance.uuid(), startAt, winner, seconds: gameSeconds })
    nowMs = Date.parse(gameEvents.at(-1)!.time) + betweenGamesMs
    const hasEvents = id !== unrecorded
    if (hasEvents)
      events.push(...gameEvents.map((event) => ({ ...event, match, game: id, cabinet })))
    return { id, cabinet, winningTeam: winner, hasEvents, ...factsOf(gameEvents) }
  }

  return {
    events,
    number: chance.whole(1000, 9999),

    /** Plays a match to its end, with the sides as drawn or swapped. */
    match(stage: RecordedStage, drawn: RecordedMatch, teams: [string, string]): RecordedMatch {
      const isFlipped = chance.chance(0.25)
      const [blueTeam, goldTeam] = isFlipped ? [teams[1], teams[0]] : teams
      const cabinet = cabinets[drawn.matchNum % cabinets.length]!
      const record = { ...drawn, isFlipped, blueTeam, goldTeam, games: [] as RecordedGame[] }
      while (!isOver(stage, record)) {
        const winner = chance.pick(['blue', 'gold'] as const)
        record.games.push(game(record.id, cabinet, winner))
        record[`${winner}Score`] += 1
      }
      nowMs += betweenMatchesMs
      return record
    },

    /** Reverses one score, like a typing mistake that was never corrected. */
    edit(matches: RecordedMatch[]): void {
      const match = chance.pick(matches.filter((one) => one.games.every((game) => game.hasEvents)))
      const { blueScore, goldScore } = match
      Object.assign(match, { blueScore: goldScore, goldScore: blueScore })
    },
  }
}

function isOver({ winsPerMatch, roundsPerMatch }: RecordedStage, match: RecordedMatch): boolean {
  const { blueScore, goldScore } = match
  if (winsPerMatch > 0) return Math.max(blueScore, goldScore) === winsPerMatch
  return blueScore + goldScore === roundsPerMatch
}

function factsOf(gameEvents: CabinetEvent[]) {
  const of = (type: string) => gameEvents.find((event) => event.type === type)!
  const [start, end] = [of('gamestart'), of('victory')]
  const mapNameOf = mapName(start.values[0] ?? '')
  const winCondition = end.values[1] as RecordedGame['winCondition']
  return { mapName: mapNameOf, winCondition, startTime: start.time, endTime: end.time }
}
