import type { Estimate, Estimates } from '../../../../events/estimate/publish.ts'
import type { EstimatesFrame } from '../../../../events/view/frames.ts'

/** The latest estimates, those of matches by id. `asOf` null: there are none. */
export type LatestEstimates = Pick<Estimates, 'asOf' | 'begun' | 'lateBy' | 'end'> & {
  matches: Readonly<Record<string, Estimate>>
}

export const noneYet: LatestEstimates = {
  asOf: null,
  begun: false,
  lateBy: null,
  end: null,
  matches: {},
}

/** A frame names the matches told anew and those that are gone, unless it is the whole of it. */
export function withEstimates(before: LatestEstimates, frame: EstimatesFrame): LatestEstimates {
  const { asOf, begun, lateBy, end, whole, gone } = frame
  if (before.asOf && asOf && asOf < before.asOf) return before
  // What a part builds on may have been missed: the whole comes with the next subscription.
  if (!whole && before.asOf === null) return before
  const told = Object.fromEntries(frame.matches.map((one) => [one.match, one]))
  const matches: Record<string, Estimate> = whole ? told : { ...before.matches, ...told }
  for (const match of gone) delete matches[match]
  return { asOf, begun, lateBy, end, matches }
}
