import {
  isInBracket,
  currentExits,
  seedsOf,
  sidesOf,
  slotMessage,
  stageComplete,
  teamsIn,
} from '../bracket/bracket.ts'
import { isChecked, linkOf, reportState } from '../state/external-bracket.ts'
import { blueSlot, gamesWon, otherSlot, publicMatch, score } from '../state/match.ts'
import type { Attempt, Match } from '../state/match.ts'
import { matchIndex } from '../bracket/match-index.ts'
import { roundMessage } from '../bracket/round-message.ts'
import { englishOfRows } from '../messages/english-of-rows.ts'
import type { PlayedGame } from '../state/games.ts'
import { isProvisional, placesAreProvisional } from '../bracket/under-protest.ts'
import { withDefaults } from '../schema/parts/stage-settings.ts'
import type { Stage } from '../schema/parts/stage-settings.ts'
import type { Tournament } from '../state/tournament.ts'
import { diceHash } from '../rules/dice.ts'
import { draftRow } from './draft-rows.ts'
import { protestOf, protestRow } from './protest-rows.ts'
import { standingRows } from './standing-rows.ts'
import { rowSources } from '../state/nouns.ts'
import { keyOf, tableNames } from './keys.ts'
import type { TeamId, TournamentId } from '../ids.ts'
import type { OfficialCall } from '../schema/nouns/on-site.ts'
import type { AttemptRow, BracketRow, MatchRow, Rows, Table } from '../schema/rows.ts'

/**
 * All rows of a tournament by table and key: every read model is a function of the state only (P6).
 */
export type AllRows = { [T in Table]: Map<string, Rows[T]> }

export function rowsOf(state: Tournament): AllRows {
  const t = publicOf(state)
  if (t.deleted || t.version === 0) return keyed({})
  const stages = Object.values(t.stages)
  const matches = Object.values(t.matches).filter((match) => isInBracket(t.matches, match))
  return keyed({
    ...recordRows(t),
    tournament: [tournamentRow(t)],
    bracket: stages.map((stage) => bracketRow(t, stage)),
    match: matches.map((match) => matchRow(t, match)),
    standing: stages.flatMap((stage) => standingRows(t, stage)),
  })
}

/** The rows that are made from one record each: the record itself, unless a function says otherwise. */
function recordRows(t: Tournament): Partial<RowLists> {
  const lists = Object.entries(rowSources).map(([name, source]) => {
    const row: RowFunction = rowFunctions[name as Table] ?? withTournament
    const records = Object.entries<object>(t[source])
    return [name, records.map(([id, record]) => row(t.id, record as never, id))]
  })
  return Object.fromEntries(lists) as Partial<RowLists>
}
type RowLists = { [T in Table]: Rows[T][] }
type RowFunction = (tournament: TournamentId, record: never, id: string) => object

function withTournament(tournament: TournamentId, record: object): object {
  return { ...record, tournament }
}

const rowFunctions: { [T in Table]?: (...args: Parameters<RowFunction>) => Rows[T] } = {
  played: playedRow,
  draft: draftRow,
  protest: protestRow,
  member: (tournament, team: TeamId, player) => ({ player: Number(player), tournament, team }),
  officialCall: (tournament, { taken, ...call }: OfficialCall) => {
    return { ...call, tournament, takenAt: taken?.at ?? null, takenOn: taken?.device ?? null }
  },
}

/** The row of a match; null if there is none. */
export function publicMatchRow(state: Tournament, id: number): MatchRow | null {
  const t = publicOf(state)
  const match = t.matches[id]
  return match && !t.deleted && isInBracket(t.matches, match) ? matchRow(t, match) : null
}

/** The public state: changes of a match under review are hidden until the review ends (R-CMD-4). */
export function publicOf(t: Tournament): Tournament {
  if (!matchIndex(t.matches).isReviewed) return t
  const cached = publicStates.get(t) ?? hideReviewed(t)
  publicStates.set(t, cached)
  return cached
}
const publicStates = new WeakMap<Tournament, Tournament>()

function hideReviewed(t: Tournament): Tournament {
  const all = Object.entries(t.matches)
  const matches = Object.fromEntries(all.map(([id, match]) => [id, publicMatch(match)]))
  const games = Object.values(t.games).map((game) => [game.game, publicGame(t.matches, game)])
  return { ...t, matches, games: Object.fromEntries(games) }
}

/**
 * A game counts in public if it counted before the review. One that ended since appears as running.
 */
function publicGame(matches: Tournament['matches'], game: PlayedGame): PlayedGame {
  const review = matches[game.match]?.review
  if (!review) return game
  const counted = review.games.some((other) => other.game === game.game)
  if (counted === (game.status === 'counted')) return game
  if (counted) return { ...game, status: 'counted' }
  return { ...game, status: 'running', outcome: null }
}

function tournamentRow(t: Tournament): Rows['tournament'] {
  const { id, scene, name, slug, date, linkType, isActive } = t
  const { protestDeadline, rulingSigners, detailsVersion } = t
  const assignedCabinets = Object.values(t.cabinets)
    .toSorted((a, b) => a.place - b.place)
    .map((cabinet) => cabinet.id)
  const heldCabinets = Object.values(t.cabinets).flatMap(({ id: cabinet, held }) =>
    held ? [{ cabinet, ...held }] : [],
  )
  const settings = { name, slug, date, linkType, isActive, protestDeadline, rulingSigners }
  return { id, scene, ...settings, detailsVersion, assignedCabinets, heldCabinets }
}

