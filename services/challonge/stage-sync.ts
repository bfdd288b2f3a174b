import { canonicalJson } from '#events/canonical-json.ts'
import type { Stage } from '#events/schema/parts/stage-settings.ts'
import type { Tournament } from '#events/state/tournament.ts'
import type { Clock } from './clock.ts'
import { openBracket } from './connection.ts'
import type { SyncContext } from './connection.ts'
import type { OpenEntry, Outbox } from './outbox.ts'
import { ApiError, completeBracket } from './external-bracket.ts'
import type { Adapter, Bracket, ExternalMatch, Participant } from './external-bracket.ts'
import { openPollInterval } from './poll-interval.ts'
import { openReportSender } from './report-sender.ts'
import type { SendCommand } from './commands.ts'
import type { Entrant, ImportedMatch } from '#events/schema/nouns/external-bracket.ts'

/** Synchronizes one stage with its external bracket: reports results and imports matches. */
export type StageSync = {
  /** polls and sends what is due; errors of Challonge do not throw */
  step(t: Tournament, stage: Stage, entries: OpenEntry[]): Promise<void>
  /** polls immediately, with the token that is stored now */
  pollNow(): void
}

const fullReadEveryMs = 60_000
const reopenEveryMs = 30_000

export function openStageSync(context: SyncContext, outbox: Outbox, send: SendCommand): StageSync {
  const { clock } = context
  const pollInterval = openPollInterval(clock)
  const sender = openReportSender({ context, outbox, sendCommand: send }, pollInterval)
  let opened: { adapter: Adapter | null; address: string; at: number } | null = null
  const reader = openReader(clock)
  let imported = ''

  function pollNow(): void {
    opened = null
    reader.forget()
    imported = ''
    pollInterval.pollNow()
  }

  async function adapterOf(stage: Stage): Promise<Adapter | null> {
    const address = canonicalJson([stage.linkedOrg || null, stage.linkedBracketId])
    if (opened && opened.address !== address) pollNow()
    if (opened && clock.now() < opened.at + reopenEveryMs) return opened.adapter
    const connection = await openBracket(context, stage)
    const adapter = typeof connection === 'string' ? null : connection.adapter
    opened = { adapter, address, at: clock.now() }
    return adapter
  }

  /** Imports the bracket, but only if it or the tournament has changed since the last import. */
  async function importBracket(t: Tournament, stage: Stage, bracket: Bracket): Promise<void> {
    const entrants = entrantsOf(bracket.participants)
    const matches = matchesOf(bracket)
    const fingerprint = (version: number) => canonicalJson([entrants, matches, version])
    if (fingerprint(t.version) === imported) return
    const teams = await send(t.id, { type: 'ImportTeams', stage: stage.id, entrants })
    const done = teams && (await send(t.id, { type: 'ImportMatches', stage: stage.id, matches }))
    imported = fingerprint(done?.version ?? t.version)
  }

  async function poll(adapter: Adapter, t: Tournament, stage: Stage): Promise<void> {
    if (!pollInterval.isOpen() || !pollInterval.isDue(isBeingPlayed(t, stage))) return
    pollInterval.polled()
    try {
      const bracket = await reader.read(adapter)
      pollInterval.succeeded()
      await importBracket(t, stage, bracket)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (context.leaving.aborted) return
      pollInterval.failed(error)
      // After an authorization error the adapter is reopened later with the token stored then.
      if (error.isUnauthorized && opened) opened = { ...opened, adapter: null }
    }
  }

  return {
    pollNow,
    async step(t, stage, entries) {
      const adapter = await adapterOf(stage)
      if (adapter) await poll(adapter, t, stage)
      const heading = reader.heading()
      for (const entry of inOrder(entries, t)) {
        if (context.ending.aborted) return
        await sender.recordOutcome(entry)
        if (entry.isDue && adapter && heading) await sender.send({ adapter, heading }, t, entry)
      }
    },
  }
}

