import type { MatchPlan } from '#events/schema/parts/shapes.ts'
import type { Sources } from './parsed-bracket.ts'
import type { ParsedMatch, ParsedStage } from './parsed-bracket.ts'

type Round = {
  type: MatchPlan['type']
  roundNum: number | null
  roundName: string
  /** 0 is the final; losers of a greater level are out earlier */
  level: number
  /** its winner gets a final place too */
  isDecisive: boolean
  /** its sides are swapped, so that the champion of the winners' bracket is first (R-BR-7) */
  isTurned: boolean
}
export type Rounds = Map<ParsedMatch, Round>

const lastRounds = ['Finals', 'Semifinals', 'Quarterfinals', 'Octofinals']
const plain = { type: null, isTurned: false, isDecisive: false }

/** The round of each match in its bracket. */
export function roundsOf(stage: ParsedStage, sources: Sources): Rounds {
  if (stage.type === 'single_elim') return singleRounds(stage)
  if (stage.type === 'double_elim') return doubleRounds(stage, sources)
  return new Map(
    stage.matches.map((match) => {
      const roundName = `Round ${match.round}`
      return [match, { ...plain, roundNum: match.round, roundName, level: 0 }]
    }),
  )
}

function singleRounds({ matches }: ParsedStage): Rounds {
  const last = Math.max(...matches.map(({ round }) => round))
  // A third-place match has round 0, or is in the last round after the final.
  const finals = matches.filter(({ round }) => round === last)
  const isForThird = (match: ParsedMatch) =>
    match.round < 1 || (finals.length > 1 && match.round === last && isOfLosers(match, matches))
  return new Map(
    matches.map((match): [ParsedMatch, Round] => {
      if (isForThird(match)) {
        const roundName = 'Third-Place Match'
        const type = 'third_place' as const
        return [match, { ...plain, type, roundNum: 0, roundName, level: 0.5, isDecisive: true }]
      }
      const left = last - match.round
      const roundName = lastRounds[left] ?? `Round ${match.round}`
      return [
        match,
        { ...plain, roundNum: left + 1, roundName, level: left, isDecisive: left === 0 },
      ]
    }),
  )
}

function isOfLosers(match: ParsedMatch, all: ParsedMatch[]): boolean {
  if (match.from.some((source) => source !== null)) {
    return match.from.every((source) => source?.of === 'loser')
  }
  const earlier = all.filter((other) => other.round < match.round && other.winner !== null)
  const lost = new Set(earlier.map(({ players, winner }) => players[winner === 0 ? 1 : 0]))
  return match.players.every((player) => player !== null && lost.has(player))
}

function doubleRounds({ matches }: ParsedStage, sources: Sources): Rounds {
  const byId = new Map(matches.map((match) => [match.id, match]))
  const roundsFrom = (match: ParsedMatch) =>
    (sources.get(match) ?? []).map((source) => (source && byId.get(source.match)?.round) ?? null)
  const fromLosers = (match: ParsedMatch) =>
    roundsFrom(match).some((round) => round !== null && round < 0)
  // With only two teams, the final is a rematch of the match before.
  const first =
    matches.find((match) => match.round > 0 && fromLosers(match)) ??
    matches.find((match) => isRematch(match, sources))
  const second =
    first && matches.find((match) => match !== first && isSecondFinal(match, first, sources))
  const finals = new Set([first, second])
  const rounds = (sign: 1 | -1) => [
    ...new Set(
      matches.flatMap((match) =>
        finals.has(match) || match.round * sign <= 0 ? [] : [match.round],
      ),
    ),
  ]
  const totals = { winners: rounds(1).length, losers: rounds(-1).length }
  const isTurned = first !== undefined && (roundsFrom(first)[0] ?? 1) < 0
  return new Map(
    matches.map((match): [ParsedMatch, Round] => {
      if (match === first || match === second) {
        const finalType = match === first ? ('first_final' as const) : ('second_final' as const)
        const name = match === first ? 'First Match' : 'Second Match'
        const roundName = second ? `Grand Finals (${name})` : 'Grand Finals'
        const turn = match === first ? isTurned : isSecondTurned(match, first, isTurned)
        const own = { type: finalType, roundNum: 0, roundName, level: 0, isDecisive: true }
        return [match, { ...own, isTurned: turn }]
      }
      const type = match.round > 0 ? ('winners' as const) : ('losers' as const)
      const at = rounds(match.round > 0 ? 1 : -1).toSorted((a, b) => Math.abs(a) - Math.abs(b))
      const roundNum = totals[type] - at.indexOf(match.round)
      const side = type === 'winners' ? 'Championship' : 'Elimination'
      const roundName = `${side} Round ${at.indexOf(match.round) + 1} of ${totals[type]}`
      return [match, { ...plain, type, roundNum, roundName, level: roundNum }]
    }),
  )
}

function isRematch(match: ParsedMatch, sources: Sources): boolean {
  const [one, two] = sources.get(match) ?? []
  return Boolean(one && two && one.match === two.match)
}

/** Both of its teams come from the first final. */
function isSecondFinal(match: ParsedMatch, first: ParsedMatch, sources: Sources): boolean {
  const own = sources.get(match) ?? []
  if (own.some((source) => source?.match === first.id)) return true
  const isReported = match.from.some((source) => source?.match === first.id)
  return isReported && match.round >= first.round
}

/** Whether the sides of the second final are swapped: the winner of the first has to be first. */
function isSecondTurned(second: ParsedMatch, first: ParsedMatch | undefined, turned: boolean) {
  const [player] = second.players
  const won = first?.winner ?? null
  if (first && won !== null && player !== null) return first.players[won] !== player
  const [one] = second.from
  return one?.match === first?.id ? one?.of === 'loser' : turned
}
