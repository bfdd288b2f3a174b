import { refusals } from '../../../events/refusals.ts'
import type { RefusalCode } from '../../../events/refusals.ts'
import { Rejection } from '../../web/index.ts'

/** A refusal with the default sentence of its code. */
export function rejectionFor(code: RefusalCode): Rejection {
  return new Rejection(409, { detail: refusals[code], code })
}
