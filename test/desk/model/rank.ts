// The standings of the model: applies tiebreakers one by one to groups of tied teams.
import { createHmac } from 'node:crypto'
import type { StageSettings } from '#events/schema/parts/stage-settings.ts'

type Rule = StageSettings['stageTiebreakers'][number]
type ModelResult = {
  teams: number[]
  score: [number, number]
  winner: 0 | 1 | null
  forfeit: boolean
  games: { winner: 0 | 1; seconds: number }[]
}
type RankInput = { teams: number[]; results: ModelResult[]; rules: Rule[]; dice: string }

/** R-TB-1: the tiebreakers in order, then the seeds. */
export function rank(input: RankInput) {
  const order = split(input, input.teams, input.rules)
  return order.map((team) => {
    const { won, tied, lost, gamesWon, gamesLost } = sums(input.results, team)
    return { team, won, tied, lost, gamesWon, gamesLost }
  })
}

function split(input: RankInput, tied: number[], rules: Rule[]): number[] {
  const [rule, ...rest] = rules
  if (tied.length < 2 || !rule) return tied
  const values = tied.map((team) => valueOf(rule, input, tied, team))
  if (values.includes('skip')) return split(input, tied, rest)
  const groups: { value: Value; teams: number[] }[] = []
  for (const [index, team] of tied.entries()) {
    const value = values[index]!
    const same = groups.find(
      (group) => !isBetter(group.value, value) && !isBetter(value, group.value),
    )
    if (same) same.teams.push(team)
    else groups.push({ value, teams: [team] })
  }
  if (groups.length === 1) return split(input, tied, rest)
  groups.sort((a, b) => (isBetter(a.value, b.value) ? -1 : 1))
  // R-TB-4: head-to-head rules are applied again within each group.
  const remainingRules = rule.startsWith('h2h') ? rules : rest
  return groups.flatMap((group) => split(input, group.teams, remainingRules))
}

/**
 * A fraction, a dice roll, or null without data; `skip`: the rule does not apply to these teams.
 */
type Value = [part: number, whole: number] | string | null

function isBetter(a: Value, b: Value): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a < b
  if (!Array.isArray(a)) return false
  if (!Array.isArray(b)) return true
  // R-TB-2: no floating point
  return BigInt(a[0]) * BigInt(b[1]) > BigInt(b[0]) * BigInt(a[1])
}

function valueOf(rule: Rule, { results, dice }: RankInput, tied: number[], team: number): Value {
  const matchesAmongTied = results.filter((result) =>
    result.teams.every((one) => tied.includes(one)),
  )
  const all = sums(results, team)
  switch (rule) {
    // R-TB-3
    case 'game_win_pct':
      return share(all.gamesWon, all.gamesWon + all.gamesLost)
    // R-TB-5: a draw is half a win
    case 'match_win_pct':
      return share(2 * all.won + all.tied, 2 * all.played)
    case 'h2h_games':
    case 'h2h_matches': {
      const met = (a: number, b: number) =>
        matchesAmongTied.some(({ teams }) => teams.includes(a) && teams.includes(b) && a !== b)
      if (tied.some((a) => tied.some((b) => a !== b && !met(a, b)))) return 'skip'
      const own = sums(matchesAmongTied, team)
      if (rule === 'h2h_matches') return share(2 * own.won + own.tied, 2 * own.played)
      return share(own.gamesWon, own.gamesWon + own.gamesLost)
    }
    // R-TB-6: longer is better, no losses are best
    case 'game_time_in_losses':
      if (tied.some((one) => sums(results, one).lostMs === null)) return 'skip'
      return all.gamesLost === 0 ? [1, 0] : [all.lostMs ?? 0, all.gamesLost]
    // R-TB-7: reproducible by anyone; the lowest is first
    case 'dice_roll':
      return createHmac('sha256', Buffer.from(dice, 'hex')).update(`${team}`).digest('hex')
  }
}

function share(part: number, whole: number): Value {
  return whole === 0 ? null : [part, whole]
}

function sums(results: ModelResult[], team: number) {
  const sum = { played: 0, won: 0, tied: 0, lost: 0, gamesWon: 0, gamesLost: 0, lostMs: 0 }
  let isTimed = true
  for (const { teams, score, winner, forfeit, games } of results) {
    for (const side of [0, 1] as const) {
      if (teams[side] !== team) continue
      const opponent = side === 0 ? 1 : 0
      sum.played++
      sum.gamesWon += score[side]
      sum.gamesLost += score[opponent]
      if (winner === side) sum.won++
      else if (winner === opponent || forfeit) sum.lost++
      else sum.tied++
      const lost = games.filter((game) => game.winner === opponent)
      if (lost.length !== score[opponent]) isTimed = false
      for (const game of lost) sum.lostMs += Math.round(game.seconds * 1000)
    }
  }
  return { ...sum, lostMs: isTimed ? sum.lostMs : null }
}
