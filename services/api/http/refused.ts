import { refusals } from '../../../events/refusals.ts'
import type { RefusalCode } from '../../../events/refusals.ts'
import { Rejection } from '../../web/index.ts'

/** A refusal in the words of its code. */
export function refused(code: RefusalCode): Rejection {
  return new Rejection(409, { detail: refusals[code], code })
}
