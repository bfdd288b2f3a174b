import type { segmentNames } from '../core/text/officiate/officiate.ts'

export type Access = 'officiate' | 'organize'
export type SegmentName = keyof typeof segmentNames
/** `rest`: the parts of the address after the segment. */
export type SegmentProps = { rest: string[]; name: SegmentName }
