import { teamsOf } from '../../../../events/bracket/bracket.ts'
import { aboutCommand } from '../../../../events/describe/commands.ts'
import type { Command } from '../../../../events/schema/command.ts'
import { queueOf } from '../../../../events/state/queue.ts'
import type { Tournament } from '../../../../events/state/tournament.ts'
import { Rejection } from '../../../web/index.ts'
import type { Paired } from '../../../web/index.ts'
import type { CommitEntry } from '../../../states/index.ts'

/** `together`: the versions that an undo takes back with the one it names. */
type CommandContext = {
  state: Tournament
  entries: readonly CommitEntry[]
  together: readonly number[]
}

/** A paired tablet runs what is played at its cabinet, was played there, or comes next (R-PE-4). */
export function expectAtCabinet(
  { cabinet, name }: Paired,
  command: Command,
  { state, entries, together }: CommandContext,
): void {
  const versions = 'version' in command ? [command.version, ...together] : []
  const places = [
    ...versions.map((version) => entries[version - 1]?.cabinets ?? []),
    ...placesOf(state, command),
  ]
  const isOther = versions.some((version) =>
    doneBy(entries, version).some((type) => aboutCommand(type).tablet === false),
  )
  const isKnown = places.length > 0 && !isOther
  if (isKnown && places.every((at) => at === 'any' || at.includes(cabinet))) return
  const detail = !isKnown
    ? `${name} referees at its cabinet and does nothing else. Use a device that is not paired.`
    : `${name} is paired with another cabinet. Use the tablet there, or one that is not paired.`
  throw new Rejection(403, { detail, code: 'OTHER_CABINET' })
}

/** What an undo, or an undo of one, was about in the end. */
function doneBy(entries: readonly CommitEntry[], version: number): CommitEntry['type'][] {
  const { type = 'Undo', undone = [] } = entries[version - 1] ?? {}
  return undone.length === 0 ? [type] : undone.flatMap((earlier) => doneBy(entries, earlier))
}

/** For each thing that a command names, the cabinets it belongs to. */
function placesOf(state: Tournament, command: Command): (number[] | 'any')[] {
  return [
    ...('cabinet' in command && command.cabinet !== null ? [[command.cabinet]] : []),
    ...('match' in command ? [ofMatch(state, command.match, starts(command))] : []),
    ...(command.type === 'ReplaceMatch' ? [ofMatch(state, command.by, true)] : []),
    ...('queue' in command ? [state.queues[command.queue]?.cabinets ?? []] : []),
    ...onSite(state, command),
    ...takenFromOthers(state, command),
    ...(command.type === 'DetachGame' ? [ofGame(state, command.game)] : []),
  ]
}

/** Whoever is free goes to who calls; of a team it is about those that play here. */
function onSite(state: Tournament, command: Command): (number[] | 'any')[] {
  switch (command.type) {
    case 'TakeOfficialCall':
    case 'EndOfficialCall':
      return ['any']
    case 'ReportAttendance':
    case 'GiveWarning': {
      const own = Object.values(state.matches).filter((match) =>
        teamsOf(state, match).includes(command.team),
      )
      return [own.flatMap(({ id }) => [ofMatch(state, id)].flat().filter((at) => at !== 'any'))]
    }
    default:
      return []
  }
}

/** A queue takes matches from other queues, and cabinets have it or lose it. */
function takenFromOthers(state: Tournament, command: Command): (number[] | 'any')[] {
  if (command.type === 'SetQueue') return command.matches.map((id) => ofMatch(state, id, true))
  if (command.type !== 'SetQueueCabinets' && command.type !== 'DeleteQueue') return []
  const served = state.queues[command.queue]?.cabinets ?? []
  const wanted = command.type === 'SetQueueCabinets' ? command.cabinets : []
  return [...served, ...wanted].map((cabinet) => [cabinet])
}

/** It names the cabinet too, which has to be the tablet's own. */
function starts(command: Command): boolean {
  return command.type === 'StartMatch'
}

/** One that was nowhere yet may be started anywhere, and nothing else is done to it by a tablet. */
function ofMatch(state: Tournament, id: number, isStarted = false): number[] | 'any' {
  const match = state.matches[id]
  if (!match) return []
  if (match.cabinet !== null) return [match.cabinet]
  const queue = queueOf(state.queues, id)
  const last = match.startedOn.at(-1)
  if (!queue && last === undefined) return isStarted ? 'any' : []
  return [...(queue?.cabinets ?? []), ...(last === undefined ? [] : [last])]
}

function ofGame(state: Tournament, game: string): number[] | 'any' {
  const match = state.games[game]?.match ?? null
  return match === null ? [] : ofMatch(state, match)
}
