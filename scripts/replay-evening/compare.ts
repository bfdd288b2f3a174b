// Compares recorded matches with Waggle's, after converting both to the same format.
import type { MatchRow } from '#events/schema/rows.ts'
import type { RecordedGame, RecordedMatch } from '#test/support/recordings.ts'
import { drawnTeams } from './seeding.ts'

export type Difference = { where: string; what: string; record: string; ours: string }
type Names = { get(team: number): string | undefined }
/** A game as returned by REST. */
export type GameSummary = Pick<RecordedGame, 'mapName' | 'startTime'> & {
  winCondition: string | null
  winningTeam: string | null
  endTime: string | null
}
type Value = string | number | boolean | null
type Fields = Record<string, Value>
type Stage = { name: string; record: RecordedMatch[]; ours: MatchRow[]; names: Names }

const nothing = '–'

/** Compares the bracket before its first game. */
export function compareLayout({ name, record, ours, names }: Stage): Difference[] {
  // The second final exists only if it is needed.
  const expected = record.filter((match) => match.matchType !== 'second_final')
  return paired(name, [expected, ours], (where, match, row) => {
    const [blueTeam, goldTeam] = drawnTeams(match)
    const ends = { ...placesOf(match), ...recordedWays(match, record, 'drawn') }
    // Where the teams of the first final advance depends on its winner.
    const recorded = { ...shapeOf(match), ...(match.matchType === 'first_final' ? {} : ends) }
    const actual = { ...row, ...teamsOf(row, names), ...waysOf(row, ours) }
    return [
      ...differing(where, recorded, actual),
      ...(row.blueTeam === null ? [] : differing(where, { blueTeam }, actual)),
      ...(row.goldTeam === null ? [] : differing(where, { goldTeam }, actual)),
    ]
  })
}

/** Compares the bracket after all games. */
export function compareResults({ name, record, ours, names }: Stage): Difference[] {
  return paired(name, [record, ours], (where, match, row) => {
    const { blueTeam, goldTeam, blueScore, goldScore, isComplete, isFlipped } = match
    const leader = blueScore > goldScore ? blueTeam : goldTeam
    const winner = !isComplete || blueScore === goldScore ? null : leader
    const recorded = {
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
    return differing(where, recorded, { ...row, ...teamsOf(row, names), ...waysOf(row, ours) })
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
    const recorded = { mapName, winCondition, winningTeam, ...times }
    return differing(`${where} game ${index + 1}`, recorded, ours[index]!)
  })
}

export function difference(where: string, what: string, sides: [Value, Value]): Difference[] {
  const [record, ours] = sides.map((side) => (side === null ? nothing : String(side)))
  return record === ours ? [] : [{ where, what, record: record!, ours: ours! }]
}

type Compare = (where: string, match: RecordedMatch, row: MatchRow) => Difference[]

/** Pairs the matches of both sides by match number. */
function paired(stage: string, sides: [RecordedMatch[], MatchRow[]], compare: Compare) {
  const [record, ours] = sides
  const numbers = new Set([...record, ...ours].map((match) => match.matchNum))
  return [...numbers].flatMap((num) => {
    const where = `${stage} M${num}`
    const match = record.find((match) => match.matchNum === num)
    const row = ours.find((match) => match.matchNum === num)
    if (match && row) return compare(where, match, row)
    return difference(where, 'match', [match ? 'there' : null, row ? 'there' : null])
  })
}

function differing(where: string, expected: Fields, row: object): Difference[] {
  const actual = row as Fields
  return Object.entries(expected).flatMap(([what, value]) =>
    difference(where, what, [value ?? null, actual[what] ?? null]),
  )
}

function shapeOf({ matchType, roundNum, roundName }: RecordedMatch): Fields {
  return { matchType, roundNum, roundName }
}

function placesOf({ winnerPlace, loserPlace }: RecordedMatch): Fields {
  return { winnerPlace, loserPlace }
}

function teamsOf(row: MatchRow, names: Names): Fields {
  const name = (team: number | null) => (team === null ? null : (names.get(team) ?? `team ${team}`))
  return { blueTeam: name(row.blueTeam), goldTeam: name(row.goldTeam), winner: name(row.winner) }
}

function waysOf(row: MatchRow, ours: MatchRow[]): Fields {
  const { winnerToMatch, winnerToTeam, loserToMatch, loserToTeam, matchType } = row
  const sided = matchType !== 'first_final'
  return {
    winnerTo: way(ours, winnerToMatch, sided ? winnerToTeam : null),
    loserTo: way(ours, loserToMatch, sided ? loserToTeam : null),
  }
}

/** The recording has the side as drawn; a swap of the next match changes it (wire 5.1). */
function recordedWays(
  match: RecordedMatch,
  all: RecordedMatch[],
  when: 'drawn' | 'played',
): Fields {
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
