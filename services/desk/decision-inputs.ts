import { randomBytes } from 'node:crypto'
import type { States } from '../states/index.ts'
import type { Ids } from './allocate-ids.ts'
import type { DecisionInputs } from './decide/decision.ts'
import { pastStepIn } from './past-step.ts'
import { undoRights } from './undo-rights.ts'
import type { Request } from './request.ts'

/** The inputs of a decision besides the state and the command. */
export async function decisionInputsOf(
  { histories }: States,
  { tournament, by, command, offline = [], pairedWith, undoes }: Request,
  drawn: Ids & { now: string },
): Promise<DecisionInputs> {
  const person = by.kind === 'person' ? by.id : null
  let secret: string | undefined
  const inputs = {
    ...drawn,
    offline,
    pairedWith,
    person,
    // Drawn lazily: most commands need none, and it costs as much as a decision.
    get secret() {
      return (secret ??= randomBytes(32).toString('hex'))
    },
  }
  if (command.type !== 'Undo' && command.type !== 'ReplaceStep') return inputs
  const history = await histories.now(tournament)
  const past = pastStepIn(history, command.version)
  return {
    ...inputs,
    ...(past ? { past } : {}),
    ...undoRights({ undoes }, history.commits),
  }
}
