import { dropLinkToken, keepLinkToken, withLinkToken } from '../../store/index.ts'
import type { LinkToken as Token, Store } from '../../store/index.ts'
import { tryAgain, rejectionFor } from '../../web/index.ts'
import type { Context, WriteContext } from '../http/context.ts'
import { send } from '../http/command/send.ts'
import type { LinkToken } from '../schema/tournament/stage.ts'
import type { AccessCheck } from '#events/schema/nouns/external-bracket.ts'
import type { StageId, TournamentId } from '#events/ids.ts'

/** Challonge's personal keys; its OAuth tokens are longer. */
const personalKey = /^[A-Za-z0-9]{40}$/

function tokenOf(token: NonNullable<LinkToken>): Token {
  if (typeof token === 'string') {
    return personalKey.test(token) ? { key: token } : { access: token, refresh: null }
  }
  if ('apiKey' in token) return { key: token.apiKey }
  const { accessToken: access, refreshToken: refresh = null, scope } = token
  return { access, refresh, ...(scope === undefined ? {} : { scope }) }
}

/** Called before any change: refuses a token that could not be stored. */
export function checkStorable({ encryption }: Context, token: LinkToken | undefined): void {
  if (!token || encryption) return
  throw rejectionFor('NO_SECRET_KEY')
}

export async function storeToken(
  { store, encryption }: Context,
  { tournament, stages }: { tournament: TournamentId; stages: StageId[] },
  token: LinkToken | undefined,
): Promise<void> {
  if (token === undefined) return
  for (const stage of stages) {
    if (token === null) await dropLinkToken(store, stage)
    else if (encryption)
      await keepLinkToken(store, encryption, { stage, tournament, token: tokenOf(token) })
  }
}

/** Adds whether a stage has a token. The token itself is never returned. */
export async function withTokens<T extends { id: number }>(store: Store, stages: T[]) {
  const token = await withLinkToken(
    store,
    stages.map((stage) => stage.id),
  )
  return stages.map((stage) => ({ ...stage, hasLinkToken: token.has(stage.id) }))
}

type Linked = { id: number; linkedOrg: string | null; linkedBracketId: string | null }

const timeoutMs = 30_000

/**
 * Validates an outside bracket through the Challonge service, and stores whether it can be played
 * (R-CL-7).
 */
export async function validateLinked(
  context: Context,
  target: WriteContext,
  { id: stage, linkedOrg: org, linkedBracketId }: Linked,
): Promise<string[]> {
  const { tournament } = target
  const response = context.ask?.('challonge.check', { tournament, stage }, timeoutMs)
  const check = await response?.catch(() => null)
  if (!check)
    throw tryAgain(
      'The service that talks to Challonge is not running. Tell the person who runs this server.',
    )
  const { errors, isSure } = check as AccessCheck
  const bracket = linkedBracketId ?? ''
  if (isSure) {
    const isValid = errors.length === 0
    await send(context, target, { type: 'NoteCheck', stage, org, bracket, isValid })
  }
  return errors
}
