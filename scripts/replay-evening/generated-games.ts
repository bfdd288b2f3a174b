// Plays the games of a generated evening: matches one after the other on two cabinets.
import { mapName } from '#events/game/map/field.ts'
import type { Colour } from '#events/game/map/colour.ts'
import type { CabinetEvent } from '#events/schema/cabinet-facts.ts'
import type {
  RecordedEvent,
  RecordedGame,
  RecordedMatch,
  RecordedStage,
} from '#test/support/recordings.ts'
import { playGame } from '#events/simulation/play.ts'
import type { Random } from '#events/simulation/random.ts'

export type GameGenerator = ReturnType<typeof openGameGenerator>

const cabinets = ['left', 'right']
const beginsAt = Date.parse('2025-05-09T18:30:00.000Z')
const betweenGamesMs = 40_000
const betweenMatchesMs = 150_000
const gameSeconds = 45
/** A game without stored events, whose point was entered by hand. */
const unrecorded = 4

export function openGameGenerator(chance: Random) {
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
