import type { text } from '../core/text/text.ts'

export type Access = 'officiate' | 'organize'
export type SegmentName = keyof typeof text.segment
/** `rest`: the parts of the address after the segment. */
export type SegmentProps = { rest: string[]; name: SegmentName }
