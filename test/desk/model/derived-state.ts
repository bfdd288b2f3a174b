// Teams, scores and places of the model, computed from scratch on every call.
import { rank } from './rank.ts'
import type { SlotSource, Model, ModelMatch, ModelStage, Side } from './model.ts'

export const bothSides: Side[] = [0, 1]

export function matchOf(model: Model, id: number | null): ModelMatch | undefined {
  return model.matches.find((match) => match.id === id)
}

/** R-CMD-3: games won plus adjustments, never below 0. */
export function scoreOf(match: ModelMatch): [number, number] {
  const total = (side: Side) =>
    Math.max(0, match.games.filter((game) => game.winner === side).length + match.typed[side])
  return [total(0), total(1)]
}

export function wasPlayed(match: ModelMatch): boolean {
  if (match.cabinet !== null || match.result || match.games.length > 0) return true
  return match.typed[0] !== 0 || match.typed[1] !== 0
}

/** R-BR-7: the second final exists only if the losers' champion won the first. */
function exists(model: Model, match: ModelMatch): boolean {
  if (!match.isSecondFinal) return true
  return model.matches.find((first) => first.winnerTo === match.id)?.result?.winner === 1
}

/**
 * R-ST-10: no team comes from a match that both forfeited, and no loser from one with a single
 * team.
 */
function staysEmpty(model: Model, match: ModelMatch, side: Side): boolean {
  const slot = match.sides[side]
  const source = sourceOf(model, slot)
  if (!source || !exists(model, match)) return false
  if (source.result) return source.result.forfeit && source.result.winner === null
  const missing = bothSides.filter((one) => staysEmpty(model, source, one)).length
  return 'winnerOf' in slot ? missing === 2 : missing > 0
}

function sourceOf(model: Model, slot: SlotSource): ModelMatch | undefined {
  if ('winnerOf' in slot) return matchOf(model, slot.winnerOf)
  return 'loserOf' in slot ? matchOf(model, slot.loserOf) : undefined
}

/** A match with a side that stays empty is a bye: its only team advances. */
function isBye(model: Model, match: ModelMatch): boolean {
  if (match.result || match.sides.some((slot) => 'open' in slot)) return false
  return bothSides.some((side) => staysEmpty(model, match, side))
}

/** Whether it is a match at present: it exists and is no bye. */
export function isMatch(model: Model, match: ModelMatch): boolean {
  return exists(model, match) && !isBye(model, match)
}

/** R-BR-9: the team of a side, from results alone; null while unknown. */
function teamOn(model: Model, match: ModelMatch, side: Side): number | null {
  const slot = match.sides[side]
  if ('team' in slot) return slot.team
  if ('open' in slot) return null
  if ('stage' in slot) return teamInPlace(model, slot.stage, slot.place)
  const source = sourceOf(model, slot)
  if (!source || !exists(model, match)) return null
  const winner = source.result ? source.result.winner : byeSide(model, source)
  if (winner === null) return null
  if ('winnerOf' in slot) return teamOn(model, source, winner)
  return source.result ? teamOn(model, source, winner === 0 ? 1 : 0) : null
}

function byeSide(model: Model, match: ModelMatch): Side | null {
  if (!isBye(model, match)) return null
  return staysEmpty(model, match, 0) ? 1 : 0
}

export function teamsOn(model: Model, match: ModelMatch): [number | null, number | null] {
  return [teamOn(model, match, 0), teamOn(model, match, 1)]
}

/** R-PL-1: a place is known when all matches of its stage are complete. */
function teamInPlace(model: Model, id: number, place: number): number | null {
  const stage = model.stages.find((one) => one.id === id)
  if (!stage || !isComplete(model, stage)) return null
  return order(model, stage)[place - 1] ?? null
}

export function isComplete(model: Model, stage: ModelStage): boolean {
  const stageMatches = matchesIn(model, stage).filter((match) => isMatch(model, match))
  return stageMatches.length > 0 && stageMatches.every((match) => match.result)
}

export function matchesIn(model: Model, stage: ModelStage): ModelMatch[] {
  return model.matches.filter((match) => match.stage === stage.id)
}

export function teamsIn(model: Model, stage: ModelStage): number[] {
  const teams = stage.seeds.map((seed) => {
    if ('team' in seed) return seed.team
    return 'stage' in seed ? teamInPlace(model, seed.stage, seed.place) : null
  })
  return [...new Set(teams.filter((team) => team !== null))]
}

