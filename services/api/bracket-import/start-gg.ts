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
} from '#events/text/untrusted-json.ts'
import { dateInZone } from '#events/text/venue-zone.ts'
import type { Fields } from '#events/text/untrusted-json.ts'
import { sourcesWithoutByes } from './bye-sets.ts'
import { UnreadableFile } from '../import-export/zip.ts'
import { bySeed, gamesOf } from './parsed-bracket.ts'
import type { ParsedBracket, ParsedMatch, ParsedStage, Pair, Source } from './parsed-bracket.ts'

type Group = { fields: Fields; sets: Map<string, Fields> }

/**
 * Reads responses of start.gg's GraphQL API; several are pages of one event. Null if the documents
 * are not from start.gg.
 */
export function startGgBracket(documents: unknown[], zone: string): ParsedBracket | null {
  const events = documents
    .map((document) => fieldsOf(document))
    .map((own) => fieldsOf(fieldsOf(own['data'] ?? own)['event'] ?? own['event']))
    .filter((event) => Object.keys(event).length > 0)
  const [first] = events
  if (!first) return null
  if (new Set(events.map(({ id }) => idOf(id))).size > 1) {
    throw new UnreadableFile(say('severalEvents'))
  }
  const event = Object.assign({}, ...events.toReversed()) as Fields
  const groups = groupsIn(events)
  const places = placesIn(events)
  const entrants = uniqueById(events.flatMap(({ entrants }) => nodesOf(entrants)))
  if (entrants.length === 0) throw new UnreadableFile(say('entrantsMissing'))
  const planned = plannedStages(events)
  if (groups.length === 0 && planned.length === 0) {
    throw new UnreadableFile(say('setsMissing'))
  }
  const teams = bySeed(
    entrants.flatMap((fields) => {
      const id = idOf(fields['id'])
      const standing = integerOf(fieldsOf(fields['standing'])['placement'])
      const place = (id === null ? null : places.get(id)) ?? standing
      const seed = integerOf(fields['initialSeedNum'])
      return id === null ? [] : [{ id, name: teamNameOf(textOf(fields['name'])), place, seed }]
    }),
  )
  const order = teams.map(({ id }) => id)
  const tournament = textOf(fieldsOf(event['tournament'])['name'])
  const played = groups.flatMap((group) => stageOf(group, { groups, order }))
  const stages = groups.length > 0 ? played : planned.map((one) => ({ ...one, entrants: order }))
  return {
    source: 'start.gg',
    name:
      [tournament, textOf(event['name'])].filter((name) => name !== '').join(': ') ||
      'From start.gg',
    date: dayOf(event['startAt'], zone) ?? dateInZone(zone, new Date()),
    isOver: event['state'] === 'COMPLETED' || event['state'] === 3,
    teams: teams.map(({ id, name, place }) => ({ id, name, place })),
    stages,
    leftOut: [
      'who plays for a team',
      'characters, stages and the order of the games of a set',
      'stations and streams',
    ],
  }
}

/** The first phase of an event that has not begun and has no sets yet. */
function plannedStages(events: Fields[]): ParsedStage[] {
  const hasSets = events.some((event) => 'sets' in event || 'phaseGroups' in event)
  const isCreated = events.some(({ state }) => state === 'CREATED' || state === 1)
  if (!hasSets || !isCreated) return []
  const phases = events.flatMap((event) => [
    ...nodesOf(event['phases']),
    ...nodesOf(event['phaseGroups']).map(({ phase, bracketType }): Fields => {
      const own = fieldsOf(phase)
      return { ...own, bracketType: bracketType ?? own['bracketType'] }
    }),
  ])
  const order = (phase: Fields) => integerOf(phase['phaseOrder']) ?? 0
  const [first] = phases.toSorted((a, b) => order(a) - order(b))
  const type = types[textOf(first?.['bracketType'])]
  if (!first || !type) return []
  const planned = { thirdPlaceMatch: false, grandFinal: 'double', matchesPerOpponent: 1 } as const
  const name = textOf(first['name']) || 'Bracket'
  return [{ name, type, isGroup: false, entrants: [], matches: [], planned }]
}

function nodesOf(value: unknown): Fields[] {
  return (Array.isArray(value) ? listOf(value) : listOf(fieldsOf(value)['nodes'])).map(fieldsOf)
}

function uniqueById(all: Fields[]): Fields[] {
  return [...new Map(all.map((one) => [idOf(one['id']), one])).values()]
}

/** Sets are listed in their group, or in the event with the id of their group. */
function groupsIn(events: Fields[]): Group[] {
  const groups = new Map<string, Group>()
  const groupOf = (fields: Fields) => {
    const id = idOf(fields['id']) ?? ''
    const previous = groups.get(id)
    const group = { fields: { ...previous?.fields, ...fields }, sets: previous?.sets ?? new Map() }
    groups.set(id, group)
    return group
  }
  const addSets = (group: Group, sets: Fields[]) => {
    for (const set of sets) group.sets.set(idOf(set['id']) ?? '', set)
  }
  for (const event of events) {
    for (const { sets, ...fields } of nodesOf(event['phaseGroups'])) {
      addSets(groupOf(fields), nodesOf(sets))
    }
    for (const set of nodesOf(event['sets'])) addSets(groupOf(fieldsOf(set['phaseGroup'])), [set])
  }
  const phase = ({ fields }: Group) => integerOf(fieldsOf(fields['phase'])['phaseOrder']) ?? 0
  const label = ({ fields }: Group) => textOf(fields['displayIdentifier'])
  return [...groups.values()]
    .filter(({ sets }) => sets.size > 0)
    .toSorted(
      (a, b) => phase(a) - phase(b) || label(a).localeCompare(label(b), 'en', { numeric: true }),
    )
}

