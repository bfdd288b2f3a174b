import { randomBytes } from 'node:crypto'
import type { States } from '../states/index.ts'
import type { DecisionInputs, Ids } from './decide/decision.ts'
import { repeatedSince } from './decide/match/repeated-point.ts'
import { pastStepIn } from './past-step.ts'
import { undoRights } from './undo-rights.ts'
import type { Request } from './request.ts'

/** The inputs of a decision besides the state and the command. */
export async function decisionInputsOf(
  { histories, recent }: States,
  { tournament, by, device, command, expectedVersion, offline = [], pairedWith, undoes }: Request,
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
  // Who states the version has seen the last point.
  if (command.type === 'AddScore' && expectedVersion === undefined) {
    const sender = { by, ...(device === undefined ? {} : { device }) }
    return { ...inputs, sender, recent: await recent(tournament, repeatedSince(drawn.now)) }
  }
  if (command.type !== 'Undo' && command.type !== 'ReplaceStep') return inputs
  const history = await histories.now(tournament)
  const past = pastStepIn(history, command.version)
  return {
    ...inputs,
    ...(past ? { past } : {}),
    ...undoRights({ undoes, pairedWith }, history.commits),
  }
}
