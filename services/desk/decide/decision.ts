import { deskRefusals } from '#events/refusals.ts'
import { english } from '#events/messages/english.ts'
import type { Message } from '#events/messages/message.ts'
import type { DeskRefusal } from '#events/refusals.ts'
import type { Commit, CommandInputs } from '#events/schema/commit.ts'
import type { Event } from '#events/schema/event.ts'
import type { ActiveMatch } from '#events/view/frames.ts'
import type { CommitStep } from './commit-dependencies.ts'
import type { PersonId } from '#events/ids.ts'

/** Events to store (none if nothing has to change), or a refusal that an official understands. */
export type Decision = Accepted | Refusal
export type Accepted = { events: Event[]; answer?: Json }
export type Refusal = {
  refused: DeskRefusal
  detail: string
  /** the detail as data; it may be less exact, and then tells only the code */
  message: Message
  status: number
  more?: Json
}
type Json = NonNullable<Commit['answer']>

/** The inputs of a decision besides the state and the command. */
export type DecisionInputs = CommandInputs & {
  /** id of the sending person; null for an API key or a service, which cannot sign rulings */
  person?: PersonId | null
  /** for Undo and ReplaceStep: the step in question and all later ones */
  past?: PastStep
  /** whether the sender may give the command of this version; if missing, they may give all */
  mayUndo?: (version: number) => boolean
  /** whether a paired tablet may undo this version, wherever it was; if missing, it may */
  tabletMayUndo?: (version: number) => boolean
  /** who sends the command, and on which device */
  sender?: Pick<Commit, 'by' | 'device'>
  /** for AddScore: the newest commits, the last one first */
  recent?: readonly Commit[]
  /** matches of other tournaments on the cabinets that this command needs */
  otherActiveMatches?: ActiveMatch[]
}
/** The new ids that a decision may use. */
export type Ids = Pick<CommandInputs, 'ids' | 'stageIds' | 'queueIds'>
export type PastStep = CommitStep & { later: CommitStep[] }

/** A refusal; `why` replaces the standard text of the code where a more exact one helps. */
export function refuse(
  refused: DeskRefusal,
  why: string | Message = deskRefusals[refused],
  more?: Json,
): Refusal {
  const [detail, message] = typeof why === 'string' ? [why, { key: refused }] : [english(why), why]
  return { refused, detail, message, status: statusOf(refused), ...(more ? { more } : {}) }
}

function statusOf(refused: DeskRefusal): number {
  if (refused === 'NOT_AUTHORIZED') return 403
  return refused.startsWith('NO_SUCH_') ? 404 : 409
}

export function isRefusal(answer: object): answer is Refusal {
  return 'refused' in answer
}

export function accept(...events: Event[]): Accepted {
  return { events }
}

/** Makes the desk allocate ids and decide again; only the decision knows how many it needs. */
export function idsShort(needed: number, more: { stages?: number } = {}): Refusal {
  return refuse('IDS_SHORT', `${needed} new ids are needed.`, { needed, ...more })
}

/** Whether an outcome asks for more ids: the decision was not complete. */
export function lacksIds(outcome: object): outcome is Refusal {
  return isRefusal(outcome) && outcome.refused === 'IDS_SHORT'
}

/** The event that sets a record to its corrected value. */
export function restoreEvent(
  kind: 'matches' | 'games' | 'timers',
  id: number | string,
  record: object,
) {
  return { type: 'Restored', v: 1, kind, id: `${id}`, record: record as never } satisfies Event
}