function placesIn(events: Fields[]): Map<string, number> {
  const standings = events.flatMap((event) => nodesOf(event['standings']))
  return new Map(
    standings.flatMap((standing): [string, number][] => {
      const id = idOf(fieldsOf(standing['entrant'])['id'])
      const place = integerOf(standing['placement'])
      return id === null || place === null ? [] : [[id, place]]
    }),
  )
}

const types: Record<string, ParsedStage['type']> = {
  SINGLE_ELIMINATION: 'single_elim',
  DOUBLE_ELIMINATION: 'double_elim',
  ROUND_ROBIN: 'round_robin',
  SWISS: 'swiss',
}

function stageOf(
  { fields, sets }: Group,
  { groups, order }: { groups: Group[]; order: string[] },
): ParsedStage[] {
  const phase = fieldsOf(fields['phase'])
  const kind = textOf(fields['bracketType'] ?? phase['bracketType'])
  const type = types[kind]
  if (!type) throw new UnreadableFile(say('bracketType', { type: kind }))
  const siblings = groups.filter((other) => {
    return idOf(fieldsOf(other.fields['phase'])['id']) === idOf(phase['id'])
  })
  const isGroup = siblings.length > 1
  const matches = [...sets.values()].toSorted(byIdentifier).map((set) => matchOf(set))
  // Sets that are byes are not listed, only named as a source.
  const isListed = (source: Source | null) => source !== null && sets.has(source.match)
  const sources = type === 'double_elim' ? sourcesWithoutByes(matches) : null
  for (const match of matches) {
    const [one, two] = match.from
    match.from = sources?.get(match) ?? [isListed(one) ? one : null, isListed(two) ? two : null]
  }
  const seeded = bySeed(
    nodesOf(fields['seeds']).flatMap((seed) => {
      const id = idOf(fieldsOf(seed['entrant'])['id'])
      return id === null ? [] : [{ id, seed: integerOf(seed['seedNum']) }]
    }),
  ).map(({ id }) => id)
  const playing = new Set(matches.flatMap(({ players }) => players))
  const entrants = seeded.length > 0 ? seeded : order.filter((id) => playing.has(id))
  const label = textOf(fields['displayIdentifier'])
  const phaseName = textOf(phase['name']) || 'Bracket'
  const name = isGroup ? `${phaseName} ${label}` : phaseName
  return [{ name, type, isGroup, entrants, matches: matches.toSorted(byTime) }]
}

/** A, B … Z, AA: start.gg lists the sets of a round in this order, or in none. */
function byIdentifier(a: Fields, b: Fields): number {
  const [one, two] = [textOf(a['identifier']), textOf(b['identifier'])]
  if (one === '' || two === '') return 0
  return one.length - two.length || one.localeCompare(two, 'en')
}

/** start.gg has no order of play of its own; matches without a time are put in order later. */
function byTime(a: ParsedMatch, b: ParsedMatch): number {
  if (a.order !== null && b.order !== null) return a.order - b.order
  if ((a.order === null) !== (b.order === null)) return a.order === null ? 1 : -1
  return 0
}

const completed = 3

function matchOf(set: Fields): ParsedMatch {
  const slots = nodesOf(set['slots'])
  const entrant = (side: 0 | 1) => idOf(fieldsOf(slots[side]?.['entrant'])['id'])
  const players: Pair<string | null> = [entrant(0), entrant(1)]
  const winnerId = idOf(set['winnerId'])
  const side = winnerId === null ? -1 : players.indexOf(winnerId)
  const winner = side === 0 || side === 1 ? side : null
  const { score, isForfeit } = gamesOf(scoreOf(set, slots), winner)
  const at = timeOf(set['completedAt'])
  return {
    id: idOf(set['id']) ?? '',
    round: integerOf(set['round']) ?? 1,
    roundName: textOf(set['fullRoundText']).slice(0, 100).toWellFormed() || null,
    players,
    from: [sourceOf(slots[0]), sourceOf(slots[1])],
    isOver: integerOf(set['state']) === completed || winner !== null,
    winner,
    score,
    isForfeit: isForfeit || textOf(set['displayScore']) === 'DQ',
    at,
    order: at === null ? null : Date.parse(at),
  }
}

function sourceOf(slot: Fields = {}): Source | null {
  const match = idOf(slot['prereqId'])
  if (slot['prereqType'] !== 'set' || match === null) return null
  return { match, of: integerOf(slot['prereqPlacement']) === 2 ? 'loser' : 'winner' }
}

function scoreOf(set: Fields, slots: Fields[]): Pair<number> | null {
  const values = slots.map((slot) => {
    const stats = fieldsOf(fieldsOf(slot['standing'])['stats'])
    return integerOf(fieldsOf(stats['score'])['value'])
  })
  const [one = null, two = null] = values
  if (one !== null && two !== null) return [one, two]
  return displayScore(textOf(set['displayScore']), slots)
}

/** Parses `Bees 2 - Wasps 1`; the names themselves may contain numbers and hyphens. */
function displayScore(text: string, slots: Fields[]): Pair<number> | null {
  const [one = '', two = ''] = slots.map((slot) => textOf(fieldsOf(slot['entrant'])['name']))
  const match = /^(.*) (-?\d+) - (.*) (-?\d+)$/.exec(text)
  if (!match || one === '' || two === '') return null
  const [, left = '', first = '', right = '', second = ''] = match
  if (left.endsWith(one) && right.endsWith(two)) return [Number(first), Number(second)]
  if (left.endsWith(two) && right.endsWith(one)) return [Number(second), Number(first)]
  return null
}
