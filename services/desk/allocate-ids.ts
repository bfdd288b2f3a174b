import { aboutCommand } from '../../events/describe/commands.ts'
import type { IdKind } from '../../events/describe/commands.ts'
import type { Command } from '../../events/schema/command.ts'
import type { CommandInputs } from '../../events/schema/commit.ts'
import { Unavailable } from '../log/index.ts'
import { isRefusal } from './decide/decision.ts'

/** `n` fresh ids; gaps are normal, repeats impossible. */
export type NextIds = (kind: IdKind, n: number) => Promise<number[]>
export type Ids = Pick<CommandInputs, 'ids' | 'stageIds' | 'queueIds'>

const maxAttempts = 4

/**
 * Decides again with the ids that a decision was short of: how many are needed only the decision
 * knows, and others may have made something meanwhile.
 */
export async function withIds<A extends object>(
  nextIds: NextIds,
  { type }: Command,
  attempt: (ids: Ids) => Promise<A>,
): Promise<A> {
  let ids: Ids = { ids: [], stageIds: [], queueIds: [] }
  for (let attempts = 0; attempts < maxAttempts; attempts++) {
    const answer = await attempt(ids)
    if (!isRefusal(answer) || answer.refused !== 'IDS_SHORT') return answer
    const { needed = 0, stages = 0, queues = 0 } = answer.more ?? {}
    const of = async (kind: IdKind | undefined, n: unknown) =>
      kind && Number(n) > 0 ? nextIds(kind, Number(n)) : []
    const [own, stageIds, queueIds] = await Promise.all([
      of(aboutCommand(type).makes, needed),
      of('bracket', stages),
      of('queue', queues),
    ])
    ids = {
      ids: own.length > 0 ? own : ids.ids,
      stageIds,
      queueIds: queueIds.length > 0 ? queueIds : (ids.queueIds ?? []),
    }
  }
  throw new Unavailable('too many rivals; send again')
}
