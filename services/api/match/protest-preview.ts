import type { z } from 'zod'
import type { RulingPreview } from '../../desk/index.ts'
import type { RulingPreviewBody } from '../schema/protest.ts'

export function foreseen({ refusal, ...rest }: RulingPreview): z.infer<typeof RulingPreviewBody> {
  return { ...rest, refusal: refusal && { code: refusal.refused, detail: refusal.detail } }
}
