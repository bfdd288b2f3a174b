import { wrongFields } from '../../web/index.ts'
import type { Context } from '../http/context.ts'

export async function requirePublicTarget({ preview }: Context, url: string): Promise<void> {
  if (await preview.isPublicTarget(url)) return
  throw wrongFields({ url: ['This address is not on the public internet'] })
}
