import { randomUUID } from 'node:crypto'
import type { Command } from '../../events/schema/command.ts'
import type { Desk, Done } from '../desk/index.ts'
import { isRefusal } from '../desk/index.ts'
import type { Store } from '../store/index.ts'

/** A command of the Challonge service; null where the rules refuse it. */
export type SendCommand = (tournament: number, command: Command) => Promise<Done | null>

const by = { kind: 'service', name: 'courier' } as const
const mostDraws = 3
const makes = { ImportTeams: 'team', ImportMatches: 'match' } as const

/** Commands state how things are, not what changes, so repeating one changes nothing. */
export function openCommands(options: {
  desk: Desk
  store: Store
  note(what: string, error: unknown): void
}): SendCommand {
  const { desk, store, note } = options
  return async (tournament, command) => {
    const request = { id: randomUUID(), tournament, by, device: 'courier', command }
    let ids: number[] = []
    for (let draws = 0; ; draws++) {
      const answer = await desk.handle({ ...request, fresh: { ids, offline: [] } })
      if (!isRefusal(answer)) return answer
      const { type } = command
      const isShort = answer.refused === 'IDS_SHORT' && draws < mostDraws
      if (isShort && (type === 'ImportTeams' || type === 'ImportMatches')) {
        ids = await store.nextIds(makes[type], Number(answer.more?.['needed']))
        continue
      }
      note(`${type} for tournament ${tournament}`, new Error(answer.refused))
      return null
    }
  }
}
