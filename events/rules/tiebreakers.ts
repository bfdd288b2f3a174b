import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { dropOldest } from '../drop-oldest.ts'
import { tallied } from './tally.ts'
import type { Result, Tally } from './tally.ts'
import type { Records, TeamId } from '../ids.ts'

export const tiebreakers = [
  'game_win_pct',
  'h2h_games',
  'h2h_matches',
  'match_win_pct',
  'game_time_in_losses',
  'dice_roll',
] as const

export type Tiebreaker = (typeof tiebreakers)[number]

/** Two whole numbers, so that no rounding decides (R-TB-2); null is worse than any ratio. */
type Ratio = { part: number; whole: number } | null

/** `unit` is how many of the ratio's numbers make one, or `ms` for their mean. */
export type Measure = { ratio: Ratio; roll?: string; unit?: 1 | 2 | 'ms' }

/** What the rule says of each tied team, or why it says nothing of this set. */
type Verdict = { of: (team: TeamId) => Measure } | { skipped: string }

type Tie = {
  teams: TeamId[]
  all: Map<TeamId, Tally>
  results: Result[]
  dice: string
  /** in place of dice that are not told */
  rolls?: Rolls | undefined
  /** in place of their ids */
  rollsAs?: Records<TeamId, number> | undefined
}

/** By team, in hex: those that a table has shown to everybody (R-TB-8). */
export type Rolls = Readonly<Record<TeamId, string>>

export function measure(rule: Tiebreaker, tie: Tie): Verdict {
  switch (rule) {
    case 'game_win_pct':
      return { of: (team) => games(tie.all.get(team)!) }
    case 'match_win_pct':
      return { of: (team) => matches(tie.all.get(team)!) }
    case 'h2h_games':
      return headToHead(tie, games)
    case 'h2h_matches':
      return headToHead(tie, matches)
    case 'game_time_in_losses':
      return timeInLosses(tie)
    case 'dice_roll':
      return {
        of: (team) =>
          tie.rolls ? shownRoll(tie.rolls, team) : diceRoll(tie.dice, tie.rollsAs?.[team] ?? team),
      }
  }
}

/** Below zero when a ranks above b. */
export function compare(a: Measure, b: Measure): number {
  if (a.roll && b.roll) return a.roll < b.roll ? -1 : Number(a.roll > b.roll)
  if (!a.ratio || !b.ratio) return Number(!a.ratio) - Number(!b.ratio)
  return b.ratio.part * a.ratio.whole - a.ratio.part * b.ratio.whole
}

/** In words, for the few rows that a rule parts. */
export function textOf({ ratio, roll, unit = 1 }: Measure): string {
  if (roll) return roll
  if (!ratio) return '–'
  const { part, whole } = ratio
  if (unit === 'ms') return whole === 0 ? 'no losses' : `${(part / whole / 1000).toFixed(1)} s`
  const percent = ((100 * part) / whole).toFixed(1)
  return `${percent} % (${part / unit} of ${whole / unit})`
}

function games({ gamesWon, gamesLost }: Tally): Measure {
  return share(gamesWon, gamesWon + gamesLost, 1)
}

// R-TB-5: a draw is half a win, so both numbers count halves.
function matches({ matchesWon, matchesTied, matchesPlayed }: Tally): Measure {
  return share(2 * matchesWon + matchesTied, 2 * matchesPlayed, 2)
}

function share(part: number, whole: number, unit: 1 | 2): Measure {
  return { ratio: whole === 0 ? null : { part, whole }, unit }
}

/** R-TB-4: among the tied teams only, and only if every two of them have met. */
function headToHead(tie: Tie, of: (tally: Tally) => Measure): Verdict {
  const [pairs, skipped] = [(tie.teams.length * (tie.teams.length - 1)) / 2, { skipped: strangers }]
  if (pairs > tie.results.length) return skipped
  const among = tie.results.filter(({ teams }) => teams.every((team) => tie.teams.includes(team)))
  const met = new Set(among.flatMap(({ teams: [a, b] }) => [`${a} ${b}`, `${b} ${a}`]))
  const apart = tie.teams.some((a) => tie.teams.some((b) => a !== b && !met.has(`${a} ${b}`)))
  if (apart) return skipped
  const tallies = tallied(tie.teams, among)
  return { of: (team) => of(tallies.get(team)!) }
}

const strangers = 'not all of the tied teams have played each other'

/** R-TB-6: longer is better, and never to have lost is best. */
function timeInLosses(tie: Tie): Verdict {
  const untimed = tie.teams.some((team) => tie.all.get(team)!.lostMs === null)
  if (untimed) return { skipped: 'a lost game has no duration' }
  const of = (team: TeamId): Measure => {
    const { lostMs, gamesLost } = tie.all.get(team)!
    const ratio = gamesLost === 0 ? { part: 1, whole: 0 } : { part: lostMs!, whole: gamesLost }
    return { ratio, unit: 'ms' }
  }
  return { of }
}

/** R-TB-7: anyone who knows the published seed can roll again; the lowest roll is first. */
function diceRoll(dice: string, team: TeamId): Measure {
  const rolls = rolled.get(dice) ?? new Map<TeamId, Measure>()
  const before = rolls.get(team)
  if (before) return before
  const measure = { ratio: null, roll: rollOf(dice, team) }
  rolls.set(team, measure)
  rolled.delete(dice)
  rolled.set(dice, rolls)
  dropOldest(rolled, maxDice)
  return measure
}

export function rollOf(dice: string, team: TeamId): string {
  return bytesToHex(hmac(sha256, hexToBytes(dice), utf8ToBytes(String(team))))
}

/** One that no table needed yet parts nobody. */
function shownRoll(rolls: Rolls, team: TeamId): Measure {
  return { ratio: null, roll: rolls[team] ?? '' }
}

/** A roll never changes and costs more than all else of a table: those of the last stages are kept. */
const rolled = new Map<string, Map<TeamId, Measure>>()
const maxDice = 200
