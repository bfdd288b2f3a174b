// Who plays whom on paper, who won, who has which place: asked from the beginning each time.
import { rank } from './rank.ts'
import type { Comes, Paper, PaperMatch, PaperStage, Side } from './paper.ts'

export const bothSides: Side[] = [0, 1]

export function matchOf(paper: Paper, id: number | null): PaperMatch | undefined {
  return paper.matches.find((match) => match.id === id)
}

/** R-CMD-3: games won and what was typed on top, never below 0. */
export function scoreOf(match: PaperMatch): [number, number] {
  const total = (side: Side) =>
    Math.max(0, match.games.filter((game) => game.winner === side).length + match.typed[side])
  return [total(0), total(1)]
}

export function wasPlayed(match: PaperMatch): boolean {
  if (match.cabinet !== null || match.result || match.games.length > 0) return true
  return match.typed[0] !== 0 || match.typed[1] !== 0
}

/** R-BR-7: the second final is there only when the other side's champion won the first. */
function isThere(paper: Paper, match: PaperMatch): boolean {
  if (!match.isSecondFinal) return true
  return paper.matches.find((first) => first.winnerTo === match.id)?.result?.winner === 1
}

/** R-ST-10: nobody comes from a match that both forfeited, nor as loser from one that had one team. */
function comesNobody(paper: Paper, match: PaperMatch, side: Side): boolean {
  const comes = match.sides[side]
  const source = sourceOf(paper, comes)
  if (!source || !isThere(paper, match)) return false
  if (source.result) return source.result.forfeit && source.result.winner === null
  const missing = bothSides.filter((one) => comesNobody(paper, source, one)).length
  return 'winnerOf' in comes ? missing === 2 : missing > 0
}

function sourceOf(paper: Paper, comes: Comes): PaperMatch | undefined {
  if ('winnerOf' in comes) return matchOf(paper, comes.winnerOf)
  return 'loserOf' in comes ? matchOf(paper, comes.loserOf) : undefined
}

/** A match that one team never comes to is no match: its one team goes on. */
function isBye(paper: Paper, match: PaperMatch): boolean {
  if (match.result || match.sides.some((comes) => 'open' in comes)) return false
  return bothSides.some((side) => comesNobody(paper, match, side))
}

/** Whether it is a match at all. */
export function isMatch(paper: Paper, match: PaperMatch): boolean {
  return isThere(paper, match) && !isBye(paper, match)
}

/** R-BR-9: the team of a side from results alone; null while it is not known. */
export function teamOn(paper: Paper, match: PaperMatch, side: Side): number | null {
  const comes = match.sides[side]
  if ('team' in comes) return comes.team
  if ('open' in comes) return null
  if ('stage' in comes) return teamInPlace(paper, comes.stage, comes.place)
  const source = sourceOf(paper, comes)
  if (!source || !isThere(paper, match)) return null
  const winner = source.result ? source.result.winner : aloneIn(paper, source)
  if (winner === null) return null
  if ('winnerOf' in comes) return teamOn(paper, source, winner)
  return source.result ? teamOn(paper, source, winner === 0 ? 1 : 0) : null
}

function aloneIn(paper: Paper, match: PaperMatch): Side | null {
  if (!isBye(paper, match)) return null
  return comesNobody(paper, match, 0) ? 1 : 0
}

export function teamsOn(paper: Paper, match: PaperMatch): [number | null, number | null] {
  return [teamOn(paper, match, 0), teamOn(paper, match, 1)]
}

/** R-PL-1: a place is known when all matches of its stage are complete. */
function teamInPlace(paper: Paper, id: number, place: number): number | null {
  const stage = paper.stages.find((one) => one.id === id)
  if (!stage || !isComplete(paper, stage)) return null
  return order(paper, stage)[place - 1] ?? null
}

export function isComplete(paper: Paper, stage: PaperStage): boolean {
  const own = matchesIn(paper, stage).filter((match) => isMatch(paper, match))
  return own.length > 0 && own.every((match) => match.result)
}

export function matchesIn(paper: Paper, stage: PaperStage): PaperMatch[] {
  return paper.matches.filter((match) => match.stage === stage.id)
}

export function teamsIn(paper: Paper, stage: PaperStage): number[] {
  const teams = stage.seeds.map((seed) => {
    if ('team' in seed) return seed.team
    return 'stage' in seed ? teamInPlace(paper, seed.stage, seed.place) : null
  })
  return [...new Set(teams.filter((team) => team !== null))]
}

export function isElimination({ settings }: PaperStage): boolean {
  return ['single_elim', 'double_elim', 'ladder'].includes(settings.stageType ?? '')
}

function order(paper: Paper, stage: PaperStage): number[] {
  if (!isElimination(stage)) return table(paper, stage).map((row) => row.team)
  const places = placesIn(paper, stage)
  const seeds = teamsIn(paper, stage)
  const place = (team: number) => places.find((one) => one.team === team)?.place ?? 0
  const at = (team: number) => (seeds.includes(team) ? seeds.indexOf(team) : 1000)
  return places.map((one) => one.team).toSorted((a, b) => place(a) - place(b) || at(a) - at(b))
}

/** R-BR-8: the best place a team has come to, and the last of those who share it. */
export function placesIn(paper: Paper, stage: PaperStage) {
  const found: { team: number; place: number; last: number }[] = []
  const own = matchesIn(paper, stage)
  const given = own.flatMap((match) => [match.winnerPlace ?? 0, match.loserPlace ?? 0])
  for (const match of own.filter((one) => one.result && isMatch(paper, one))) {
    for (const side of bothSides) {
      const place = placeAfter(paper, match, side === match.result?.winner)
      const team = teamOn(paper, match, side)
      if (place === null || team === null) continue
      const better = found.find((one) => one.team === team && one.place <= place)
      if (better) continue
      const next = Math.min(stage.seeds.length + 1, ...given.filter((one) => one > place))
      const others = found.filter((one) => one.team !== team)
      found.splice(0, found.length, ...others, { team, place, last: Math.max(place, next - 1) })
    }
  }
  return found
}

/** Past matches that are none, to where somebody waits or a place is given. */
function placeAfter(paper: Paper, match: PaperMatch, hasWon: boolean): number | null {
  const final = matchOf(paper, match.winnerTo)
  if (final?.isSecondFinal && match.result?.winner === 0) return hasWon ? 1 : 2
  let place = hasWon ? match.winnerPlace : match.loserPlace
  let next = matchOf(paper, hasWon ? match.winnerTo : match.loserTo)
  while (next && isBye(paper, next)) {
    const after = matchOf(paper, next.winnerTo)
    if (after?.isSecondFinal) return after.winnerPlace
    place = next.winnerPlace
    next = after
  }
  return place
}

/** The table of a stage from its complete matches (R-TB-2). */
export function table(paper: Paper, stage: PaperStage) {
  const results = matchesIn(paper, stage).flatMap((match) => {
    const [one, two] = teamsOn(paper, match)
    if (!match.result || one === null || two === null) return []
    const { result, games } = match
    return [{ teams: [one, two], ...result, games: result.forfeit ? [] : games }]
  })
  const { stageTiebreakers: rules } = stage.settings
  return rank({ teams: teamsIn(paper, stage), results, rules, dice: stage.dice })
}
