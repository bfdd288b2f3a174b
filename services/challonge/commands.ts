import { randomUUID } from 'node:crypto'
import type { Command } from '#events/schema/command.ts'
import type { Desk, Done } from '../desk/index.ts'
import { isRefusal } from '../desk/index.ts'
import type { TournamentId } from '#events/ids.ts'

/** Sends a command to the desk; resolves to null if it is refused. */
export type SendCommand = (tournament: TournamentId, command: Command) => Promise<Done | null>

// 'courier' is the former name of this room, under which logs have it.
const by = { kind: 'service', name: 'courier' } as const

/** These commands state the current situation rather than a change, so repeating them is safe. */
export function openCommands(options: {
  desk: Desk
  logError(message: string, error: unknown): void
}): SendCommand {
  const { desk, logError } = options
  return async (tournament, command) => {
    const request = { id: randomUUID(), tournament, by, device: 'courier', command }
    const answer = await desk.handle(request)
    if (!isRefusal(answer)) return answer
    logError(`${command.type} for tournament ${tournament}`, new Error(answer.refused))
    return null
  }
}
