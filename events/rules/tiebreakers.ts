import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { dropOldest } from '../drop-oldest.ts'
import { tallyResults } from './tally.ts'
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

/** What can put a team below another one (R-TB-8). */
export const decidingRules = [
  ...tiebreakers,
  'seed',
  'place',
  'tiebreak_match',
  'withdrawn',
] as const
export type DecidingRule = (typeof decidingRules)[number]

/** Two integers, so that rounding decides nothing (R-TB-2); null is worse than any ratio. */
type Ratio = { part: number; whole: number } | null

/** `unit`: both numbers count units of 1 or 1/2, or the ratio is a mean in ms. */
export type Measure = { ratio: Ratio; roll?: string; unit?: 1 | 2 | 'ms' }

/** The measure of each tied team, or why the rule is skipped for this tie. */
type RuleMeasures = { of: (team: TeamId) => Measure } | { skipped: string }

type Tie = {
  teams: TeamId[]
  all: Map<TeamId, Tally>
  results: Result[]
  dice: string
  /** replaces the dice while their secret is not published */
  rolls?: Rolls | undefined
  /** the numbers that teams roll by, if they are not their ids */
  rollsAs?: Records<TeamId, number> | undefined
}

/** Rolls in hex that a table has shown to the public, by team (R-TB-8). */
export type Rolls = Readonly<Record<TeamId, string>>

export function measure(rule: Tiebreaker, tie: Tie): RuleMeasures {
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

/** Negative if `a` ranks above `b`. */
export function compare(a: Measure, b: Measure): number {
  if (a.roll && b.roll) return a.roll < b.roll ? -1 : Number(a.roll > b.roll)
  if (!a.ratio || !b.ratio) return Number(!a.ratio) - Number(!b.ratio)
  return b.ratio.part * a.ratio.whole - a.ratio.part * b.ratio.whole
}

/** As text, for rows that a rule separates. */
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

/** R-TB-4: only matches between the tied teams count, and every two of them must have met. */
function headToHead(tie: Tie, measureOf: (tally: Tally) => Measure): RuleMeasures {
  const pairs = (tie.teams.length * (tie.teams.length - 1)) / 2
  const skipped = { skipped: haveNotMet }
  if (pairs > tie.results.length) return skipped
  const among = tie.results.filter(({ teams }) => teams.every((team) => tie.teams.includes(team)))
  const met = new Set(among.flatMap(({ teams: [a, b] }) => [`${a} ${b}`, `${b} ${a}`]))
  const isIncomplete = tie.teams.some((a) =>
    tie.teams.some((b) => a !== b && !met.has(`${a} ${b}`)),
  )
  if (isIncomplete) return skipped
  const tallies = tallyResults(tie.teams, among)
  return { of: (team) => measureOf(tallies.get(team)!) }
}

const haveNotMet = 'not all of the tied teams have played each other'

/** R-TB-6: a longer time is better, and no losses are best. */
function timeInLosses(tie: Tie): RuleMeasures {
  const isUntimed = tie.teams.some((team) => tie.all.get(team)!.lostMs === null)
  if (isUntimed) return { skipped: 'a lost game has no duration' }
  const of = (team: TeamId): Measure => {
    const { lostMs, gamesLost } = tie.all.get(team)!
    const ratio = gamesLost === 0 ? { part: 1, whole: 0 } : { part: lostMs!, whole: gamesLost }
    return { ratio, unit: 'ms' }
  }
  return { of }
}

/** R-TB-7: anyone who knows the published secret can repeat the rolls; the lowest roll is first. */
function diceRoll(dice: string, team: TeamId): Measure {
  const rolls = rollCache.get(dice) ?? new Map<TeamId, Measure>()
  const cached = rolls.get(team)
  if (cached) return cached
  const measure = { ratio: null, roll: rollOf(dice, team) }
  rolls.set(team, measure)
  rollCache.delete(dice)
  rollCache.set(dice, rolls)
  dropOldest(rollCache, maxDice)
  return measure
}

export function rollOf(dice: string, team: TeamId): string {
  return bytesToHex(hmac(sha256, hexToBytes(dice), utf8ToBytes(String(team))))
}

/** Rolls that no table has needed yet are empty and separate no teams. */
function shownRoll(rolls: Rolls, team: TeamId): Measure {
  return { ratio: null, roll: rolls[team] ?? '' }
}

/** Rolls never change and are the most expensive part of a table: the last stages are cached. */
const rollCache = new Map<string, Map<TeamId, Measure>>()
const maxDice = 200
