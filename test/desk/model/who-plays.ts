// Who plays whom on paper, who won, who has which place: asked from the beginning each time.
import { rank } from './rank.ts'
import type { Comes, Model, PaperMatch, PaperStage, Side } from './model.ts'

export const bothSides: Side[] = [0, 1]

export function matchOf(paper: Model, id: number | null): PaperMatch | undefined {
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
function isThere(paper: Model, match: PaperMatch): boolean {
  if (!match.isSecondFinal) return true
  return paper.matches.find((first) => first.winnerTo === match.id)?.result?.winner === 1
}

/** R-ST-10: nobody comes from a match that both forfeited, nor as loser from one that had one team. */
function comesNobody(paper: Model, match: PaperMatch, side: Side): boolean {
  const comes = match.sides[side]
  const source = sourceOf(paper, comes)
  if (!source || !isThere(paper, match)) return false
  if (source.result) return source.result.forfeit && source.result.winner === null
  const missing = bothSides.filter((one) => comesNobody(paper, source, one)).length
  return 'winnerOf' in comes ? missing === 2 : missing > 0
}

function sourceOf(paper: Model, comes: Comes): PaperMatch | undefined {
  if ('winnerOf' in comes) return matchOf(paper, comes.winnerOf)
  return 'loserOf' in comes ? matchOf(paper, comes.loserOf) : undefined
}

/** A match that one team never comes to is no match: its one team goes on. */
function isBye(paper: Model, match: PaperMatch): boolean {
  if (match.result || match.sides.some((comes) => 'open' in comes)) return false
  return bothSides.some((side) => comesNobody(paper, match, side))
}

/** Whether it is a match at all. */
export function isMatch(paper: Model, match: PaperMatch): boolean {
  return isThere(paper, match) && !isBye(paper, match)
}

/** R-BR-9: the team of a side from results alone; null while it is not known. */
function teamOn(paper: Model, match: PaperMatch, side: Side): number | null {
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

function aloneIn(paper: Model, match: PaperMatch): Side | null {
  if (!isBye(paper, match)) return null
  return comesNobody(paper, match, 0) ? 1 : 0
}

export function teamsOn(paper: Model, match: PaperMatch): [number | null, number | null] {
  return [teamOn(paper, match, 0), teamOn(paper, match, 1)]
}

/** R-PL-1: a place is known when all matches of its stage are complete. */
function teamInPlace(paper: Model, id: number, place: number): number | null {
  const stage = paper.stages.find((one) => one.id === id)
  if (!stage || !isComplete(paper, stage)) return null
  return order(paper, stage)[place - 1] ?? null
}

export function isComplete(paper: Model, stage: PaperStage): boolean {
  const own = matchesIn(paper, stage).filter((match) => isMatch(paper, match))
  return own.length > 0 && own.every((match) => match.result)
}

export function matchesIn(paper: Model, stage: PaperStage): PaperMatch[] {
  return paper.matches.filter((match) => match.stage === stage.id)
}

export function teamsIn(paper: Model, stage: PaperStage): number[] {
  const teams = stage.seeds.map((seed) => {
    if ('team' in seed) return seed.team
    return 'stage' in seed ? teamInPlace(paper, seed.stage, seed.place) : null
  })
  return [...new Set(teams.filter((team) => team !== null))]
}

export function isElimination({ settings }: PaperStage): boolean {
  return ['single_elim', 'double_elim', 'ladder'].includes(settings.stageType ?? '')
}

function order(paper: Model, stage: PaperStage): number[] {
  if (!isElimination(stage)) return table(paper, stage).map((row) => row.team)
  const places = placesIn(paper, stage)
  const seeds = teamsIn(paper, stage)
  const place = (team: number) => places.find((one) => one.team === team)?.place ?? 0
  const at = (team: number) => (seeds.includes(team) ? seeds.indexOf(team) : 1000)
  return places.map((one) => one.team).toSorted((a, b) => place(a) - place(b) || at(a) - at(b))
}

/** R-BR-8: behind all that came further, beside those that came as far. */
export function placesIn(paper: Model, stage: PaperStage) {
  const ends = matchesIn(paper, stage).flatMap((match) => endsAt(paper, match))
  const teams = new Set(ends.flatMap(({ team }) => team ?? []))
  return [...teams].map((team) => {
    const rung = Math.min(...ends.filter((end) => end.team === team).map((end) => end.rung))
    const place = 1 + ends.filter((end) => end.rung < rung).length
    return { team, place, last: ends.filter((end) => end.rung <= rung).length }
  })
}

type End = { team: number | null; rung: number }

/** Who goes no further from here, and how far that was; nobody knows yet who of an open match. */
function endsAt(paper: Model, match: PaperMatch): End[] {
  if (!isThere(paper, match)) return []
  const second = matchOf(paper, match.winnerTo)
  const { winnerPlace, loserPlace } =
    second?.isSecondFinal && !isThere(paper, second) ? second : match
  const [won, lost] = [winnerPlace ?? Infinity, loserPlace ?? Infinity]
  const end = (team: number | null, rung: number): End[] => {
    return rung === Infinity ? [] : [{ team, rung }]
  }
  const teams = teamsOn(paper, match)
  if (isBye(paper, match)) {
    const coming = bothSides.filter((side) => !comesNobody(paper, match, side))
    return coming.flatMap((side) => end(teams[side], won))
  }
  if (!match.result || (match.result.winner === null && !match.result.forfeit)) {
    return [...end(null, won), ...end(null, lost)]
  }
  return bothSides.flatMap((side) => {
    if (match.result!.winner === side) return end(teams[side], won)
    return end(teams[side], match.result!.winner === null ? rungOut(paper, match) : lost)
  })
}

/** Out at once: as far as who loses the next match of the loser. */
function rungOut(paper: Model, match: PaperMatch): number {
  if (match.loserPlace !== null) return match.loserPlace
  const next = matchOf(paper, match.loserTo)
  return next ? rungOut(paper, next) : Infinity
}

/** The table of a stage from its complete matches (R-TB-2). */
export function table(paper: Model, stage: PaperStage) {
  const results = matchesIn(paper, stage).flatMap((match) => {
    const [one, two] = teamsOn(paper, match)
    if (!match.result || one === null || two === null) return []
    const { result, games } = match
    return [{ teams: [one, two], ...result, games: result.forfeit ? [] : games }]
  })
  const { stageTiebreakers: rules } = stage.settings
  const given = { teams: teamsIn(paper, stage), results, dice: stage.dice }
  if (!isElimination(stage)) return rank({ ...given, rules })
  // R-BR-8: who is in comes first, then by place; seeds part who shares one.
  const places = placesIn(paper, stage)
  const place = (team: number) => places.find((one) => one.team === team)?.place ?? 0
  const [out, still] = [true, false].map((isOut) => {
    return given.teams.filter((team) => place(team) > 0 === isOut)
  })
  const placed = rank({ ...given, teams: out!, rules: [] })
  return [
    ...rank({ ...given, teams: still!, rules }),
    ...placed.toSorted((a, b) => place(a.team) - place(b.team)),
  ]
}
