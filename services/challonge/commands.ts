import { randomUUID } from 'node:crypto'
import type { Command } from '../../events/schema/command.ts'
import type { Desk, Done } from '../desk/index.ts'
import { isRefusal } from '../desk/index.ts'
import type { TournamentId } from '../../events/ids.ts'

/** A command of the Challonge service; null where the rules refuse it. */
export type SendCommand = (tournament: TournamentId, command: Command) => Promise<Done | null>

const by = { kind: 'service', name: 'courier' } as const

/** Commands state how things are, not what changes, so repeating one changes nothing. */
export function openCommands(options: {
  desk: Desk
  note(what: string, error: unknown): void
}): SendCommand {
  const { desk, note } = options
  return async (tournament, command) => {
    const request = { id: randomUUID(), tournament, by, device: 'courier', command }
    const answer = await desk.handle(request)
    if (!isRefusal(answer)) return answer
    note(`${command.type} for tournament ${tournament}`, new Error(answer.refused))
    return null
  }
}
