import { isFromFuture } from '#events/estimate/set-back.ts'
import type { Estimate, Estimates } from '#events/estimate/publish.ts'
import type { EstimatesFrame } from '#events/view/frames.ts'

/** The latest estimates; those of matches are keyed by id. `asOf` is null if there are none. */
export type LatestEstimates = Pick<Estimates, 'asOf' | 'begun' | 'lateBy' | 'end'> & {
  matches: Readonly<Record<string, Estimate>>
}

export const noEstimates: LatestEstimates = {
  asOf: null,
  begun: false,
  lateBy: null,
  end: null,
  matches: {},
}

/** Merges a frame. It has the changed and the removed estimates, or all of them if `whole`. */
export function withEstimates(before: LatestEstimates, frame: EstimatesFrame): LatestEstimates {
  const { asOf, begun, lateBy, end, whole, gone } = frame
  const isOlder = before.asOf && asOf && asOf < before.asOf
  if (isOlder && !isFromFuture(Date.parse(before.asOf!), Date.parse(asOf))) return before
  // A partial frame is useless without the full one, which comes with the next subscription.
  if (!whole && before.asOf === null) return before
  const changed = Object.fromEntries(frame.matches.map((estimate) => [estimate.match, estimate]))
  const matches: Record<string, Estimate> = whole ? changed : { ...before.matches, ...changed }
  for (const match of gone) delete matches[match]
  return { asOf, begun, lateBy, end, matches }
}
