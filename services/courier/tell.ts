import { randomUUID } from 'node:crypto'
import type { Command } from '../../events/command.ts'
import type { Desk, Done } from '../desk/index.ts'
import { isRefusal } from '../desk/index.ts'
import type { Store } from '../store/index.ts'

/** A command of the courier; null where the rules refuse it. */
export type Tell = (tournament: number, command: Command) => Promise<Done | null>

const by = { kind: 'service', name: 'courier' } as const
const mostDraws = 3
const makes = { ImportTeams: 'team', ImportMatches: 'match' } as const

/** What it says is how things are, not what changes: said twice, the second time changes nothing. */
export function openTell(options: {
  desk: Desk
  store: Store
  note(what: string, error: unknown): void
}): Tell {
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
