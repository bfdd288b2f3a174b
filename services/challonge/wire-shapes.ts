import type { ExternalMatch, BracketSummary, Participant } from './external-bracket.ts'

// Fields that both of Challonge's APIs share. Any of them may be missing.
export type Fields = Record<string, unknown>

function idOf(value: unknown): string | null {
  return typeof value === 'number' || (typeof value === 'string' && value !== '')
    ? `${value}`
    : null
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null
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
    // Groups are round robins where nothing else is said.
    groupDrawAllowed: isLeague(groups?.['stage_type'] ?? 'round robin'),
  }
}

function isLeague(type: unknown): boolean {
  return ['round robin', 'swiss'].includes(textOf(type).replaceAll('_', ' ').toLowerCase())
}

/** as `Entrant` takes it */
const maxTeamName = 100

/** Its end shows that a name goes on: docs/decisions/long-names-from-outside-end-visibly.md */
function withinLimit(name: string): string {
  if (name.length <= maxTeamName) return name
  // A sign of two halves is not cut in the middle.
  return `${name.slice(0, maxTeamName - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** In group stages others' ids stand for it; it plays under its name, else as it is shown (R-CL-2). */
export function participantOf(fields: Fields): Participant {
  const groups = fields['group_player_ids']
  const ids = [fields['id'], ...(Array.isArray(groups) ? (groups as unknown[]) : [])].map(idOf)
  const names = [fields['name'], fields['display_name'], fields['username']].map(textOf)
  return {
    ids: ids.filter((id) => id !== null),
    name: withinLimit(names.find((name) => name !== '') ?? '(no name)'),
    seed: numberOf(fields['seed']),
  }
}

/** Values that the two APIs give in different ways are passed beside the fields. */
type OutsideMatch = {
  players: [unknown, unknown]
  group: unknown
  underwayAt: unknown
  scores: [number, number][]
}

export function externalMatchOf(
  fields: Fields,
  heading: BracketSummary,
  outside: OutsideMatch,
): ExternalMatch {
  const group = idOf(outside.group)
  const state = textOf(fields['state'])
  return {
    id: idOf(fields['id']) ?? '',
    identifier: textOf(fields['identifier']).slice(0, 20),
    playOrder: numberOf(fields['suggested_play_order']),
    state: state === 'open' || state === 'complete' ? state : 'pending',
    isUnderway: Boolean(outside.underwayAt),
    drawAllowed: group === null ? heading.drawAllowed : heading.groupDrawAllowed,
    players: [idOf(outside.players[0]), idOf(outside.players[1])],
    winner: idOf(fields['winner_id']),
    score: totalOf(outside.scores),
    round: numberOf(fields['round']),
    group,
  }
}

/** `3-1,3-2` and `3 - 1` in pairs, player 1 first. */
export function pairsOf(text: unknown): [number, number][] {
  return textOf(text)
    .split(',')
    .flatMap((part): [number, number][] => {
      const pair = /^\s*(-?\d+)\s*[-–]\s*(-?\d+)\s*$/.exec(part)
      return pair ? [[Number(pair[1]), Number(pair[2])]] : []
    })
}

/** Games in all. Null where nothing was told, or what is no count of games. */
function totalOf(pairs: [number, number][]): [number, number] | null {
  const all = pairs.flat()
  if (all.length === 0 || all.some((n) => !Number.isSafeInteger(n) || n < 0)) return null
  const sum = (side: 0 | 1) => pairs.reduce((total, pair) => total + pair[side], 0)
  return [Math.min(999, sum(0)), Math.min(999, sum(1))]
}
