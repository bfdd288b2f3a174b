import { matchEndOf, gamesLeft } from './match-length.ts'
import type { MatchLength, Score } from './match-length.ts'

/**
 * The rest of a match between equal teams (R-ETA-1): the expected number of games, the chance that
 * slot 0 wins, and the chance of each number of games; `counts` is empty if the number is not
 * random.
 */
type Rest = { games: number; first: number; counts: number[] }

/** `usual` is the typical number of games of a match that an official ends. */
export function expectedRest(rules: MatchLength, score: Score, usual: number): Rest {
  const end = matchEndOf(rules, score)
  if (end.done) return finished(end.winner === null ? 1 / 2 : 1 - end.winner)
  const { winsPerMatch: wins, roundsPerMatch: rounds } = rules
  const played = score[0] + score[1]
  if (wins > 0) return race(Math.max(1, wins - score[0]), Math.max(1, wins - score[1]))
  if (rounds > 0) return allRounds(rules, score)
  return { games: Math.max(1, usual - played), first: 1 / 2, counts: [] }
}

function finished(first: number): Rest {
  return { games: 0, first, counts: [1] }
}

const races = new Map<string, Rest>()

/** Slot 0 needs `a` wins, slot 1 needs `b`. */
function race(a: number, b: number): Rest {
  if (a === 0 || b === 0) return finished(a === 0 ? 1 : 0)
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

/**
 * All rounds are played, and then a tie-break game if the score is level and the rules want one.
 */
function allRounds(rules: MatchLength, score: Score): Rest {
  const { min, max } = gamesLeft(rules, score)
  const left = Math.max(0, rules.roundsPerMatch - score[0] - score[1])
  if (left === 0) return { games: min, first: 1 / 2, counts: [] }
  let [ahead, level] = [0, 0]
  for (let won = 0, chance = 1 / 2 ** left; won <= left; won++) {
    const lead = score[0] + won - (score[1] + left - won)
    if (lead > 0) ahead += chance
    if (lead === 0) level += chance
    chance *= (left - won) / (won + 1)
  }
  const first = ahead + level / 2
  if (max === min) return { games: min, first, counts: [] }
  const counts = Array.from({ length: max + 1 }, (_, games) => {
    if (games === max) return level
    return games === min ? 1 - level : 0
  })
  return { games: min + level, first, counts }
}
