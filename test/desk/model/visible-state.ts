// Everything visible on screens as text lines, from the model and from the product's rows.
import type { Tournament } from '#events/state/tournament.ts'
import { inRankOrder } from '#events/rules/ranks.ts'
import { rowsOf } from '#events/view/tournament-rows.ts'
import type { Model, ModelMatch } from './model.ts'
import { protestStatus } from './protests.ts'
import {
  isComplete,
  isElimination,
  isMatch,
  placesIn,
  scoreOf,
  table,
  teamsIn,
  teamsOn,
} from './derived-state.ts'

/** One line for each visible item. */
export function visibleInModel(model: Model): string[] {
  const matches = model.matches.filter((match) => isMatch(model, match))
  return [
    ...model.held.toSorted((a, b) => a - b).map((cabinet) => line('held', cabinet, {})),
    ...sorted(matches.map((match) => matchLine(model, match))),
    ...model.queues.map(({ id, cabinets, isEnabled, matches }) =>
      line('queue', id, { cabinets, isEnabled, matches }),
    ),
    ...sorted(
      model.timers.map(({ cabinet, dueAt, waits }) => line('timer', cabinet, { dueAt, waits })),
    ),
    ...sorted(model.games.map(({ game, match, status }) => line('game', game, { match, status }))),
    ...model.stages.flatMap((stage) => {
      const places = isElimination(stage) ? placesIn(model, stage) : []
      return [
        line('stage', stage.id, {
          complete: isComplete(model, stage),
          teams: teamsIn(model, stage),
        }),
        ...table(model, stage).map(({ team, ...sums }, index) => {
          const found = places.find((one) => one.team === team)
          const shared = found && found.last > found.place ? `${found.place}-${found.last}` : null
          const place = found?.place ?? null
          const rank = place ?? index + 1
          return line('standing', `${stage.id} ${rank}`, { team, ...sums, place, shared })
        }),
      ]
    }),
  ]
}

function matchLine(model: Model, match: ModelMatch): string {
  const { id, result, isFlipped, isWarmup, cabinet, attempt } = match
  const byColour = <T>([one, two]: readonly [T, T]): T[] => (isFlipped ? [two, one] : [one, two])
  const teams = teamsOn(model, match)
  return line('match', id, {
    teams: byColour(teams),
    score: byColour(result?.score ?? scoreOf(match)),
    complete: result !== null,
    forfeit: result?.forfeit ?? false,
    winner: result && result.winner !== null ? teams[result.winner] : null,
    isFlipped,
    isWarmup,
    cabinet,
    attempt,
    protest: protestStatus(model, id),
  })
}

export function visibleInProduct(t: Tournament): string[] {
  const rows = rowsOf(t)
  const standings = [...rows.standing.values()]
  const held = [...rows.tournament.values()].flatMap((row) => row.heldCabinets)
  return [
    ...held.map(({ cabinet }) => line('held', cabinet, {})).toSorted(),
    ...sorted(
      [...rows.match.values()].map((row) =>
        line('match', row.id, {
          teams: [row.blueTeam, row.goldTeam],
          score: [row.blueScore, row.goldScore],
          complete: row.isComplete,
          forfeit: row.forfeit,
          winner: row.winner,
          isFlipped: row.isFlipped,
          isWarmup: row.isWarmup,
          cabinet: row.activeCabinet,
          attempt: row.attempt,
          protest: row.protest && (row.protest.ruling ?? 'open'),
        }),
      ),
    ),
    ...[...rows.queue.values()].map(({ id, cabinets, enabled: isEnabled, matches }) =>
      line('queue', id, { cabinets, isEnabled, matches }),
    ),
    ...sorted(
      [...rows.timer.values()].map(({ cabinet, dueAt, waits }) =>
        line('timer', cabinet, { dueAt, waits: waits !== null }),
      ),
    ),
    ...sorted(
      [...rows.played.values()].map(({ game, match, status }) =>
        line('game', game, { match, status }),
      ),
    ),
    ...[...rows.bracket.values()].flatMap((stage) => [
      line('stage', stage.id, { complete: stage.isComplete, teams: stage.teams }),
      ...inRankOrder(standings.filter((row) => row.bracket === stage.id)).map((row) =>
        line('standing', `${stage.id} ${row.rank}`, {
          team: row.team,
          won: row.matchesWon,
          tied: row.matchesTied,
          lost: row.matchesLost,
          gamesWon: row.gamesWon,
          gamesLost: row.gamesLost,
          place: row.place,
          shared: row.sharedPlace,
        }),
      ),
    ]),
  ]
}

function line(kind: string, id: number | string, content: object): string {
  return `${kind} ${id} ${JSON.stringify(content)}`
}

function sorted(lines: string[]): string[] {
  return lines.toSorted((a, b) => (a < b ? -1 : 1))
}
