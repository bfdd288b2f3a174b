import type { Sources } from './parsed-bracket.ts'
import { roundsOf } from './bracket-rounds.ts'
import type { Rounds } from './bracket-rounds.ts'
import { isBracket } from './parsed-bracket.ts'
import type { ParsedMatch, ParsedStage, Pair, Source } from './parsed-bracket.ts'

type Target = { match: string; slot: 0 | 1 }
type Links = {
  winnerTo: Target | null
  loserTo: Target | null
  winnerPlace: number | null
  loserPlace: number | null
}

/**
 * From which match each team of an elimination comes: as the other site reports it, else the match
 * that the team played before. A source that contradicts the team, or is used already, is ignored.
 */
function sourcesIn(stage: ParsedStage): Sources {
  const byId = new Map(stage.matches.map((match) => [match.id, match]))
  const lastOf = new Map<string, ParsedMatch>()
  const used = new Set<string>()
  const sources: Sources = new Map()
  const hasSources = stage.matches.some(({ from }) => from.some((source) => source !== null))
  for (const match of stage.matches) {
    const pair = ([0, 1] as const).map((side) => {
      const player = match.players[side]
      const previous = player === null ? undefined : lastOf.get(player)
      const source = hasSources
        ? match.from[side]
        : previous && player
          ? sourceBy(previous, player)
          : null
      if (!source || !isBracket(stage)) return null
      const from = byId.get(source.match)
      const key = `${source.match} ${source.of}`
      if (!from || used.has(key) || !canSupply(from, source, player)) return null
      used.add(key)
      return source
    })
    sources.set(match, [pair[0] ?? null, pair[1] ?? null])
    for (const player of match.players)
      if (player !== null && match.isOver) lastOf.set(player, match)
  }
  return sources
}

function sourceBy(match: ParsedMatch, player: string): Source | null {
  if (match.winner === null) return null
  return { match: match.id, of: match.players[match.winner] === player ? 'winner' : 'loser' }
}

function canSupply(from: ParsedMatch, { of }: Source, player: string | null): boolean {
  if (player === null) return true
  if (!from.isOver || from.winner === null) return false
  return from.players[of === 'winner' ? from.winner : 1 - from.winner] === player
}

export type Drawing = { sources: Sources; rounds: Rounds }

/** The round of each match and the sources of its teams. */
export function drawingOf(stage: ParsedStage): Drawing {
  const sources = sourcesIn(stage)
  const rounds = roundsOf(stage, sources)
  const of = (type: string) => stage.matches.find((match) => rounds.get(match)?.type === type)
  const [first, second] = [of('first_final'), of('second_final')]
  if (first && second) {
    // Whatever the other site reports, the winner of the first final is in the first slot.
    const pair: Pair<Source> = [
      { match: first.id, of: 'winner' },
      { match: first.id, of: 'loser' },
    ]
    sources.set(second, rounds.get(second)?.isTurned ? [pair[1], pair[0]] : pair)
  }
  return { sources, rounds }
}

/** Where the teams of each match go next, and the places of those who are out after it (R-BR-8). */
export function linksOf(stage: ParsedStage, { sources, rounds }: Drawing): Map<ParsedMatch, Links> {
  const links = new Map(
    stage.matches.map((match): [ParsedMatch, Links] => [
      match,
      { winnerTo: null, loserTo: null, winnerPlace: null, loserPlace: null },
    ]),
  )
  const byId = new Map(stage.matches.map((match) => [match.id, match]))
  for (const [match, pair] of sources) {
    for (const side of [0, 1] as const) {
      const source = pair[side]
      const from = source && links.get(byId.get(source.match)!)
      if (!from) continue
      const slot = rounds.get(match)?.isTurned ? ((1 - side) as 0 | 1) : side
      from[source.of === 'winner' ? 'winnerTo' : 'loserTo'] = { match: match.id, slot }
    }
  }
  if (isBracket(stage)) givePlaces(links, rounds)
  return links
}

/** From the final backwards: teams that lose a round earlier are placed after all later ones. */
function givePlaces(links: Map<ParsedMatch, Links>, rounds: Rounds): void {
  const levels = Map.groupBy(links.keys(), (match) => rounds.get(match)?.level ?? 0)
  let placed = 0
  for (const [, matches] of [...levels].toSorted(([a], [b]) => a - b)) {
    const own = matches.filter(
      (match) => rounds.get(match)?.type !== 'first_final' || isLast(match),
    )
    const winners = own.filter((match) => links.get(match)?.winnerTo === null)
    const isDecisive = matches.some((match) => rounds.get(match)?.isDecisive)
    if (isDecisive) {
      for (const match of winners) links.get(match)!.winnerPlace = placed + 1
      placed += winners.length
    }
    const losers = own.filter((match) => links.get(match)?.loserTo === null)
    for (const match of losers) links.get(match)!.loserPlace = placed + 1
    placed += losers.length
  }

  function isLast(match: ParsedMatch): boolean {
    return links.get(match)?.winnerTo === null
  }
}
