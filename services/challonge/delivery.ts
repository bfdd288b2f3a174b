import type { Tournament } from '../../events/state/tournament.ts'
import { deliver } from './deliver-report.ts'
import type { Outside } from './connection.ts'
import type { Entry, Outbox } from './outbox.ts'
import { ApiError } from './external-bracket.ts'
import type { Adapter, BracketSummary } from './external-bracket.ts'
import { openPollInterval, pauseAfter } from './poll-interval.ts'
import type { PollInterval } from './poll-interval.ts'
import type { SendCommand } from './commands.ts'

const tokenAgainMs = 30_000

/** Sends reports of a stage to its external bracket, and records how it went. */
type Delivery = {
  send(
    way: { adapter: Adapter; heading: BracketSummary },
    t: Tournament,
    entry: Entry,
  ): Promise<void>
  /** records in the log what it does not have yet */
  note(entry: Entry): Promise<void>
}

export function openDelivery(
  { outside, outbox, sendCommand }: { outside: Outside; outbox: Outbox; sendCommand: SendCommand },
  pace: PollInterval,
): Delivery {
  const { clock, leaving } = outside
  // A report that fails does not hold up the others (R-CL-8).
  const marks = openPollInterval(clock)

  /** The log learns how it went, so that everybody can see it (R-CMD-5). */
  async function note(entry: Entry): Promise<void> {
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

  async function keep(entry: Entry): Promise<void> {
    await outbox.save(entry)
    await note(entry)
  }

  function failed(entry: Entry, error: ApiError): Entry {
    const attempts = entry.attempts + 1
    // Another token may open it; what is refused waits for a person.
    const inMs = error.passes ? pauseAfter(attempts, error.retryAfterMs) : tokenAgainMs
    const dueAt = error.passes || error.locked ? clock.now() + inMs : null
    const noted = entry.noted && entry.state === 'failed' && entry.reason === error.message
    return { ...entry, state: 'failed', attempts, dueAt, reason: error.message, noted }
  }

  return {
    note,
    async send({ adapter, heading }, t, entry) {
      const own = entry.kind === 'mark' ? marks : pace
      const link = t.links[entry.stage]
      const closed = pace.trouble()
      // Nothing can be sent now. It is recorded once, so that no result seems to be on its way.
      if (closed && entry.kind === 'result' && entry.state === 'pending') {
        return keep(failed(entry, closed))
      }
      if (!own.isOpen() || !pace.isOpen() || !link) return
      try {
        await deliver({ adapter, heading, link }, entry)
        own.went()
      } catch (error) {
        if (leaving.aborted) return // sent again after the restart
        if (!(error instanceof ApiError)) throw error
        // A request to wait holds for all reports, and so does no answer at all.
        if (error.status === 429 || error.status === 0) pace.failed(error)
        else own.failed(error)
        return keep(failed(entry, error))
      }
      await keep({ ...entry, state: 'sent', dueAt: null, reason: null, noted: false })
      if (entry.kind === 'result') pace.pollNow() // teams further on are known now (R-CL-5)
    },
  }
}
