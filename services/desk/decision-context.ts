import { randomBytes } from 'node:crypto'
import type { States } from '../states/index.ts'
import type { Ids } from './allocate-ids.ts'
import type { Circumstances } from './decide/decision.ts'
import { pastIn } from './past.ts'
import type { Request } from './request.ts'

/** What a command is decided on beside the state. */
export async function circumstancesOf(
  { histories }: States,
  { tournament, by, command, offline = [], pairedWith }: Request,
  drawn: Ids & { now: string },
): Promise<Circumstances> {
  const person = by.kind === 'person' ? by.id : null
  let secret: string | undefined
  const known = {
    ...drawn,
    offline,
    pairedWith,
    person,
    // Most commands need none, and it costs as much as deciding them.
    get secret() {
      return (secret ??= randomBytes(32).toString('hex'))
    },
  }
  if (command.type !== 'Undo' && command.type !== 'ReplaceStep') return known
  const past = pastIn(await histories.now(tournament), command.version)
  return past ? { ...known, past } : known
}