export function isElimination({ settings }: ModelStage): boolean {
  return ['single_elim', 'double_elim', 'ladder'].includes(settings.stageType ?? '')
}

function order(model: Model, stage: ModelStage): number[] {
  if (!isElimination(stage)) return table(model, stage).map((row) => row.team)
  const places = placesIn(model, stage)
  const seeds = teamsIn(model, stage)
  const place = (team: number) => places.find((one) => one.team === team)?.place ?? 0
  const seedIndex = (team: number) => (seeds.includes(team) ? seeds.indexOf(team) : 1000)
  return places
    .map((one) => one.team)
    .toSorted((a, b) => place(a) - place(b) || seedIndex(a) - seedIndex(b))
}

/**
 * R-BR-8: a team's place is behind all teams that got further, and shared with those that got as
 * far.
 */
export function placesIn(model: Model, stage: ModelStage) {
  const exits = matchesIn(model, stage).flatMap((match) => exitsOf(model, match))
  const teams = new Set(exits.flatMap(({ team }) => team ?? []))
  return [...teams].map((team) => {
    const rung = Math.min(...exits.filter((exit) => exit.team === team).map((exit) => exit.rung))
    const place = 1 + exits.filter((exit) => exit.rung < rung).length
    return { team, place, last: exits.filter((exit) => exit.rung <= rung).length }
  })
}

type Exit = { team: number | null; rung: number }

/**
 * The teams whose last match this is, and the rung they reached. The team is null while the match
 * is open.
 */
function exitsOf(model: Model, match: ModelMatch): Exit[] {
  if (!exists(model, match)) return []
  const second = matchOf(model, match.winnerTo)
  const { winnerPlace, loserPlace } =
    second?.isSecondFinal && !exists(model, second) ? second : match
  const [winnerRung, loserRung] = [winnerPlace ?? Infinity, loserPlace ?? Infinity]
  const exit = (team: number | null, rung: number): Exit[] => {
    return rung === Infinity ? [] : [{ team, rung }]
  }
  const teams = teamsOn(model, match)
  if (isBye(model, match)) {
    const presentSides = bothSides.filter((side) => !staysEmpty(model, match, side))
    return presentSides.flatMap((side) => exit(teams[side], winnerRung))
  }
  if (!match.result || (match.result.winner === null && !match.result.forfeit)) {
    return [...exit(null, winnerRung), ...exit(null, loserRung)]
  }
  return bothSides.flatMap((side) => {
    if (match.result!.winner === side) return exit(teams[side], winnerRung)
    return exit(teams[side], match.result!.winner === null ? rungOfLoser(model, match) : loserRung)
  })
}

/**
 * The rung of a team that is out at once: that of the loser of the next match in the losers'
 * bracket.
 */
function rungOfLoser(model: Model, match: ModelMatch): number {
  if (match.loserPlace !== null) return match.loserPlace
  const next = matchOf(model, match.loserTo)
  return next ? rungOfLoser(model, next) : Infinity
}

/** The table of a stage from its complete matches (R-TB-2). */
export function table(model: Model, stage: ModelStage) {
  const results = matchesIn(model, stage).flatMap((match) => {
    const [one, two] = teamsOn(model, match)
    if (!match.result || one === null || two === null) return []
    const { result, games } = match
    return [{ teams: [one, two], ...result, games: result.forfeit ? [] : games }]
  })
  const { stageTiebreakers: rules } = stage.settings
  // Teams that were set in a match are listed once they have a result.
  const teams = [...new Set([...teamsIn(model, stage), ...results.flatMap((one) => one.teams)])]
  const common = { teams, results, dice: stage.dice }
  if (!isElimination(stage)) return rank({ ...common, rules })
  // R-BR-8: remaining teams come first, then teams by place; seeds order teams that share a place.
  // Once the stage is over, teams without a place were replaced, and come last.
  const places = placesIn(model, stage)
  const place = (team: number) => places.find((one) => one.team === team)?.place ?? 0
  const [eliminated, remaining] = [true, false].map((isOut) => {
    return common.teams.filter((team) => place(team) > 0 === isOut)
  })
  const placed = rank({ ...common, teams: eliminated!, rules: [] }).toSorted(
    (a, b) => place(a.team) - place(b.team),
  )
  const others = rank({ ...common, teams: remaining!, rules })
  return isComplete(model, stage) ? [...placed, ...others] : [...others, ...placed]
}
