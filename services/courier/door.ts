import type { Stage } from '../../events/stage.ts'
import { readLinkToken, renewLinkToken } from '../store/index.ts'
import type { LinkToken, Seal, Store } from '../store/index.ts'
import { renewed } from './call.ts'
import type { OAuth } from './call.ts'
import type { Clock } from './clock.ts'
import type { Adapter } from './outside.ts'
import { openV1 } from './v1.ts'
import { openV2 } from './v2.ts'

/** Where the outside is, and with what it is opened. */
export type Challonge = {
  /** `https://api.challonge.com` */
  url: string
  /** v1 is said to go */
  api: 'v1' | 'v2.1'
  oauth: OAuth
}

/** As the environment of the service says. */
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
  seal: Seal | null
  challonge: Challonge
  clock: Clock
  /** nothing more is begun; and nothing more is waited for */
  ending: AbortSignal
  leaving: AbortSignal
}
export type Opened = { adapter: Adapter; token: LinkToken }

/** The bracket of a stage, or why it cannot be opened, in words. */
export async function openBracket(outside: Outside, stage: Stage): Promise<Opened | string> {
  const { store, seal, challonge, clock, leaving: signal } = outside
  if (!stage.linkedBracketId) return 'Name the bracket on Challonge first.'
  const token = await readLinkToken(store, seal, stage.id)
  if (token === 'none') return 'Store a token for Challonge first.'
  if (token === 'unreadable' || !seal) {
    return 'The stored token cannot be read with the key of this server. Store it again.'
  }
  const door = { url: challonge.url, clock, signal }
  const adapter = (challonge.api === 'v1' ? openV1 : openV2)({
    ...door,
    place: { org: stage.linkedOrg || null, bracket: stage.linkedBracketId },
    token,
    async renew(old) {
      // Another line with the same token may have renewed it a moment ago.
      const now = await readLinkToken(store, seal, stage.id)
      if (typeof now !== 'string' && JSON.stringify(now) !== JSON.stringify(old)) return now
      const fresh = await renewed(door, old, challonge.oauth)
      if (fresh) await renewLinkToken(store, seal, { old, token: fresh })
      return fresh
    },
  })
  return { adapter, token }
}
