import type { Stage } from '#events/schema/parts/stage-settings.ts'
import { readLinkToken, renewLinkToken } from '../store/index.ts'
import type { LinkToken, Encryption, Store } from '../store/index.ts'
import { renewToken } from './request.ts'
import type { OAuth } from './request.ts'
import type { Clock } from './clock.ts'
import type { Adapter } from './external-bracket.ts'
import { openV1 } from './v1.ts'
import { openV2 } from './v2.ts'

/** Challonge's address, API version and OAuth application. */
export type Challonge = {
  /** `https://api.challonge.com` */
  url: string
  /** Challonge has announced the removal of v1 */
  api: 'v1' | 'v2.1'
  oauth: OAuth
}

/** Reads the settings from the environment. */
export function challongeFrom(env: NodeJS.ProcessEnv = process.env): Challonge {
  const { CHALLONGE_URL, CHALLONGE_API, CHALLONGE_CLIENT_ID, CHALLONGE_CLIENT_SECRET } = env
  return {
    url: (CHALLONGE_URL || 'https://api.challonge.com').replace(/\/+$/, ''),
    api: CHALLONGE_API === 'v1' ? 'v1' : 'v2.1',
    oauth: { clientId: CHALLONGE_CLIENT_ID ?? '', clientSecret: CHALLONGE_CLIENT_SECRET ?? '' },
  }
}

export type SyncContext = {
  store: Store
  encryption: Encryption | null
  challonge: Challonge
  clock: Clock
  /** replaces the database's clock in tests */
  rowsNow?: (() => number) | undefined
  /** `ending` stops new work; `leaving` also aborts open requests */
  ending: AbortSignal
  leaving: AbortSignal
}
type Connection = { adapter: Adapter; token: LinkToken }

/** Opens the external bracket of a stage; returns a sentence with the reason if that fails. */
export async function openBracket(
  context: SyncContext,
  stage: Stage,
): Promise<Connection | string> {
  const { store, encryption, challonge, clock, leaving: signal } = context
  if (!stage.linkedBracketId) return 'Enter the bracket on Challonge first.'
  const token = await readLinkToken(store, encryption, stage.id)
  if (token === 'none') return 'Save a token for Challonge first.'
  if (token === 'unreadable' || !encryption) {
    return 'The saved token cannot be read with the key of this server. Save it again.'
  }
  const options = { url: challonge.url, clock, signal }
  const adapter = (challonge.api === 'v1' ? openV1 : openV2)({
    ...options,
    address: { org: stage.linkedOrg || null, bracket: stage.linkedBracketId },
    token,
    async renew(old) {
      // Another stage with the same token may have renewed it already.
      const current = await readLinkToken(store, encryption, stage.id)
      if (typeof current !== 'string' && JSON.stringify(current) !== JSON.stringify(old))
        return current
      const fresh = await renewToken(options, old, challonge.oauth)
      if (fresh) await renewLinkToken(store, encryption, { old, token: fresh })
      return fresh
    },
  })
  return { adapter, token }
}
