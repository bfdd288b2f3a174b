import { createHash } from 'node:crypto'
import type { Upload } from '#events/schema/cabinet-facts.ts'
import type { CabinetId } from '#events/ids.ts'

/** Resolves to null if there is no such cabinet or the token is wrong. */
export type CabinetByToken = (
  credentials: Upload['cabinet'],
) => Promise<{ id: number; isPractice?: boolean } | null>
export type Tokens = {
  /** The cabinet's id if it is cached, otherwise a promise; null if the token is not valid. */
  cabinet(credentials: Upload['cabinet']): number | Promise<number | null>
  /** The cabinet has another token now (R-PE-3). */
  renewed(cabinet: CabinetId): void
  /** A renewal may have been missed: all tokens are looked up again. */
  expire(): void
}

type Verified = { cabinet: CabinetId; token: string; until: number }

/** How long a revoked token may still be accepted if the message of its renewal is lost. */
const cacheMs = 30_000
const maxCached = 10_000

/** Caches verified tokens, because a query for every event would cost more than storing it. */
export function openTokens(
  find: CabinetByToken,
  now: () => number = () => performance.now(),
): Tokens {
  const verified = new Map<string, Verified>()
  let renewals = 0

  /** Looks up again if a token was renewed meanwhile, because the row may be from before. */
  async function findNow(credentials: Upload['cabinet']): ReturnType<CabinetByToken> {
    const before = renewals
    const cabinet = await find({
      sceneName: credentials.sceneName.toLowerCase(),
      cabinetName: credentials.cabinetName.toLowerCase(),
      token: credentials.token,
    })
    return before === renewals ? cabinet : findNow(credentials)
  }

  async function lookUp(name: string, credentials: Upload['cabinet'], token: string) {
    try {
      const cabinet = await findNow(credentials)
      // The token may be new while the old one is still cached here.
      verified.delete(name)
      if (!cabinet) return null
      if (verified.size >= maxCached) verified.clear()
      verified.set(name, { cabinet: cabinet.id, token, until: now() + cacheMs })
      return cabinet.id
    } catch (error) {
      // While the database is unreachable, verified tokens stay valid, because the log still works.
      const before = verified.get(name)
      if (before?.token === token) return before.cabinet
      throw error
    }
  }

  return {
    cabinet(credentials) {
      const name = `${credentials.sceneName.toLowerCase()}\n${credentials.cabinetName.toLowerCase()}`
      const token = createHash('sha256').update(credentials.token).digest('base64')
      const cached = verified.get(name)
      if (cached && cached.token === token && cached.until > now()) return cached.cabinet
      return lookUp(name, credentials, token)
    },
    renewed(cabinet) {
      renewals++
      for (const [name, each] of verified) if (each.cabinet === cabinet) verified.delete(name)
    },
    expire() {
      renewals++
      for (const each of verified.values()) each.until = 0
    },
  }
}
