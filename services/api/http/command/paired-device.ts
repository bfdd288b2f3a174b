import { teamsOf } from '../../../../events/bracket/bracket.ts'
import { commandInfo } from '../../../../events/describe/commands.ts'
import type { Command } from '../../../../events/schema/command.ts'
import { queueOf } from '../../../../events/state/queue.ts'
import type { Tournament } from '../../../../events/state/tournament.ts'
import { Rejection } from '../../../web/index.ts'
import type { PairedTablet } from '../../../web/index.ts'
import type { CommitEntry } from '../../../states/index.ts'

/** `together` are the versions that an undo also takes back. */
type CommandContext = {
  state: Tournament
  entries: readonly CommitEntry[]
  together: readonly number[]
}

/**
 * Restricts a paired tablet to matches that are, were or will be played at its cabinet (R-PE-4).
 */
export function expectAtCabinet(
  { cabinet, name }: PairedTablet,
  command: Command,
  { state, entries, together }: CommandContext,
): void {
  const versions = 'version' in command ? [command.version, ...together] : []
  const places = [
    ...versions.map((version) => entries[version - 1]?.cabinets ?? []),
    ...placesOf(state, command),
  ]
  const isForbidden = versions.some((version) =>
    commandsIn(entries, version).some((type) => commandInfo(type).tablet === false),
  )
  const isAllowed = places.length > 0 && !isForbidden
  if (isAllowed && places.every((at) => at === 'any' || at.includes(cabinet))) return
  const detail = !isAllowed
    ? `${name} is paired with a cabinet and can only referee there. Use a device that is not paired.`
    : `${name} is paired with another cabinet. Use the tablet there, or one that is not paired.`
  throw new Rejection(403, { detail, code: 'OTHER_CABINET' })
}

/** The commands that an undo takes back, also through undos of undos. */
function commandsIn(entries: readonly CommitEntry[], version: number): CommitEntry['type'][] {
  const { type = 'Undo', undone = [] } = entries[version - 1] ?? {}
  return undone.length === 0 ? [type] : undone.flatMap((earlier) => commandsIn(entries, earlier))
}

/** The cabinets of each object that a command names. */
function placesOf(state: Tournament, command: Command): (number[] | 'any')[] {
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
function cabinetsOnSite(state: Tournament, command: Command): (number[] | 'any')[] {
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
function cabinetsOfQueues(state: Tournament, command: Command): (number[] | 'any')[] {
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
function cabinetsOfMatch(state: Tournament, id: number, isStarted = false): number[] | 'any' {
  const match = state.matches[id]
  if (!match) return []
  if (match.cabinet !== null) return [match.cabinet]
  const queue = queueOf(state.queues, id)
  const last = match.startedOn.at(-1)
  if (!queue && last === undefined) return isStarted ? 'any' : []
  return [...(queue?.cabinets ?? []), ...(last === undefined ? [] : [last])]
}

function cabinetsOfGame(state: Tournament, game: string): number[] | 'any' {
  const match = state.games[game]?.match ?? null
  return match === null ? [] : cabinetsOfMatch(state, match)
}
