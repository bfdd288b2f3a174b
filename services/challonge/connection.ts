import type { Stage } from '../../events/schema/stage-settings.ts'
import { readLinkToken, renewLinkToken } from '../store/index.ts'
import type { LinkToken, Encryption, Store } from '../store/index.ts'
import { renewed } from './request.ts'
import type { OAuth } from './request.ts'
import type { Clock } from './clock.ts'
import type { Adapter } from './external-bracket.ts'
import { openV1 } from './v1.ts'
import { openV2 } from './v2.ts'

/** Where Challonge is, and the application to open it with. */
export type Challonge = {
  /** `https://api.challonge.com` */
  url: string
  /** v1 is announced to be removed */
  api: 'v1' | 'v2.1'
  oauth: OAuth
}

/** Read from the environment. */
export function challongeFrom(env: NodeJS.ProcessEnv = process.env): Challonge {
  const { CHALLONGE_URL, CHALLONGE_API, CHALLONGE_CLIENT_ID, CHALLONGE_CLIENT_SECRET } = env
  return {
    url: (CHALLONGE_URL || 'https://api.challonge.com').replace(/\/+$/, ''),
    api: CHALLONGE_API === 'v1' ? 'v1' : 'v2.1',
    oauth: { clientId: CHALLONGE_CLIENT_ID ?? '', clientSecret: CHALLONGE_CLIENT_SECRET ?? '' },
  }
}

export type Outside = {
  store: Store
  encryption: Encryption | null
  challonge: Challonge
  clock: Clock
  /** `ending`: start no new work; `leaving`: stop waiting for answers too */
  ending: AbortSignal
  leaving: AbortSignal
}
type Opened = { adapter: Adapter; token: LinkToken }

/** The bracket of a stage, or why it cannot be opened, in words. */
export async function openBracket(outside: Outside, stage: Stage): Promise<Opened | string> {
  const { store, encryption, challonge, clock, leaving: signal } = outside
  if (!stage.linkedBracketId) return 'Name the bracket on Challonge first.'
  const token = await readLinkToken(store, encryption, stage.id)
  if (token === 'none') return 'Store a token for Challonge first.'
  if (token === 'unreadable' || !encryption) {
    return 'The stored token cannot be read with the key of this server. Store it again.'
  }
  const options = { url: challonge.url, clock, signal }
  const adapter = (challonge.api === 'v1' ? openV1 : openV2)({
    ...options,
    place: { org: stage.linkedOrg || null, bracket: stage.linkedBracketId },
    token,
    async renew(old) {
      // Another stage with the same token may have renewed it a moment ago.
      const now = await readLinkToken(store, encryption, stage.id)
      if (typeof now !== 'string' && JSON.stringify(now) !== JSON.stringify(old)) return now
      const fresh = await renewed(options, old, challonge.oauth)
      if (fresh) await renewLinkToken(store, encryption, { old, token: fresh })
      return fresh
    },
  })
  return { adapter, token }
}
