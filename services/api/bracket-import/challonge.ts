import { say } from '#events/messages/message.ts'
import {
  dayOf,
  fieldsOf,
  idOf,
  listOf,
  teamNameOf,
  textOf,
  timeOf,
  integerOf,
  scorePairsOf,
} from '#events/text/untrusted-json.ts'
import { dateInZone } from '#events/text/venue-zone.ts'
import type { Fields } from '#events/text/untrusted-json.ts'
import { minForThirdPlace } from '#events/rules/layout/single-elim.ts'
import { UnreadableFile } from '../import-export/zip.ts'
import { bySeed, gamesOf } from './parsed-bracket.ts'
import type {
  ParsedBracket,
  ParsedMatch,
  ParsedStage,
  Pair,
  Planned,
  Source,
} from './parsed-bracket.ts'

type Parts = { tournament: Fields | null; participants: Fields[]; matches: Fields[] }

/**
 * Reads both APIs of Challonge: v1 wraps each object in its name, v2.1 is JSON:API. Null if the
 * documents are not from Challonge.
 */
export function challongeBracket(documents: unknown[], zone: string): ParsedBracket | null {
  const parts: Parts = { tournament: null, participants: [], matches: [] }
  for (const document of documents) collect(document, parts)
  const { tournament, participants, matches } = parts
  if (!tournament && participants.length + matches.length === 0) return null
  if (!tournament) throw new UnreadableFile(say('tournamentMissing'))
  if (participants.length === 0) throw new UnreadableFile(say('participantsMissing'))
  if (matches.length === 0 && !hasNotBegun(tournament)) {
    throw new UnreadableFile(say('matchesMissing'))
  }
  return bracketOf({ tournament, participants, matches }, zone)
}

function hasNotBegun({ state }: Fields): boolean {
  return ['pending', 'checking_in', 'checked_in'].includes(textOf(state))
}

function collect(value: unknown, parts: Parts): void {
  for (const one of Array.isArray(value) ? listOf(value) : [value]) {
    const fields = fieldsOf(one)
    if ('participant' in fields) parts.participants.push(fieldsOf(fields['participant']))
    else if ('match' in fields) parts.matches.push(fieldsOf(fields['match']))
    else if ('tournament' in fields) {
      const { participants, matches, ...rest } = fieldsOf(fields['tournament'])
      parts.tournament = rest
      collect(listOf(participants), parts)
      collect(listOf(matches), parts)
    } else if (
      'data' in fields &&
      'attributes' in fieldsOf(listOf(fields['data'])[0] ?? fields['data'])
    ) {
      collect(fields['data'], parts)
    } else if ('attributes' in fields) collectResource(fields, parts)
  }
}

function collectResource({ id, type, attributes, relationships }: Fields, parts: Parts): void {
  const own = { ...fieldsOf(attributes), id }
  if (type === 'tournament') parts.tournament = own
  else if (type === 'participant') parts.participants.push(own)
  else if (type === 'match') {
    const related = { ...fieldsOf(relationships), ...fieldsOf(own['relationships' as never]) }
    const points = listOf(fieldsOf(attributes)['points_by_participant'])
    const player = (index: 0 | 1) =>
      fieldsOf(fieldsOf(related[`player${index + 1}`])['data'])['id'] ??
      fieldsOf(points[index])['participant_id']
    const group =
      fieldsOf(attributes)['group_id'] ?? fieldsOf(fieldsOf(related['group'])['data'])['id']
    parts.matches.push({ ...own, player1_id: player(0), player2_id: player(1), group_id: group })
  }
}

const types: Record<string, ParsedStage['type']> = {
  'single elimination': 'single_elim',
  'double elimination': 'double_elim',
  'round robin': 'round_robin',
  swiss: 'swiss',
}

function typeOf(value: unknown): ParsedStage['type'] {
  const name = textOf(value).replaceAll('_', ' ').toLowerCase()
  const type = types[name]
  if (type) return type
  throw new UnreadableFile(say('bracketType', { type: name }))
}

