import type { MatchPlan, Slot } from '#events/schema/parts/shapes.ts'
import { StageSettings } from '#events/schema/parts/stage-settings.ts'
import { leadingSlot } from '#events/state/match.ts'
import type { StageType } from '#events/rules/stage-types/stage-types.ts'
import type { Tiebreaker } from '#events/rules/tiebreakers.ts'
import type { TournamentFile } from '../schema/import-export/import-export.ts'
import { drawingOf, linksOf } from './bracket-links.ts'
import type { Drawing } from './bracket-links.ts'
import { isBracket, stageTypeOf } from './parsed-bracket.ts'
import type { ParsedBracket, ParsedMatch, ParsedStage } from './parsed-bracket.ts'

type FileMatch = TournamentFile['matches'][number]
type Ids = { team(id: string): number; match(stage: ParsedStage, id: string): number }
type StageContext = { stage: ParsedStage; number: number; drawing: Drawing; ids: Ids; now: string }

/** Converts a bracket of another site into an archived tournament, whose ids count from 1. */
export function tournamentOfBracket(bracket: ParsedBracket, now: string): TournamentFile {
  const teams = new Map(bracket.teams.map(({ id }, index) => [id, index + 1]))
  const matches = new Map<ParsedStage, Map<string, number>>()
  let last = 0
  for (const stage of bracket.stages) {
    matches.set(stage, new Map(stage.matches.map(({ id }) => [id, ++last])))
  }
  const ids: Ids = {
    team: (id) => teams.get(id) ?? 0,
    match: (stage, id) => matches.get(stage)?.get(id) ?? 0,
  }
  const firstGroup = bracket.stages.findIndex(({ isGroup }) => isGroup) + 1
  return {
    format: 'waggle-tournament',
    formatVersion: 1,
    name: bracket.name.slice(0, 200).toWellFormed(),
    date: bracket.date,
    linkType: 'manual',
    teams: bracket.teams.map(({ id, name }) => ({ team: ids.team(id), name })),
    stages: bracket.stages.map((stage, index) => ({
      stage: index + 1,
      settings: settingsOf(stage, bracket.isOver),
      seeds: seedsIn(bracket, stage).map((id) => ({ team: ids.team(id) })),
      groupSet: stage.isGroup ? firstGroup : null,
      decides: null,
      withdrawn: [],
      rolled: [],
    })),
    matches: bracket.stages.flatMap((stage, index) => {
      const drawing = drawingOf(stage)
      return matchesOf({ stage, number: index + 1, drawing, ids, now })
    }),
    games: [],
  }
}

const byWins: Tiebreaker[] = ['match_win_pct']
const byWinsAndGames: Tiebreaker[] = ['match_win_pct', 'h2h_matches', 'game_win_pct', 'dice_roll']

function settingsOf(stage: ParsedStage, isOver: boolean) {
  const stageType = stageTypeOf(stage)
  const { rounds } = drawingOf(stage)
  const types = [...rounds.values()].map(({ type }) => type)
  const won = stage.matches.flatMap(({ winner, score, isForfeit }) =>
    winner === null || !score || isForfeit ? [] : [score[winner]],
  )
  return StageSettings.parse({
    name: stage.name.slice(0, 100).toWellFormed(),
    stageType,
    thirdPlaceMatch: types.includes('third_place'),
    ...(stageType === 'double_elim' && {
      grandFinal: types.includes('second_final') ? 'double' : 'single',
    }),
    ...(!isBracket(stage) && { stageTiebreakers: isOver ? byWins : byWinsAndGames }),
    ...(isBracket(stage) && { winsPerMatch: Math.min(99, Math.max(0, ...won)) }),
    ...plannedSettings(stage, stageType),
  })
}

function plannedSettings({ planned }: ParsedStage, type: StageType) {
  const { thirdPlaceMatch = false, grandFinal, matchesPerOpponent } = planned ?? {}
  if (type === 'single_elim') return planned && { thirdPlaceMatch }
  if (type === 'double_elim') return planned && { grandFinal }
  return type === 'round_robin' ? planned && { matchesPerOpponent } : null
}

/**
 * Team ids, best seed first. In a finished table, teams are seeded by their final places: the last
 * tiebreaker here is the seed, so it reproduces whatever broke ties on the other site.
 */
function seedsIn({ isOver, stages, teams }: ParsedBracket, stage: ParsedStage): string[] {
  if (!isOver || isBracket(stage) || stages.length > 1) return stage.entrants
  const places = new Map(teams.map(({ id, place }) => [id, place ?? Infinity]))
  const place = (id: string) => places.get(id) ?? Infinity
  return stage.entrants.toSorted((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)))
}

function matchesOf(context: StageContext): FileMatch[] {
  const { stage, drawing } = context
  const { rounds } = drawing
  const links = linksOf(stage, drawing)
  return stage.matches.map((match, index): FileMatch => {
    const own = rounds.get(match)!
    const { winnerTo, loserTo, winnerPlace, loserPlace } = links.get(match)!
    const target = (to: { match: string; slot: 0 | 1 } | null) =>
      to && { match: context.ids.match(stage, to.match), slot: to.slot }
    const flipped = own.isTurned
    const plan: MatchPlan = {
      match: context.ids.match(stage, match.id),
      num: index + 1,
      type: own.type,
      roundNum: own.roundNum,
      roundName: match.roundName ?? own.roundName,
      slots: swapIf([slotOf(context, match, 0), slotOf(context, match, 1)], flipped),
      winnerTo: target(winnerTo),
      loserTo: target(loserTo),
      winnerPlace,
      loserPlace,
      ifNeeded: own.type === 'second_final',
      isFlipped: false,
    }
    return { ...plan, stage: context.number, ...resultOf(match, { flipped, now: context.now }) }
  })
}

function slotOf(
  { stage, drawing: { sources }, ids }: StageContext,
  match: ParsedMatch,
  side: 0 | 1,
): Slot {
  const source = sources.get(match)?.[side]
  if (source) {
    const from = ids.match(stage, source.match)
    return source.of === 'winner' ? { winnerOf: from } : { loserOf: from }
  }
  const player = match.players[side]
  return player === null ? { open: true } : { team: ids.team(player) }
}

function swapIf<T>(pair: [T, T], isTurned: boolean): [T, T] {
  return isTurned ? [pair[1], pair[0]] : pair
}

/** The match's score and result. */
function resultOf(match: ParsedMatch, { flipped, now }: { flipped: boolean; now: string }) {
  const { isOver, winner, isForfeit } = match
  const flippedScore = swapIf(match.score ?? [0, 0], flipped)
  const won = winner === null ? null : flipped ? ((1 - winner) as 0 | 1) : winner
  const isPlayed = isOver && match.players.every((player) => player !== null)
  if (!isPlayed) return { adjusted: flippedScore, result: null, note: null }
  const forfeit = isForfeit && won !== null
  const score =
    !forfeit && leadingSlot(flippedScore) === won ? flippedScore : leastScore(won, forfeit)
  const result = { winner: won, score, at: match.at ?? now, forfeit }
  return { adjusted: score, result, note: null }
}

/** The score of a match whose own score does not show who won: 1:0 for a winner without forfeit. */
function leastScore(won: 0 | 1 | null, forfeit: boolean): [number, number] {
  if (won === null || forfeit) return [0, 0]
  return won === 0 ? [1, 0] : [0, 1]
}
