import { commandInfo } from '../../events/describe/commands.ts'
import type { CreatedKind } from '../../events/describe/commands.ts'
import type { Command } from '../../events/schema/command.ts'
import type { CommandInputs } from '../../events/schema/commit.ts'
import { Unavailable } from '../log/index.ts'
import { isRefusal } from './decide/decision.ts'

/** Draws `n` new ids. Gaps are normal; an id is never drawn twice. */
export type NextIds = (kind: CreatedKind, n: number) => Promise<number[]>
export type Ids = Pick<CommandInputs, 'ids' | 'stageIds' | 'queueIds'>

const maxAttempts = 4

/**
 * Repeats a decision with the ids it lacked. Only the decision knows how many it needs, and the
 * number may change when another command is stored in between.
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
    const draw = async (kind: CreatedKind | undefined, n: unknown) =>
      kind && Number(n) > 0 ? nextIds(kind, Number(n)) : []
    const [own, stageIds, queueIds] = await Promise.all([
      draw(commandInfo(type).makes, needed),
      draw('bracket', stages),
      draw('queue', queues),
    ])
    ids = {
      ids: own.length > 0 ? own : ids.ids,
      stageIds,
      queueIds: queueIds.length > 0 ? queueIds : (ids.queueIds ?? []),
    }
  }
  throw new Unavailable('too many changes at once; send again')
}
