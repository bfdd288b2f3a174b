import { createHash } from 'node:crypto'
import type { Upload } from '../../events/schema/cabinet-facts.ts'
import type { CabinetId } from '../../events/ids.ts'

/** Null: no such cabinet, or not its token. */
export type CabinetByToken = (
  named: Upload['cabinet'],
) => Promise<{ id: number; isPractice?: boolean } | null>
export type Tokens = {
  /** A cabinet's id at once where it is known, else a promise; null: not authorised. */
  cabinet(named: Upload['cabinet']): number | Promise<number | null>
}

type Verified = { cabinet: CabinetId; token: string; until: number }

/** How long a withdrawn token may still be taken. */
const keptMs = 30_000
const maxKept = 10_000

/** Asking the database for every event would cost more than storing it. */
export function openTokens(find: CabinetByToken, now: () => number = Date.now): Tokens {
  const verified = new Map<string, Verified>()

  async function ask(name: string, named: Upload['cabinet'], token: string) {
    try {
      const found = await find({
        sceneName: named.sceneName.toLowerCase(),
        cabinetName: named.cabinetName.toLowerCase(),
        token: named.token,
      })
      // A wrong token may be the new one of a cabinet whose old one is remembered here.
      verified.delete(name)
      if (!found) return null
      if (verified.size >= maxKept) verified.clear()
      verified.set(name, { cabinet: found.id, token, until: now() + keptMs })
      return found.id
    } catch (error) {
      // Where the database is away, who was known before goes on: the log is what counts.
      const before = verified.get(name)
      if (before?.token === token) return before.cabinet
      throw error
    }
  }

  return {
    cabinet(named) {
      const name = `${named.sceneName.toLowerCase()}\n${named.cabinetName.toLowerCase()}`
      const token = createHash('sha256').update(named.token).digest('base64')
      const cached = verified.get(name)
      if (cached && cached.token === token && cached.until > now()) return cached.cabinet
      return ask(name, named, token)
    },
  }
}
