import { maxInteger, maxScore } from '#events/rules/limits.ts'
import { idOf, teamNameOf, textOf } from '#events/text/untrusted-json.ts'
import type { Fields } from '#events/text/untrusted-json.ts'
import type { ExternalMatch, BracketSummary, Participant } from './external-bracket.ts'

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && Math.abs(value) <= maxInteger
    ? value
    : null
}

const states: Record<string, BracketSummary['state']> = {
  underway: 'underway',
  group_stages_underway: 'underway',
  group_stage_underway: 'underway',
  group_stages_finalized: 'underway',
  awaiting_review: 'over',
  complete: 'complete',
}

export function summaryOf(fields: Fields): BracketSummary {
  const groups = fields['group_stage_options'] as Fields | null | undefined
  return {
    state: states[textOf(fields['state'])] ?? 'pending',
    drawAllowed: isLeague(fields['tournament_type']),
    // Groups are round robins by default.
    groupDrawAllowed: isLeague(groups?.['stage_type'] ?? 'round robin'),
  }
}

function isLeague(type: unknown): boolean {
  return ['round robin', 'swiss'].includes(textOf(type).replaceAll('_', ' ').toLowerCase())
}

/**
 * Reads a participant with all its ids, since groups use other ids. The name is the first of name,
 * display name and user name that is not empty (R-CL-2).
 */
export function participantOf(fields: Fields): Participant {
  const groups = fields['group_player_ids']
  const ids = [fields['id'], ...(Array.isArray(groups) ? (groups as unknown[]) : [])].map(idOf)
  const names = [fields['name'], fields['display_name'], fields['username']].map(textOf)
  return {
    ids: ids.filter((id) => id !== null),
    name: teamNameOf(names.find((name) => name !== '') ?? ''),
    seed: numberOf(fields['seed']),
  }
}

/** Values that the two APIs deliver in different fields. */
type VersionFields = {
  players: [unknown, unknown]
  group: unknown
  underwayAt: unknown
  scores: [number, number][]
}

export function externalMatchOf(
  fields: Fields,
  heading: BracketSummary,
  values: VersionFields,
): ExternalMatch {
  const group = idOf(values.group)
  const state = textOf(fields['state'])
  return {
    id: idOf(fields['id']) ?? '',
    identifier: textOf(fields['identifier']).slice(0, 20),
    playOrder: numberOf(fields['suggested_play_order']),
    state: state === 'open' || state === 'complete' ? state : 'pending',
    isUnderway: Boolean(values.underwayAt),
    drawAllowed: group === null ? heading.drawAllowed : heading.groupDrawAllowed,
    players: [idOf(values.players[0]), idOf(values.players[1])],
    winner: idOf(fields['winner_id']),
    score: totalOf(values.scores),
    round: numberOf(fields['round']),
    group,
  }
}

/** Total games won. Null if there are no scores or they are not game counts. */
function totalOf(pairs: [number, number][]): [number, number] | null {
  const all = pairs.flat()
  if (all.length === 0 || all.some((n) => !Number.isSafeInteger(n) || n < 0)) return null
  const sum = (side: 0 | 1) => pairs.reduce((total, pair) => total + pair[side], 0)
  return [Math.min(maxScore, sum(0)), Math.min(maxScore, sum(1))]
}
