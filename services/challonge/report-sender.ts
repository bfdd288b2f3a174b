import type { Tournament } from '#events/state/tournament.ts'
import type { SyncContext } from './connection.ts'
import type { Entry, Outbox } from './outbox.ts'
import { ApiError } from './external-bracket.ts'
import type { Adapter, BracketSummary, ExternalMatch } from './external-bracket.ts'
import { openPollInterval, pauseAfter } from './poll-interval.ts'
import type { PollInterval } from './poll-interval.ts'
import type { SendCommand } from './commands.ts'
import type { BracketLink } from '#events/state/external-bracket.ts'
import type { TeamId } from '#events/ids.ts'

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

type Options = { context: SyncContext; outbox: Outbox; sendCommand: SendCommand }

export function openReportSender(options: Options, pollInterval: PollInterval): ReportSender {
  const { outbox } = options
  const { clock, leaving } = options.context
  // Marks have their own backoff, so that a failing mark does not delay other reports (R-CL-8).
  const markInterval = openPollInterval(clock)
  const outcomes = openOutcomes(options)

  return {
    recordOutcome: outcomes.record,
    async send({ adapter, heading }, t, waiting) {
      const interval = waiting.kind === 'mark' ? markInterval : pollInterval
      const link = t.links[waiting.stage]
      const blocked = pollInterval.error()
      // Nothing can be sent now. Recorded once, so that no result appears to be in transit.
      const isUnseen = blocked && waiting.kind === 'result' && waiting.state === 'pending'
      const isOpen = interval.isOpen() && pollInterval.isOpen() && link
      const entry = isOpen || isUnseen ? await outbox.take(waiting) : null
      if (!entry) return
      if (!isOpen) return outcomes.failed(entry, blocked!)
      try {
        await deliver({ adapter, heading, link }, entry)
        interval.succeeded()
      } catch (error) {
        if (leaving.aborted) {
          await outbox.retry(entry, 0) // sent again after the restart
          return
        }
        if (!(error instanceof ApiError)) throw error
        // A rate limit or an unreachable server affects all reports.
        if (error.status === 429 || error.status === 0) pollInterval.failed(error)
        else interval.failed(error)
        return outcomes.failed(entry, error)
      }
      await outcomes.sent(entry)
      if (entry.kind === 'result') pollInterval.pollNow() // to import the next matches (R-CL-5)
    },
  }
}

/** Stores the outcomes of attempts. */
function openOutcomes({ outbox, sendCommand }: Pick<Options, 'outbox' | 'sendCommand'>) {
  /** Records the outcome in the log, so that everybody can see it (R-CMD-5). */
  async function record(entry: Entry): Promise<void> {
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
    await outbox.change(entry, { noted: true })
  }

  async function failed(entry: Entry, error: ApiError): Promise<void> {
    const { message: reason } = error
    const noted = entry.noted && entry.state === 'failed' && entry.reason === reason
    const pauseMs = pauseOf(entry, error)
    const outcome = { state: 'failed', reason, noted } as const
    const isStored = await (pauseMs === null
      ? outbox.end(entry, outcome)
      : outbox.retry(entry, pauseMs, outcome))
    // Otherwise another process has sent it meanwhile, or a newer report has replaced it.
    if (isStored) await record({ ...entry, ...outcome })
  }

  async function sent(entry: Entry): Promise<void> {
    const outcome = { state: 'sent', reason: null, noted: false } as const
    await outbox.end(entry, outcome)
    await record({ ...entry, ...outcome })
  }

  return { record, failed, sent }
}

/** null if a person has to resolve it; another token may help by itself. */
function pauseOf(
  { attempts }: Entry,
  { isRetryable, isUnauthorized, retryAfterMs }: ApiError,
): number | null {
  if (isRetryable) return pauseAfter(attempts, retryAfterMs)
  return isUnauthorized ? tokenRetryMs : null
}

type DeliveryContext = { adapter: Adapter; heading: BracketSummary; link: BracketLink }

/** Sends one entry. An `ApiError` that is not retryable has to be resolved by a person. */
async function deliver(context: DeliveryContext, entry: Entry): Promise<void> {
  const { adapter } = context
  const match = context.link.matches[entry.match]?.id
  if (match === undefined) throw refused('The match is no longer linked.')
  if (entry.kind === 'mark') {
    return entry.content.underway ? adapter.markUnderway(match) : adapter.unmark(match)
  }
  const external = await adapter.readMatch(match, context.heading)
  if (entry.kind === 'live') {
    // Somebody entered a result on Challonge in the meantime, so there is no live score to send.
    if (external.state !== 'open') return
    const { teams, scores } = entry.content
    return adapter.report({ match, players: playersOf(context, external, teams), scores })
  }
  await deliverResult(context, entry, external)
}

async function deliverResult(
  context: DeliveryContext,
  entry: Entry & { kind: 'result' },
  external: ExternalMatch,
): Promise<void> {
  const { adapter } = context
  const { what, teams, scores, winner, told, insist } = entry.content
  if (what === 'reopen') {
    // Reopening an earlier match may already have reset this one.
    if (external.state === 'complete') await adapter.reopen(external.id)
    return
  }
  if (winner === null && !external.drawAllowed) {
    throw refused('Challonge needs a winner here.')
  }
  const players = playersOf(context, external, teams)
  const externalWinner = winnerSideOf(external)
  if (
    external.state === 'complete' &&
    externalWinner !== winner &&
    !insist &&
    externalWinner !== told?.winner
  ) {
    throw refused(
      'Challonge has another winner. To change that, send the result again and let Challonge take our winner.',
    )
  }
  // An earlier request succeeded and only its response was lost.
  const isReported =
    external.state === 'complete' && externalWinner === winner && sameTotal(external, scores)
  if (isReported && entry.attempts > 1) return
  await adapter.report({ match: external.id, players, scores, winner })
}

/** The ids that Challonge uses for the players of this match, if they are still our two teams. */
function playersOf(
  { link }: DeliveryContext,
  external: ExternalMatch,
  teams: [TeamId, TeamId],
): [string, string] {
  const [first, second] = external.players
  if (first !== null && second !== null) {
    if (link.teams[first] === teams[0] && link.teams[second] === teams[1]) return [first, second]
  }
  throw refused('Other teams now play this match on Challonge.')
}

function winnerSideOf({ winner, players }: ExternalMatch): 0 | 1 | null {
  if (winner === null) return null
  return players[0] === winner ? 0 : 1
}

function sameTotal({ score }: ExternalMatch, scores: [number, number][]): boolean {
  const total = (side: 0 | 1) => scores.reduce((sum, pair) => sum + pair[side], 0)
  return score !== null && score[0] === total(0) && score[1] === total(1)
}

function refused(text: string): ApiError {
  return new ApiError(409, null, text)
}
