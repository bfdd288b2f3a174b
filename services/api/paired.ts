import type { Command } from '../../events/command.ts'
import { queueOf } from '../../events/queue.ts'
import type { Tournament } from '../../events/tournament.ts'
import { Rejection } from '../web/index.ts'
import type { Paired } from '../web/index.ts'
import type { Told } from './chronicle.ts'

/** A paired tablet runs what is played at its cabinet, was played there, or comes next (R-PE-4). */
export function expectAtCabinet(
  { cabinet, name }: Paired,
  command: Command,
  { state, told }: { state: Tournament; told: readonly Told[] },
): void {
  const places =
    'version' in command ? [told[command.version - 1]?.cabinets ?? []] : placesOf(state, command)
  if (places.length > 0 && places.every((at) => at === 'any' || at.includes(cabinet))) return
  const detail =
    places.length === 0
      ? `${name} referees at its cabinet and does nothing else. Use a device that is not paired.`
      : `${name} is paired with another cabinet. Use the tablet there, or one that is not paired.`
  throw new Rejection(403, { detail, code: 'OTHER_CABINET' })
}

/** For each thing that a command names, the cabinets it belongs to. */
function placesOf(state: Tournament, command: Command): (number[] | 'any')[] {
  return [
    ...('cabinet' in command ? [[command.cabinet]] : []),
    ...('match' in command ? [ofMatch(state, command.match)] : []),
    ...(command.type === 'ReplaceMatch' ? [ofMatch(state, command.by)] : []),
    ...('queue' in command ? [state.queues[command.queue]?.cabinets ?? []] : []),
    ...(command.type === 'DetachGame' ? [ofGame(state, command.game)] : []),
  ]
}

/** One that was nowhere yet may be started anywhere. */
function ofMatch(state: Tournament, id: number): number[] | 'any' {
  const match = state.matches[id]
  if (!match) return []
  if (match.cabinet !== null) return [match.cabinet]
  const queue = queueOf(state.queues, id)
  const last = match.startedOn.at(-1)
  if (!queue && last === undefined) return 'any'
  return [...(queue?.cabinets ?? []), ...(last === undefined ? [] : [last])]
}

function ofGame(state: Tournament, game: string): number[] | 'any' {
  const match = state.games[game]?.match ?? null
  return match === null ? [] : ofMatch(state, match)
}
