import type { MatchRow } from '../schema/rows.ts'
import type { PublicEvent, PublicEventType } from '../schema/public-event.ts'
import type { Tournament } from '../state/tournament.ts'
import { changes } from '../view/changes.ts'
import { publicMatchRow } from '../view/tournament-rows.ts'
import type { TeamId } from '../ids.ts'

type MatchEventType = PublicEventType & `match.${string}`

/**
 * What a commit did, as events for other programs. They are found by comparing the public rows
 * before and after it, so an undo or a review appears as its visible effect.
 */
export function publicEvents(before: Tournament, after: Tournament): PublicEvent[] {
  if (after.deleted) return []
  const { match, queue, bracket, team, tournament } = changes(before, after)
  const { id, name, slug, version } = after
  const source = { tournament: { id, name, slug }, version }
  const removed = (part?: { gone: string[] }) =>
    (part?.gone ?? []).map((key) => ({ ...source, id: Number(key) }))
  return [
    ...(tournament?.put ?? []).map((row) => ({
      type: 'tournament.changed' as const,
      data: { ...source, row },
    })),
    ...(team?.put ?? []).map((row) =>
      changed('team.changed', { ...source, id: row.id, team: row }),
    ),
    ...removed(team).map((row) => changed('team.changed', { ...row, team: null })),
    ...(bracket?.put ?? []).map((row) =>
      changed('stage.changed', { ...source, id: row.id, stage: row }),
    ),
    ...removed(bracket).map((row) => changed('stage.changed', { ...row, stage: null })),
    ...(match?.put ?? []).flatMap((row) =>
      matchEvents(publicMatchRow(before, row.id), row).map((type) => ({
        type,
        data: {
          ...source,
          match: row,
          blue: teamOf(after, row.blueTeam),
          gold: teamOf(after, row.goldTeam),
        },
      })),
    ),
    ...(queue?.put ?? []).map((row) =>
      changed('queue.changed', { ...source, id: row.id, queue: row }),
    ),
    ...removed(queue).map((row) => changed('queue.changed', { ...row, queue: null })),
  ]
}

function changed<E extends PublicEvent>(type: E['type'], data: E['data']) {
  return { type, data } as E
}

function matchEvents(before: MatchRow | null, after: MatchRow): MatchEventType[] {
  const oldCabinet = before?.activeCabinet ?? null
  const isStopped = oldCabinet !== null && after.activeCabinet === null && !after.isComplete
  const isStarted = after.activeCabinet !== null && after.activeCabinet !== oldCabinet
  const score = ({ blueScore, goldScore }: MatchRow) => `${blueScore}:${goldScore}`
  const isScored = before ? score(before) !== score(after) : score(after) !== '0:0'
  return [
    ...(before?.isComplete && !after.isComplete ? ['match.reopened' as const] : []),
    ...(isStopped ? ['match.stopped' as const] : []),
    ...(isStarted ? ['match.started' as const] : []),
    ...(isScored ? ['match.score' as const] : []),
    ...(after.isComplete && !before?.isComplete ? ['match.completed' as const] : []),
  ]
}

function teamOf({ teams }: Tournament, id: TeamId | null) {
  const team = id === null ? undefined : teams[id]
  return team ? { id: team.id, name: team.name } : null
}