/** Reads matches at each poll, but participants only once a minute (R-CL-5). */
function openReader(clock: Pick<Clock, 'now'>) {
  let bracket: Bracket | null = null
  let at = -Infinity
  return {
    async read(adapter: Adapter): Promise<Bracket> {
      const isOld = !bracket || clock.now() >= at + fullReadEveryMs
      if (bracket && !isOld) {
        const updated = { ...bracket, matches: await adapter.readMatches(bracket.heading) }
        if (!hasUnknownPlayer(updated)) return (bracket = updated)
      }
      bracket = completeBracket(await adapter.readBracket())
      at = clock.now()
      return bracket
    },
    heading: () => bracket?.heading ?? null,
    forget: () => (bracket = null),
  }
}

function isBeingPlayed(t: Tournament, stage: Stage): boolean {
  const matches = Object.values(t.matches).filter((match) => match.stage === stage.id)
  return matches.some((match) => match.cabinet !== null)
}

const byKind = { result: 0, live: 1, mark: 2 }

/** Sorts results first, and within a kind earlier matches before the matches that follow them. */
function inOrder(entries: OpenEntry[], t: Tournament): OpenEntry[] {
  const order = ({ stage, match }: OpenEntry) =>
    t.links[stage]?.matches[match]?.playOrder ?? t.matches[match]?.num ?? 0
  return entries.toSorted((a, b) => byKind[a.kind] - byKind[b.kind] || order(a) - order(b))
}

/** Converts the teams of an external bracket, in seed order, for the desk. */
export function entrantsOf(participants: Participant[]): Entrant[] {
  const seed = (one: Participant) => one.seed ?? Infinity
  const sorted = participants.toSorted((a, b) => (seed(a) === seed(b) ? 0 : seed(a) - seed(b)))
  return sorted.flatMap(({ ids, name }) => (ids.length === 0 ? [] : [{ ids, name }]))
}

/** Converts the matches for the desk; groups are named A, B … by ascending id (R-CL-2). */
export function matchesOf({ heading, participants, matches }: Bracket): ImportedMatch[] {
  const isOver = heading.state === 'over' || heading.state === 'complete'
  // A match still pending at the end, such as an unneeded second final, is left out.
  const remaining = isOver ? matches.filter((external) => external.state !== 'pending') : matches
  const groups = [...new Set(matches.flatMap((external) => external.group ?? []))].toSorted(
    byNumber,
  )
  const ownIdOf = ownIds(participants)
  return remaining.map((external) => {
    const { id, identifier, playOrder, state, isUnderway, drawAllowed, players, score, round } =
      external
    const roundFields = { roundNum: round, roundName: roundName(external, groups) }
    const fields = { id, identifier, playOrder, state, isUnderway, drawAllowed }
    return { ...fields, ...roundFields, winner: winnerOf(external, ownIdOf), players, score }
  })
}

function byNumber(a: string, b: string): number {
  return Number(a) - Number(b) || (a < b ? -1 : 1)
}

function roundName({ round, group }: ExternalMatch, groups: string[]): string {
  const name = round === null ? '' : round < 0 ? `Losers Round ${-round}` : `Round ${round}`
  if (group === null) return name
  const letter = String.fromCodePoint(65 + (groups.indexOf(group) % 26))
  return [`Group ${letter}`, name].filter(Boolean).join(', ')
}

/** Maps every id to the participant's first id, because a winner may be named by any of its ids. */
function ownIds(participants: Participant[]): Map<string, string> {
  return new Map(participants.flatMap(({ ids }) => ids.map((id) => [id, ids[0] ?? id] as const)))
}

function winnerOf({ winner, players }: ExternalMatch, ownIdOf: Map<string, string>): 0 | 1 | null {
  if (winner === null) return null
  const same = (id: string | null) => id !== null && ownIdOf.get(id) === ownIdOf.get(winner)
  if (players[0] === winner) return 0
  if (players[1] === winner) return 1
  if (!ownIdOf.has(winner)) return null
  return same(players[0]) ? 0 : same(players[1]) ? 1 : null
}

/** Whether a match has a player who is not among the participants read last. */
export function hasUnknownPlayer({ participants, matches }: Bracket): boolean {
  const known = ownIds(participants)
  return matches.some(({ players }) => players.some((id) => id !== null && !known.has(id)))
}
