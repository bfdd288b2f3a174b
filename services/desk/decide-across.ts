import { createHash } from 'node:crypto'
import type { Tournament } from '../../events/state/tournament.ts'
import { decide } from './decide.ts'
import { isRefusal } from './decide/decision.ts'
import type { Circumstances, Decision } from './decide/decision.ts'
import { cabinetTaken, occupiedBy } from './decide/cabinets-in-use.ts'
import type { InUse } from '../../events/view/frames.ts'
import type { Elsewhere } from './in-use.ts'
import type { Answer, Done, Request } from './request.ts'
import type { CabinetId } from '../../events/ids.ts'

/** What was displaced for a request already, by match. */
export type Displaced = Map<string, Done>
type Decided = {
  decision: Decision
  /** these have to leave their cabinets first */
  displaces?: InUse[]
  /** the decision holds while the log of all tournaments ends here */
  upTo?: number
}
type DeciderContext = {
  circumstances: Circumstances
  displaced: Displaced
  look: (cabinets: CabinetId[]) => Promise<Elsewhere>
}

/** A decision that puts a match on a cabinet is made on what all other tournaments play there. */
export async function decideAcross(
  t: Tournament,
  { command }: Request,
  { circumstances, displaced, look }: DeciderContext,
): Promise<Decided> {
  const alone = decide(t, command, circumstances)
  const cabinets = isRefusal(alone) ? [] : occupiedBy(t, alone.events)
  if (cabinets.length === 0) return { decision: alone }
  const { inUse: elsewhere, upTo } = await look(cabinets)
  if (elsewhere.length === 0) return { decision: alone, upTo }
  // One that is there again was started anew meanwhile: that is asked about again.
  const again = elsewhere.filter((one) => displaced.has(keyOf(one)))
  if (again.length > 0) return { decision: cabinetTaken(t, again) }
  const decision = decide(t, command, { ...circumstances, elsewhere })
  const occupies = !isRefusal(decision) && occupiedBy(t, decision.events).length > 0
  return occupies ? { decision, displaces: elsewhere } : { decision }
}

/** An answer, or what has to leave its cabinet before there is one. */
export type Attempt = Answer | { displaces: InUse[] }

/**
 * Displaces the matches that a request insists on displacing, each one once. It does so between the
 * attempts of the request, because two requests that displace each other would deadlock within.
 */
export function displacing(attempt: (request: Request, displaced: Displaced) => Promise<Attempt>) {
  return async function handle(request: Request): Promise<Answer> {
    const displaced: Displaced = new Map()
    for (;;) {
      const answer = await attempt(request, displaced)
      if (!('displaces' in answer)) {
        const also = [...displaced.values()]
        return isRefusal(answer) || also.length === 0 ? answer : { ...answer, also }
      }
      for (const one of answer.displaces) {
        const stopped = await handle(stopFor(request, one))
        if (isRefusal(stopped)) return stopped
        displaced.set(keyOf(one), stopped)
      }
    }
  }
}

/** Takes a match of another tournament off its cabinet; the same request again does so once (P2). */
function stopFor({ id, by, device, clientTime, tournament }: Request, one: InUse): Request {
  const { match, cabinet } = one
  return {
    id: createHash('sha256')
      .update(`${id} displaces ${keyOf(one)}`)
      .digest('hex'),
    tournament: one.tournament,
    by,
    ...(device === undefined ? {} : { device }),
    ...(clientTime === undefined ? {} : { clientTime }),
    command: { type: 'StopMatch', match, displacedBy: { tournament, cabinet } },
  }
}

function keyOf({ tournament, match }: InUse): string {
  return `${tournament}/${match}`
}