type Documents = Parts & { tournament: Fields }

function bracketOf({ tournament, participants, matches }: Documents, zone: string): ParsedBracket {
  const entrants = bySeed(
    participants.flatMap((fields) => {
      const id = idOf(fields['id'])
      const names = ['name', 'display_name', 'username'].map((name) => textOf(fields[name]))
      const others = [id, ...listOf(fields['group_player_ids']).map(idOf)]
      const place = integerOf(fields['final_rank'])
      const name = teamNameOf(names.find((one) => one !== '') ?? '')
      return id === null ? [] : [{ id, name, place, seed: integerOf(fields['seed']), others }]
    }),
  )
  const teamOf = new Map(
    entrants.flatMap(({ id, others }) => others.map((other) => [other, id] as const)),
  )
  const inPlayOrder = matches
    .map((fields) => ({ order: integerOf(fields['suggested_play_order']) ?? Infinity, fields }))
    .toSorted((a, b) => (a.order === b.order ? 0 : a.order - b.order))
  const groups = Map.groupBy(
    inPlayOrder.map(({ fields }) => fields),
    (fields) => idOf(fields['group_id']),
  )
  const seeds = entrants.map(({ id }) => id)
  const keys = [...groups.keys()].flatMap((key) => key ?? []).toSorted(byNumber)
  const options = fieldsOf(tournament['group_stage_options'])
  const isOver = ['complete', 'awaiting_review'].includes(textOf(tournament['state']))
  const stage = (name: string, type: ParsedStage['type'], key: string | null): ParsedStage => {
    const own = (groups.get(key) ?? []).map((fields) => matchOf(fields, teamOf))
    const playing = new Set(own.flatMap(({ players }) => players))
    const isGroup = key !== null
    // A team with a bye is in no match at first.
    const stageEntrants = isGroup || keys.length > 0 ? seeds.filter((id) => playing.has(id)) : seeds
    return { name, type, isGroup, entrants: stageEntrants, matches: own }
  }
  const stages = keys.map((key, index) =>
    stage(
      `Group ${String.fromCodePoint(65 + index)}`,
      typeOf(options['stage_type'] ?? 'round robin'),
      key,
    ),
  )
  if (groups.has(null) || matches.length === 0) {
    const type = typeOf(tournament['tournament_type'])
    const last = stage(keys.length > 0 ? 'Finals' : 'Bracket', type, null)
    stages.push(
      matches.length === 0 ? { ...last, planned: plannedBy(tournament, seeds.length) } : last,
    )
  }
  const days = ['started_at', 'starts_at', 'start_at', 'created_at'].map((field) =>
    dayOf(tournament[field] ?? fieldsOf(tournament['timestamps'])[field], zone),
  )
  return {
    source: 'Challonge',
    name: textOf(tournament['name']) || 'From Challonge',
    date: days.find((day) => day !== null) ?? dateInZone(zone, new Date()),
    isOver,
    teams: entrants.map(({ id, name, place }) => ({ id, name, place })),
    stages,
    leftOut: leftOut({ tournament, participants, matches }, isOver),
  }
}

function plannedBy(tournament: Fields, entrants: number): Planned {
  const own = (options: string, name: string) => fieldsOf(tournament[options])[name]
  const finals = textOf(
    tournament['grand_finals_modifier'] ??
      own('double_elimination_options', 'grand_finals_modifier'),
  )
  const third = tournament['hold_third_place_match'] ?? tournament['third_place_match']
  const times = tournament['rr_iterations'] ?? own('round_robin_options', 'iterations')
  return {
    thirdPlaceMatch: third === true && entrants >= minForThirdPlace,
    grandFinal: finals === 'skip' ? 'none' : finals === 'single match' ? 'single' : 'double',
    matchesPerOpponent: Math.min(3, Math.max(1, integerOf(times) ?? 1)),
  }
}

