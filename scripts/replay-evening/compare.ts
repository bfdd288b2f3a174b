// A match as the record has it and as Waggle shows it, in the same words.
import type { MatchRow } from '../../events/schema/rows.ts'
import type { RecordedGame, RecordedMatch } from '../../test/support/recordings.ts'
import { drawnTeams } from './seeding.ts'

export type Difference = { where: string; what: string; record: string; ours: string }
type Names = { get(team: number): string | undefined }
/** A game as REST has it. */
export type GameSummary = Pick<RecordedGame, 'mapName' | 'startTime'> & {
  winCondition: string | null
  winningTeam: string | null
  endTime: string | null
}
type Word = string | number | boolean | null
type WordsByName = Record<string, Word>
type Stage = { name: string; record: RecordedMatch[]; ours: MatchRow[]; names: Names }

const nothing = '–'

/** The bracket before its first game. */
export function compareLayout({ name, record, ours, names }: Stage): Difference[] {
  // The second final is there only when it is needed.
  const expected = record.filter((match) => match.matchType !== 'second_final')
  return paired(name, [expected, ours], (where, match, row) => {
    const [blueTeam, goldTeam] = drawnTeams(match)
    const ends = { ...placesOf(match), ...recordedWays(match, record, 'drawn') }
    // Where the first final leads is settled by who wins it.
    const told = { ...shapeOf(match), ...(match.matchType === 'first_final' ? {} : ends) }
    const shown = { ...row, ...teamsOf(row, names), ...waysOf(row, ours) }
    return [
      ...differing(where, told, shown),
      ...(row.blueTeam === null ? [] : differing(where, { blueTeam }, shown)),
      ...(row.goldTeam === null ? [] : differing(where, { goldTeam }, shown)),
    ]
  })
}

/** The bracket when all is played. */
export function compareResults({ name, record, ours, names }: Stage): Difference[] {
  return paired(name, [record, ours], (where, match, row) => {
    const { blueTeam, goldTeam, blueScore, goldScore, isComplete, isFlipped } = match
    const leader = blueScore > goldScore ? blueTeam : goldTeam
    const winner = !isComplete || blueScore === goldScore ? null : leader
    const told = {
      ...shapeOf(match),
      blueTeam,
      goldTeam,
      blueScore,
      goldScore,
      isComplete,
      isFlipped,
      winner,
      ...placesOf(match),
      ...recordedWays(match, record, 'played'),
    }
    return differing(where, told, { ...row, ...teamsOf(row, names), ...waysOf(row, ours) })
  })
}

export function compareGames(
  where: string,
  record: RecordedGame[],
  ours: GameSummary[],
): Difference[] {
  if (record.length !== ours.length) {
    return [{ where, what: 'games', record: `${record.length}`, ours: `${ours.length}` }]
  }
  return record.flatMap((game, index) => {
    const { mapName, winCondition, winningTeam } = game
    const times = { startTime: short(game.startTime), endTime: short(game.endTime) }
    const told = { mapName, winCondition, winningTeam, ...times }
    return differing(`${where} game ${index + 1}`, told, ours[index]!)
  })
}

export function difference(where: string, what: string, sides: [Word, Word]): Difference[] {
  const [record, ours] = sides.map((side) => (side === null ? nothing : String(side)))
  return record === ours ? [] : [{ where, what, record: record!, ours: ours! }]
}

type Compare = (where: string, match: RecordedMatch, row: MatchRow) => Difference[]

/** By match number. */
function paired(stage: string, sides: [RecordedMatch[], MatchRow[]], compare: Compare) {
  const [record, ours] = sides
  const numbers = new Set([...record, ...ours].map((match) => match.matchNum))
  return [...numbers].flatMap((num) => {
    const where = `${stage} M${num}`
    const match = record.find((one) => one.matchNum === num)
    const row = ours.find((one) => one.matchNum === num)
    if (match && row) return compare(where, match, row)
    return difference(where, 'match', [match ? 'there' : null, row ? 'there' : null])
  })
}

function differing(where: string, told: WordsByName, shown: object): Difference[] {
  const sides = shown as WordsByName
  return Object.entries(told).flatMap(([what, value]) =>
    difference(where, what, [value ?? null, sides[what] ?? null]),
  )
}

function shapeOf({ matchType, roundNum, roundName }: RecordedMatch): WordsByName {
  return { matchType, roundNum, roundName }
}

function placesOf({ winnerPlace, loserPlace }: RecordedMatch): WordsByName {
  return { winnerPlace, loserPlace }
}

function teamsOf(row: MatchRow, names: Names): WordsByName {
  const name = (team: number | null) => (team === null ? null : (names.get(team) ?? `team ${team}`))
  return { blueTeam: name(row.blueTeam), goldTeam: name(row.goldTeam), winner: name(row.winner) }
}

function waysOf(row: MatchRow, ours: MatchRow[]): WordsByName {
  const { winnerToMatch, winnerToTeam, loserToMatch, loserToTeam, matchType } = row
  const sided = matchType !== 'first_final'
  return {
    winnerTo: way(ours, winnerToMatch, sided ? winnerToTeam : null),
    loserTo: way(ours, loserToMatch, sided ? loserToTeam : null),
  }
}

/** The record keeps the side as drawn: a swap of the next match moves it (wire 5.4). */
function recordedWays(
  match: RecordedMatch,
  all: RecordedMatch[],
  when: 'drawn' | 'played',
): WordsByName {
  const side = (id: number | null, colour: string | null) => {
    const swapped = when === 'played' && all.find((next) => next.id === id)?.isFlipped
    return swapped && colour ? { blue: 'gold', gold: 'blue' }[colour]! : colour
  }
  const { winnerToMatch, loserToMatch } = match
  return {
    winnerTo: way(all, winnerToMatch, side(winnerToMatch, match.winnerToTeam)),
    loserTo: way(all, loserToMatch, side(loserToMatch, match.loserToTeam)),
  }
}

type Numbered = { id: number; matchNum: number }

function way(all: Numbered[], id: number | null, side: string | null): string | null {
  if (id === null) return null
  const num = all.find((match) => match.id === id)?.matchNum
  return `M${num ?? '?'}${side ? ` ${side}` : ''}`
}

function short(time: string): string {
  return new Date(time).toISOString()
}
