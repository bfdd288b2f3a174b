import { randomBytes } from 'node:crypto'
import type { States } from '../states/index.ts'
import type { Ids } from './allocate-ids.ts'
import type { Circumstances } from './decide/decision.ts'
import { pastStepIn } from './past-step.ts'
import { undoRights } from './undo-rights.ts'
import type { Request } from './request.ts'

/** The inputs of a decision besides the state and the command. */
export async function circumstancesOf(
  { histories }: States,
  { tournament, by, command, offline = [], pairedWith, undoes }: Request,
  drawn: Ids & { now: string },
): Promise<Circumstances> {
  const person = by.kind === 'person' ? by.id : null
  let secret: string | undefined
  const circumstances = {
    ...drawn,
    offline,
    pairedWith,
    person,
    // Drawn lazily: most commands need none, and it costs as much as a decision.
    get secret() {
      return (secret ??= randomBytes(32).toString('hex'))
    },
  }
  if (command.type !== 'Undo' && command.type !== 'ReplaceStep') return circumstances
  const history = await histories.now(tournament)
  const past = pastStepIn(history, command.version)
  return {
    ...circumstances,
    ...(past ? { past } : {}),
    ...undoRights({ undoes }, history.commits),
  }
}
