import type { Tournament } from '../../events/state/tournament.ts'
import { deliver } from './deliver-report.ts'
import type { SyncContext } from './connection.ts'
import type { Entry, Outbox } from './outbox.ts'
import { ApiError } from './external-bracket.ts'
import type { Adapter, BracketSummary } from './external-bracket.ts'
import { openPollInterval, pauseAfter } from './poll-interval.ts'
import type { PollInterval } from './poll-interval.ts'
import type { SendCommand } from './commands.ts'

const tokenRetryMs = 30_000

/** Sends reports of a stage to its external bracket, and records the outcome in the log. */
type ReportSender = {
  send(
    connection: { adapter: Adapter; heading: BracketSummary },
    t: Tournament,
    entry: Entry,
  ): Promise<void>
  /** records the outcome in the log unless it is recorded already */
  recordOutcome(entry: Entry): Promise<void>
}

export function openReportSender(
  {
    context,
    outbox,
    sendCommand,
  }: { context: SyncContext; outbox: Outbox; sendCommand: SendCommand },
  pollInterval: PollInterval,
): ReportSender {
  const { clock, leaving } = context
  // Marks have their own backoff, so that a failing mark does not delay other reports (R-CL-8).
  const markInterval = openPollInterval(clock)

  /** Records the outcome in the log, so that everybody can see it (R-CMD-5). */
  async function recordOutcome(entry: Entry): Promise<void> {
    const { tournament, match, key, state, reason, noted } = entry
    if (state === 'pending' || noted) return
    if (entry.kind === 'mark') {
      await sendCommand(tournament, { type: 'NoteMark', match, failed: state === 'failed' })
    }
    if (entry.kind === 'result') {
      const { what, winner } = entry.content
      const told = what === 'reopen' ? null : { winner }
      await sendCommand(tournament, { type: 'NoteReport', match, key, status: state, reason, told })
    }
    await outbox.save({ ...entry, noted: true })
  }

  async function save(entry: Entry): Promise<void> {
    await outbox.save(entry)
    await recordOutcome(entry)
  }

  function failed(entry: Entry, error: ApiError): Entry {
    const attempts = entry.attempts + 1
    // Another token may help; any other refusal waits for a person.
    const delayMs = error.isRetryable ? pauseAfter(attempts, error.retryAfterMs) : tokenRetryMs
    const dueAt = error.isRetryable || error.isUnauthorized ? clock.now() + delayMs : null
    const noted = entry.noted && entry.state === 'failed' && entry.reason === error.message
    return { ...entry, state: 'failed', attempts, dueAt, reason: error.message, noted }
  }

  return {
    recordOutcome,
    async send({ adapter, heading }, t, entry) {
      const interval = entry.kind === 'mark' ? markInterval : pollInterval
      const link = t.links[entry.stage]
      const blocked = pollInterval.error()
      // Nothing can be sent now. Recorded once, so that no result appears to be in transit.
      if (blocked && entry.kind === 'result' && entry.state === 'pending') {
        return save(failed(entry, blocked))
      }
      if (!interval.isOpen() || !pollInterval.isOpen() || !link) return
      try {
        await deliver({ adapter, heading, link }, entry)
        interval.succeeded()
      } catch (error) {
        if (leaving.aborted) return // sent again after the restart
        if (!(error instanceof ApiError)) throw error
        // A rate limit or an unreachable server affects all reports.
        if (error.status === 429 || error.status === 0) pollInterval.failed(error)
        else interval.failed(error)
        return save(failed(entry, error))
      }
      await save({ ...entry, state: 'sent', dueAt: null, reason: null, noted: false })
      if (entry.kind === 'result') pollInterval.pollNow() // to import the next matches (R-CL-5)
    },
  }
}
