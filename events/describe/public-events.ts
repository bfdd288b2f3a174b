import type { MatchRow } from '../schema/rows.ts'
import type { PublicEvent, PublicEventType } from '../schema/public-event.ts'
import type { Tournament } from '../state/tournament.ts'
import { changes } from '../view/changes.ts'
import { publicMatchRow } from '../view/tournament-rows.ts'
import type { TeamId } from '../ids.ts'

type MatchEventType = PublicEventType & `match.${string}`

/**
 * What a commit did, in the words of programs: found by comparing what the public saw before with what
 * it sees after, so that an undo and a review are told as what they show.
 */
export function publicEvents(before: Tournament, after: Tournament): PublicEvent[] {
  if (after.deleted) return []
  const { match, queue, bracket, team, tournament } = changes(before, after)
  const { id, name, slug, version } = after
  const of = { tournament: { id, name, slug }, version }
  const gone = (part?: { gone: string[] }) =>
    (part?.gone ?? []).map((key) => ({ ...of, id: Number(key) }))
  return [
    ...(tournament?.put ?? []).map((row) => ({
      type: 'tournament.changed' as const,
      data: { ...of, row },
    })),
    ...(team?.put ?? []).map((row) => changed('team.changed', { ...of, id: row.id, team: row })),
    ...gone(team).map((one) => changed('team.changed', { ...one, team: null })),
    ...(bracket?.put ?? []).map((row) =>
      changed('stage.changed', { ...of, id: row.id, stage: row }),
    ),
    ...gone(bracket).map((one) => changed('stage.changed', { ...one, stage: null })),
    ...(match?.put ?? []).flatMap((row) =>
      matchEvents(publicMatchRow(before, row.id), row).map((type) => ({
        type,
        data: {
          ...of,
          match: row,
          blue: teamOf(after, row.blueTeam),
          gold: teamOf(after, row.goldTeam),
        },
      })),
    ),
    ...(queue?.put ?? []).map((row) => changed('queue.changed', { ...of, id: row.id, queue: row })),
    ...gone(queue).map((one) => changed('queue.changed', { ...one, queue: null })),
  ]
}

function changed<E extends PublicEvent>(type: E['type'], data: E['data']) {
  return { type, data } as E
}

function matchEvents(was: MatchRow | null, is: MatchRow): MatchEventType[] {
  const wasOn = was?.activeCabinet ?? null
  const isStopped = wasOn !== null && is.activeCabinet === null && !is.isComplete
  const isStarted = is.activeCabinet !== null && is.activeCabinet !== wasOn
  const score = ({ blueScore, goldScore }: MatchRow) => `${blueScore}:${goldScore}`
  const isScored = was ? score(was) !== score(is) : score(is) !== '0:0'
  return [
    ...(was?.isComplete && !is.isComplete ? ['match.reopened' as const] : []),
    ...(isStopped ? ['match.stopped' as const] : []),
    ...(isStarted ? ['match.started' as const] : []),
    ...(isScored ? ['match.score' as const] : []),
    ...(is.isComplete && !was?.isComplete ? ['match.completed' as const] : []),
  ]
}

function teamOf({ teams }: Tournament, id: TeamId | null) {
  const team = id === null ? undefined : teams[id]
  return team ? { id: team.id, name: team.name } : null
}
