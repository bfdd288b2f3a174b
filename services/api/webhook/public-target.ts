import { wrongFields } from '../../web/index.ts'
import type { Context } from '../http/context.ts'

const reasons = {
  unusable: 'Use http or https, without a user name and password',
  notPublic: 'This address is not on the public internet, or its host is not known there',
}

export async function requirePublicTarget({ preview }: Context, url: string): Promise<void> {
  if (await preview.isPublicTarget(url)) return
  const { protocol, username, password } = new URL(url)
  const isUsable = /^https?:$/.test(protocol) && username + password === ''
  throw wrongFields({ url: [isUsable ? reasons.notPublic : reasons.unusable] })
}
