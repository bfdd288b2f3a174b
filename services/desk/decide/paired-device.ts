import { matchLabelIn, teamsOf } from '#events/bracket/bracket.ts'
import { cabinetName } from '#events/describe/names.ts'
import { touchedBy } from '#events/describe/touched.ts'
import type { Command } from '#events/schema/command.ts'
import type { Event } from '#events/schema/event.ts'
import { queueOf } from '#events/state/queue.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { refuse } from './decision.ts'
import type { Accepted, DecisionInputs, Refusal } from './decision.ts'
import type { CabinetId, MatchId } from '#events/ids.ts'

/** The cabinets at which an object of a command is, was or will be; `any`: wherever the tablet is. */
type Place = CabinetId[] | 'any'

/**
 * A tablet that is paired with a cabinet may referee only matches that are, were or will be played
 * there (R-PE-4). Refuses a command before it is decided.
 */
export function namedElsewhereRefusal(
  t: Tournament,
  command: Command,
  { pairedWith, past, tabletMayUndo }: DecisionInputs,
): Refusal | null {
  if (!pairedWith) return null
  const versions = 'version' in command ? [command.version] : []
  return elsewhereRefusal(pairedWith, versions, {
    past,
    tabletMayUndo,
    named: placesOf(t, command),
  })
}

/** Refuses a decision that takes back steps or archives matches of other cabinets. */
export function doneElsewhereRefusal(
  t: Tournament,
  { events, answer }: Accepted,
  { pairedWith, past, tabletMayUndo }: DecisionInputs,
): Refusal | null {
  if (!pairedWith) return null
  const undone = answer?.['undone']
  const refusal = Array.isArray(undone)
    ? elsewhereRefusal(pairedWith, undone.map(Number), { past, tabletMayUndo })
    : null
  return refusal ?? playedElsewhereRefusal(t, events, pairedWith)
}

type Tablet = NonNullable<DecisionInputs['pairedWith']>
type Undone = { [Input in 'past' | 'tabletMayUndo']: DecisionInputs[Input] | undefined }

function elsewhereRefusal(
  { cabinet, name }: Tablet,
  versions: readonly number[],
  { past, tabletMayUndo = () => true, named = [] }: Undone & { named?: Place[] },
): Refusal | null {
  const steps = past ? [past, ...past.later] : []
  const undone = steps.filter(({ commit }) => versions.includes(commit.version))
  const places = [...undone.map((step) => touchedBy(step).cabinets), ...named]
  if (places.length === 0 || !versions.every(tabletMayUndo)) {
    return elsewhere(
      `${name} is paired with a cabinet and can only referee there. Use a device that is not paired.`,
    )
  }
  if (places.every((at) => at === 'any' || at.includes(cabinet))) return null
  return elsewhere(
    `${name} is paired with another cabinet. Use the tablet there, or one that is not paired.`,
  )
}

function playedElsewhereRefusal(
  t: Tournament,
  events: Event[],
  { cabinet }: Tablet,
): Refusal | null {
  const archived = events.flatMap((event) =>
    event.type === 'MatchVoided' ? (t.matches[event.match] ?? []) : [],
  )
  const playedElsewhere = archived.flatMap((match) => {
    const playedOn = match.cabinet ?? match.startedOn.at(-1) ?? cabinet
    return playedOn === cabinet
      ? []
      : `${matchLabelIn(t, match)} was played on ${cabinetName(t, playedOn)}.`
  })
  if (playedElsewhere.length === 0) return null
  return elsewhere(`${playedElsewhere.join(' ')} Correct this on a device that is not paired.`)
}

function elsewhere(detail: string): Refusal {
  return { ...refuse('OTHER_CABINET', detail), status: 403 }
}

/** The cabinets of each object that a command names. */
function placesOf(state: Tournament, command: Command): Place[] {
  return [
    ...('cabinet' in command && command.cabinet !== null ? [[command.cabinet]] : []),
    ...('match' in command ? [cabinetsOfMatch(state, command.match, startsMatch(command))] : []),
    ...(command.type === 'ReplaceMatch' ? [cabinetsOfMatch(state, command.by, true)] : []),
    ...('queue' in command ? [state.queues[command.queue]?.cabinets ?? []] : []),
    ...cabinetsOnSite(state, command),
    ...cabinetsOfQueues(state, command),
    ...(command.type === 'DetachGame' ? [cabinetsOfGame(state, command.game)] : []),
  ]
}

/**
 * Any tablet may answer a call; attendance and warnings concern the cabinets of the team's matches.
 */
function cabinetsOnSite(state: Tournament, command: Command): Place[] {
  switch (command.type) {
    case 'TakeOfficialCall':
    case 'EndOfficialCall':
      return ['any']
    case 'ReportAttendance':
    case 'GiveWarning': {
      const own = Object.values(state.matches).filter((match) =>
        teamsOf(state, match).includes(command.team),
      )
      return [
        own.flatMap(({ id }) => [cabinetsOfMatch(state, id)].flat().filter((at) => at !== 'any')),
      ]
    }
    default:
      return []
  }
}

/** Commands on queues may take matches from other queues, or cabinets from the queue. */
function cabinetsOfQueues(state: Tournament, command: Command): Place[] {
  if (command.type === 'SetQueue')
    return command.matches.map((id) => cabinetsOfMatch(state, id, true))
  if (command.type !== 'SetQueueCabinets' && command.type !== 'DeleteQueue') return []
  const served = state.queues[command.queue]?.cabinets ?? []
  const assigned = command.type === 'SetQueueCabinets' ? command.cabinets : []
  return [...served, ...assigned].map((cabinet) => [cabinet])
}

/** A start names its cabinet too, which is checked to be the tablet's own. */
function startsMatch(command: Command): boolean {
  return command.type === 'StartMatch'
}

/**
 * A match that has no cabinet yet may be started anywhere; a tablet may do nothing else with it.
 */
function cabinetsOfMatch(state: Tournament, id: MatchId, isStarted = false): Place {
  const match = state.matches[id]
  if (!match) return []
  if (match.cabinet !== null) return [match.cabinet]
  const queue = queueOf(state.queues, id)
  const last = match.startedOn.at(-1)
  if (!queue && last === undefined) return isStarted ? 'any' : []
  return [...(queue?.cabinets ?? []), ...(last === undefined ? [] : [last])]
}

function cabinetsOfGame(state: Tournament, game: string): Place {
  const match = state.games[game]?.match ?? null
  return match === null ? [] : cabinetsOfMatch(state, match)
}
