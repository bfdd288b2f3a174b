import type { Tournament } from '../../events/tournament.ts'
import { deliver } from './deliver.ts'
import type { Outside } from './door.ts'
import type { Entry, Outbox } from './outbox.ts'
import { Trouble } from './outside.ts'
import type { Adapter, Heading } from './outside.ts'
import { openPace, pauseAfter } from './pace.ts'
import type { Pace } from './pace.ts'
import type { Tell } from './tell.ts'

const tokenAgainMs = 30_000

/** What goes from a stage to its bracket outside, and the word of how it went. */
export type Post = {
  send(way: { adapter: Adapter; heading: Heading }, t: Tournament, entry: Entry): Promise<void>
  /** tells the log what it does not know yet */
  note(entry: Entry): Promise<void>
}

export function openPost(
  { outside, outbox, tell }: { outside: Outside; outbox: Outbox; tell: Tell },
  pace: Pace,
): Post {
  const { clock, leaving } = outside
  // That the one fails does not keep the other from going (R-CL-8).
  const marks = openPace(clock)

  /** The log learns how it went, so that everybody can see it (R-CMD-5). */
  async function note(entry: Entry): Promise<void> {
    const { tournament, match, key, state, reason, noted } = entry
    if (state === 'pending' || noted) return
    if (entry.kind === 'mark') {
      await tell(tournament, { type: 'NoteMark', match, failed: state === 'failed' })
    }
    if (entry.kind === 'result') {
      const { what, winner } = entry.content
      const told = what === 'reopen' ? null : { winner }
      await tell(tournament, { type: 'NoteReport', match, key, status: state, reason, told })
    }
    await outbox.save({ ...entry, noted: true })
  }

  async function keep(entry: Entry): Promise<void> {
    await outbox.save(entry)
    await note(entry)
  }

  function failed(entry: Entry, error: Trouble): Entry {
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
      // Nothing can go now: said once, so that a result does not seem to be on its way.
      if (closed && entry.kind === 'result' && entry.state === 'pending') {
        return keep(failed(entry, closed))
      }
      if (!own.isOpen() || !pace.isOpen() || !link) return
      try {
        await deliver({ adapter, heading, link }, entry)
        own.went()
      } catch (error) {
        if (leaving.aborted) return // it goes again after the restart
        if (!(error instanceof Trouble)) throw error
        // Who asks to wait asks for all; no answer at all is none for anything.
        if (error.status === 429 || error.status === 0) pace.failed(error)
        else own.failed(error)
        return keep(failed(entry, error))
      }
      await keep({ ...entry, state: 'sent', dueAt: null, reason: null, noted: false })
      if (entry.kind === 'result') pace.hurry() // teams further on are known now (R-CL-5)
    },
  }
}
