import type { Preview } from '../../outbound/index.ts'
import { wrongFields } from '../../web/index.ts'

export async function requirePublicTarget(preview: Preview, url: string): Promise<void> {
  if (await preview.isPublicTarget(url)) return
  throw wrongFields({ url: ['This address is not on the public internet'] })
}
