import { createHash } from 'node:crypto'
import { commandInfo } from '#events/describe/commands.ts'
import type { CreatedKind } from '#events/describe/commands.ts'
import type { Command } from '#events/schema/command.ts'
import type { ActiveMatch } from '#events/view/frames.ts'
import { Unavailable } from '../log/index.ts'
import { keyOf } from './decide-across.ts'
import type { DeskOutcome, Displaced } from './decide-across.ts'
import { isRefusal, lacksIds } from './decide/decision.ts'
import type { Ids, Refusal } from './decide/decision.ts'
import type { Answer, Request } from './request.ts'

/** Draws `n` new ids. Gaps are normal; an id is never drawn twice. */
export type NextIds = (kind: CreatedKind, n: number) => Promise<number[]>

const noIds: Ids = { ids: [], stageIds: [], queueIds: [] }

/** How often the number of ids that a command needs may change while it is decided */
const maxDraws = 3

type Options = {
  nextIds: NextIds
  attempt: (request: Request, context: { displaced: Displaced; ids: Ids }) => Promise<DeskOutcome>
}

/**
 * Attempts a request until it has all ids, and until no match is in its way that it insists on
 * displacing. Both happen between attempts: others need not wait for the database, and two requests
 * that displace each other would deadlock otherwise.
 */
export function openHandler({ nextIds, attempt }: Options) {
  return async function handle(request: Request): Promise<Answer> {
    const displaced: Displaced = new Map()
    let ids = noIds
    for (let draws = 0; ;) {
      const outcome = await attempt(request, { displaced, ids })
      if (lacksIds(outcome)) {
        if (draws++ === maxDraws) throw new Unavailable('too many changes at once; send again')
        ids = await drawIds(nextIds, request.command, { drawn: ids, lacked: outcome })
        continue
      }
      if (!('displaces' in outcome)) {
        const also = [...displaced.values()]
        return isRefusal(outcome) || also.length === 0 ? outcome : { ...outcome, also }
      }
      for (const match of outcome.displaces) {
        const stopped = await handle(stopFor(request, match))
        if (isRefusal(stopped)) return stopped
        displaced.set(keyOf(match), stopped)
      }
    }
  }
}

/** The ids that a decision lacked; only the decision knows how many it needs. */
async function drawIds(
  nextIds: NextIds,
  { type }: Command,
  { drawn, lacked }: { drawn: Ids; lacked: Refusal },
): Promise<Ids> {
  const { needed = 0, stages = 0, queues = 0 } = lacked.more ?? {}
  const draw = async (kind: CreatedKind | undefined, n: unknown) =>
    kind && Number(n) > 0 ? nextIds(kind, Number(n)) : []
  const [own, stageIds, queueIds] = await Promise.all([
    draw(commandInfo(type).makes, needed),
    draw('bracket', stages),
    draw('queue', queues),
  ])
  return {
    ids: own.length > 0 ? own : drawn.ids,
    stageIds,
    queueIds: queueIds.length > 0 ? queueIds : (drawn.queueIds ?? []),
  }
}

/**
 * The request that takes a match of another tournament off its cabinet. Its id is derived from the
 * original request, so that a retry stops the match only once (P2).
 */
function stopFor(
  { id, by, device, clientTime, tournament }: Request,
  displaced: ActiveMatch,
): Request {
  const { match, cabinet } = displaced
  return {
    id: createHash('sha256')
      .update(`${id} displaces ${keyOf(displaced)}`)
      .digest('hex'),
    tournament: displaced.tournament,
    by,
    ...(device === undefined ? {} : { device }),
    ...(clientTime === undefined ? {} : { clientTime }),
    command: { type: 'StopMatch', match, displacedBy: { tournament, cabinet } },
  }
}