export function bracketRow(t: Tournament, stage: Stage): BracketRow {
  const {
    dice,
    sealed,
    rollsAs: _,
    created,
    groupSet = null,
    decides = null,
    withdrawn = [],
    ...settings
  } = stage
  const isComplete = stageComplete(t, stage.id)
  return {
    ...withDefaults(settings),
    teams: teamsIn(t, stage),
    seeds: seedsOf(stage),
    tournament: t.id,
    isCreated: created,
    isValid: stage.linkedBracketId ? isChecked(t, stage) : created,
    isComplete,
    isProvisional: placesAreProvisional(t, stage.id),
    groupSet,
    decides: decides && { bracket: decides.stage, from: decides.from },
    withdrawn,
    diceHash: created ? (sealed ? sealed.hash : diceHash(dice)) : null,
    dice: isComplete && !sealed ? dice : null,
  }
}

export function matchRow(t: Tournament, match: Match): MatchRow {
  const points = match.result?.score ?? score(match)
  const blue = blueSlot(match)
  const gold = otherSlot(blue)
  const teams = sidesOf(t, match)
  const { winnerTo, loserTo, winnerPlace, loserPlace } = currentExits(t.matches, match)
  const blueFrom = teams.blue === null ? slotMessage(t, match, blue) : null
  const goldFrom = teams.gold === null ? slotMessage(t, match, gold) : null
  const winner = match.result?.winner
  return {
    id: match.id,
    tournament: t.id,
    bracket: match.stage,
    stageName: t.stages[match.stage]?.name ?? '',
    matchType: match.type,
    matchNum: match.num,
    roundNum: match.roundNum,
    roundName: match.roundName,
    roundMessage: roundMessage(match),
    blueTeam: teams.blue,
    goldTeam: teams.gold,
    blueFrom: blueFrom && englishOfRows(blueFrom),
    goldFrom: goldFrom && englishOfRows(goldFrom),
    blueFromMessage: blueFrom,
    goldFromMessage: goldFrom,
    blueScore: points[blue],
    goldScore: points[gold],
    blueByHand: points[blue] - gamesWon(match, blue),
    goldByHand: points[gold] - gamesWon(match, gold),
    isComplete: match.result !== null,
    forfeit: match.result?.forfeit ?? false,
    isFlipped: match.isFlipped,
    isWarmup: match.isWarmup,
    activeCabinet: match.cabinet,
    winner: winner === 0 || winner === 1 ? (winner === blue ? teams.blue : teams.gold) : null,
    ...targets(t, winnerTo, loserTo),
    winnerPlace,
    loserPlace,
    startedAt: match.startedAt,
    completedAt: match.result?.at ?? null,
    attempt: match.attempt,
    attempts: match.attempts.map(attemptRow),
    note: match.note,
    underReview: match.review !== null,
    protest: protestOf(t, match),
    isProvisional: isProvisional(t, match),
    link: linkRow(t, match),
  }
}

export function linkRow(t: Tournament, match: Match): MatchRow['link'] {
  const link = linkOf(t, match)
  if (!link) return null
  const { id, identifier, playOrder, state, isUnderway, markFailed } = link
  const winner = match.result?.winner ?? null
  const differs = link.winner !== null && winner !== null && link.winner !== winner
  const report = reportState(t, match)
  return { id, identifier, playOrder, state, isUnderway, ...report, differs, markFailed }
}

function attemptRow(archived: Attempt): AttemptRow {
  const { attempt, teams, result, startedAt, note, reason, at } = archived
  const blue = blueSlot(archived)
  const gold = otherSlot(blue)
  const winner = result?.winner ?? null
  return {
    attempt,
    blueTeam: teams[blue],
    goldTeam: teams[gold],
    blueScore: archived.score[blue],
    goldScore: archived.score[gold],
    isComplete: result !== null,
    forfeit: result?.forfeit ?? false,
    winner: winner === null ? null : teams[winner],
    startedAt,
    completedAt: result?.at ?? null,
    note,
    reason,
    archivedAt: at,
  }
}

function playedRow(tournament: TournamentId, played: PlayedGame): Rows['played'] {
  const { game, match, cabinet, status, reason, outcome: end } = played
  return {
    game,
    tournament,
    match,
    cabinet,
    status,
    reason,
    reasonMessage: played.message ?? null,
    blueSlot: played.blue,
    winningTeam: end?.winningTeam ?? null,
    winCondition: end?.winCondition ?? null,
    mapName: end?.mapName ?? null,
    seconds: end?.seconds ?? null,
  }
}

/** The next matches of winner and loser, with the colours they will play, by the flips there. */
function targets(t: Tournament, winnerTo: Match['winnerTo'], loserTo: Match['loserTo']) {
  const colour = (target: Match['winnerTo']) => {
    const match = target ? t.matches[target.match] : undefined
    if (!target || !match) return null
    return target.slot === blueSlot(match) ? ('blue' as const) : ('gold' as const)
  }
  return {
    winnerToMatch: winnerTo?.match ?? null,
    winnerToTeam: colour(winnerTo),
    loserToMatch: loserTo?.match ?? null,
    loserToTeam: colour(loserTo),
  }
}

function keyed(lists: Partial<{ [T in Table]: Rows[T][] }>): AllRows {
  const all = {} as Record<Table, Map<string, unknown>>
  for (const table of tableNames) {
    const key = keyOf[table] as (row: unknown) => string
    all[table] = new Map((lists[table] ?? []).map((row) => [key(row), row]))
  }
  return all as AllRows
}