function byNumber(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}

function leftOut({ tournament, participants, matches }: Documents, isOver: boolean): string[] {
  const withGroups = tournament['group_stages_enabled'] ?? tournament['group_stage_enabled']
  // API v1 always has these fields, if only empty.
  const isV1 = matches.every((match) => 'player1_prereq_match_id' in match)
  const attached = matches.filter((match) => (integerOf(match['attachment_count']) ?? 0) > 0).length
  const people = participants.filter((one) => textOf(one['email'] ?? one['invite_email']) !== '')
  const notices = [
    attached > 0 ? `attachments of ${attached === 1 ? '1 match' : `${attached} matches`}` : null,
    people.length > 0 ? 'e-mail addresses of participants' : null,
    isV1 ? null : 'which matches were forfeited (only API v1 has this)',
    isV1 || isOver ? null : 'who plays the winner of an unfinished match (only API v1 has this)',
    withGroups === true && matches.length === 0 ? 'the group stage, which is not drawn yet' : null,
    matches.some(hasSets)
      ? 'which games belong to which set: the games of all sets are added up'
      : null,
    'in which order the games of a match were won',
  ]
  return notices.filter((one) => one !== null)
}

function matchOf(fields: Fields, teamOf: ReadonlyMap<string | null, string>): ParsedMatch {
  const side = (number: 1 | 2) => teamOf.get(idOf(fields[`player${number}_id`])) ?? null
  const source = (number: 1 | 2): Source | null => {
    const match = idOf(fields[`player${number}_prereq_match_id`])
    const isLoser = fields[`player${number}_is_prereq_match_loser`] === true
    return match === null ? null : { match, of: isLoser ? 'loser' : 'winner' }
  }
  const players: Pair<string | null> = [side(1), side(2)]
  const winnerId = teamOf.get(idOf(fields['winner_id']))
  const at = winnerId === undefined ? -1 : players.indexOf(winnerId)
  const winner = at === 0 || at === 1 ? at : null
  const { score, isForfeit } = gamesOf(scoreOf(fields, winner), winner)
  const times = fieldsOf(fields['timestamps'])
  return {
    id: idOf(fields['id']) ?? '',
    round: integerOf(fields['round']) ?? 1,
    roundName: null,
    players,
    from: [source(1), source(2)],
    isOver: fields['state'] === 'complete',
    winner,
    score,
    isForfeit: isForfeit || fields['forfeited'] === true,
    at: timeOf(fields['completed_at'] ?? fields['updated_at'] ?? times['updated_at']),
    order: integerOf(fields['suggested_play_order']),
  }
}

function hasSets(fields: Fields): boolean {
  const sets = listOf(fields['score_in_sets'])
  return sets.length > 1 || scorePairsOf(fields['scores_csv'] ?? fields['scores']).length > 1
}

/** Games won, summed over all sets; sets won if the games would give another winner. */
function scoreOf(fields: Fields, winner: 0 | 1 | null): Pair<number> | null {
  const inSets = listOf(fields['score_in_sets']).map((set) => listOf(set).map(integerOf))
  const pairs = inSets.length > 0 ? inSets : scorePairsOf(fields['scores_csv'] ?? fields['scores'])
  if (pairs.length === 0) return null
  const sum = (side: 0 | 1) => pairs.reduce((all, pair) => all + (pair[side] ?? 0), 0)
  const won = (side: 0 | 1) =>
    pairs.filter((pair) => (pair[side] ?? 0) > (pair[side === 0 ? 1 : 0] ?? 0)).length
  const games: Pair<number> = [sum(0), sum(1)]
  if (pairs.some((pair) => pair.some((score) => score !== null && score < 0))) return [-1, 0]
  const isConsistent = winner === null || games[winner] > games[winner === 0 ? 1 : 0]
  return isConsistent ? games : [won(0), won(1)]
}
