import { v5 as uuid } from 'uuid'
import type { Command } from '#events/schema/command.ts'
import type { Answer, Desk } from '../desk/index.ts'
import { TournamentHalted, Unavailable, WritingStopped, pause } from '../log/index.ts'
import type { TournamentId } from '#events/ids.ts'

/** The id of a command is derived from `cause`, so that repeating it has no effect (P2). */
export type Send = (
  tournament: TournamentId,
  cause: string,
  command: Command,
) => Promise<Answer | null>

const space = '6f1f8d1c-61a5-4c2e-9f0b-5a1f4f6f0c55'
const by = { kind: 'service', name: 'referee' } as const
const device = 'referee'
const retryMs = 250
const haltedRetryMs = 2_000
const maxFailures = 5

/** Retries until the command is stored or refused; null after an abort or too many failures. */
export function openSend(options: {
  desk: Desk
  offline(): number[]
  signal: AbortSignal
  logError(what: string, error: unknown): void
}): Send {
  const { desk, offline, signal, logError } = options
  return async (tournament, cause, command) => {
    const request = { id: uuid(cause, space), tournament, by, device, command }
    let failures = 0
    let lastError = ''
    while (!signal.aborted) {
      try {
        return await desk.handle({ ...request, offline: offline() })
      } catch (error) {
        const text = String(error)
        if (text !== lastError) logError(`${command.type} for tournament ${tournament}`, error)
        lastError = text
        // These errors are temporary. Any other one would recur and block later games of the
        // tournament.
        const isHalted = error instanceof TournamentHalted
        const isTemporary =
          isHalted || error instanceof Unavailable || error instanceof WritingStopped
        if (!isTemporary && ++failures >= maxFailures) return null
        await pause(isHalted ? haltedRetryMs : retryMs, signal)
      }
    }
    return null
  }
}
