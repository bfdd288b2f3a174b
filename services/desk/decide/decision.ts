import { deskRefusals } from '../../../events/refusals.ts'
import type { DeskRefusal } from '../../../events/refusals.ts'
import type { Commit, CommandInputs } from '../../../events/schema/commit.ts'
import type { Event } from '../../../events/schema/event.ts'
import type { InUse } from '../../../events/view/frames.ts'
import type { Step } from './commit-dependencies.ts'
import type { PersonId } from '../../../events/ids.ts'

/** Events to store (none: it was so already), or a reason a referee understands. */
export type Decision = Accepted | Refusal
export type Accepted = { events: Event[]; answer?: Json }
export type Refusal = { refused: DeskRefusal; detail: string; status: number; more?: Json }
type Json = NonNullable<Commit['answer']>

/** What a decision may use besides the state and the command. */
export type Circumstances = CommandInputs & {
  /** id of the person who asks; null: a key or a service, which sign nothing */
  person?: PersonId | null
  /** for Undo and ReplaceStep: the commit in question, and all that came later */
  past?: PastStep
  /** matches of other tournaments on cabinets that this would take */
  elsewhere?: InUse[]
}
export type PastStep = Step & { later: Step[] }

/** With a text of its own where more exact words help. */
export function refuse(
  refused: DeskRefusal,
  detail: string = deskRefusals[refused],
  more?: Json,
): Refusal {
  const status = refused.startsWith('NO_SUCH_') ? 404 : 409
  return { refused, detail, status, ...(more ? { more } : {}) }
}

export function isRefusal(said: object): said is Refusal {
  return 'refused' in said
}

export function accept(...events: Event[]): Accepted {
  return { events }
}
