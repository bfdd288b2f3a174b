import { decided, gamesLeft } from './match-length.ts'
import type { MatchLength, Score } from './match-length.ts'

/**
 * What is left of a match between equals: games expected, the chance of slot 0 (R-ETA-1), and the
 * chance of each number of games, where chance decides it.
 */
type Rest = { games: number; first: number; counts: number[] }

/** `usual`: games of a match that ends when a person says so. */
export function expectedRest(rules: MatchLength, score: Score, usual: number): Rest {
  const verdict = decided(rules, score)
  if (verdict.done) return over(verdict.winner === null ? 1 / 2 : 1 - verdict.winner)
  const { winsPerMatch: wins, roundsPerMatch: rounds } = rules
  const played = score[0] + score[1]
  if (wins > 0) return race(Math.max(1, wins - score[0]), Math.max(1, wins - score[1]))
  if (rounds > 0) return allRounds(rules, score)
  return { games: Math.max(1, usual - played), first: 1 / 2, counts: [] }
}

function over(first: number): Rest {
  return { games: 0, first, counts: [1] }
}

const races = new Map<string, Rest>()

/** One needs `a` wins, the other `b`. */
function race(a: number, b: number): Rest {
  if (a === 0 || b === 0) return over(a === 0 ? 1 : 0)
  const key = `${a} ${b}`
  const cached = races.get(key)
  if (cached) return cached
  const [won, lost] = [race(a - 1, b), race(a, b - 1)]
  const rest = {
    games: 1 + (won.games + lost.games) / 2,
    first: (won.first + lost.first) / 2,
    counts: Array.from({ length: a + b }, (_, games) => {
      return ((won.counts[games - 1] ?? 0) + (lost.counts[games - 1] ?? 0)) / 2
    }),
  }
  races.set(key, rest)
  return rest
}

/** All rounds are played, and a tie-break game where they may end level. */
function allRounds(rules: MatchLength, score: Score): Rest {
  const { min, max } = gamesLeft(rules, score)
  const left = Math.max(0, rules.roundsPerMatch - score[0] - score[1])
  if (left === 0) return { games: min, first: 1 / 2, counts: [] }
  let [more, level] = [0, 0]
  for (let won = 0, chance = 1 / 2 ** left; won <= left; won++) {
    const lead = score[0] + won - (score[1] + left - won)
    if (lead > 0) more += chance
    if (lead === 0) level += chance
    chance *= (left - won) / (won + 1)
  }
  const first = more + level / 2
  if (max === min) return { games: min, first, counts: [] }
  const counts = Array.from({ length: max + 1 }, (_, games) => {
    if (games === max) return level
    return games === min ? 1 - level : 0
  })
  return { games: min + level, first, counts }
}
