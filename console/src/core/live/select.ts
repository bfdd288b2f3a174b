import { roundNameOf, originOf } from '../text/server-words.ts'
import { comingMatches, queueOrderOf, nextMatch } from '#events/rules/next-match.ts'
import type { ActiveMatch, LiveCabinet } from '#events/view/frames.ts'
import type { MatchRow, QueueRow } from '#events/schema/rows.ts'
import { text } from '../text/text.ts'
import type { Colour } from '#events/game/map/colour.ts'
import type { Tables } from './rows.ts'
import type { Live } from './rows-state.ts'
import type { LiveState } from './store.ts'

// Queries on the rows, for the screens. All are pure. Lists are new arrays at each call, so memoise
// them by the rows.

/** A deleted tournament has no rows left. */
export function isDeleted({ version, rows }: Live): boolean {
  return version > 0 && Object.keys(rows.tournament).length === 0
}

export function teamName(rows: Tables, team: number | null): string {
  return (team === null ? undefined : rows.team[team]?.name) ?? text.match.unknownTeam
}

/** The name of a side: its team, else `Winner of M9`, else the text for an unknown team. */
export function sideName(rows: Tables, match: Sides, colour: Colour): string {
  const team = match[`${colour}Team`]
  return (team === null ? originOf(match, colour) : null) ?? teamName(rows, team)
}
type Sides = Pick<
  MatchRow,
  'blueTeam' | 'goldTeam' | 'blueFrom' | 'goldFrom' | 'blueFromMessage' | 'goldFromMessage'
>

/** `Bees vs. Winner of M9` */
export function versus(rows: Tables, match: Sides): string {
  return text.match.versus(sideName(rows, match, 'blue'), sideName(rows, match, 'gold'))
}

/** `M12`, or `M12 of Groups` if there are several stages, because each stage numbers from 1. */
export function matchName(rows: Tables, match: Pick<MatchRow, 'matchNum' | 'stageName'>): string {
  const short = text.match.short(match.matchNum)
  return hasStages(rows) ? text.match.ofStage(short, match.stageName) : short
}

export function hasStages(rows: Tables): boolean {
  return Object.keys(rows.bracket).length > 1
}

/**
 * `Groups · Round 1`: its round, with its stage if there are several. Some rounds have no name, and
 * imported ones may have that of their stage.
 */
export function roundOf(rows: Tables, match: MatchRow): string {
  const names = [hasStages(rows) ? match.stageName : '', roundNameOf(match)]
  return [...new Set(names)].filter(Boolean).join(' · ')
}

/** `M12 Bees vs. Wasps` */
export function matchTitle(rows: Tables, match: MatchRow): string {
  return `${matchName(rows, match)} ${versus(rows, match)}`
}

export function byMatchNumber(a: MatchRow, b: MatchRow): number {
  return (
    a.matchNum - b.matchNum ||
    (a.roundNum ?? 0) - (b.roundNum ?? 0) ||
    a.roundName.localeCompare(b.roundName)
  )
}

/**
 * True if its client was connected and has left. A cabinet that never had one is scored by hand.
 */
export function hasLeft(cabinet: LiveCabinet | undefined): boolean {
  return cabinet?.clientStatus === 'offline' && cabinet.since !== null
}

const playingCache = new WeakMap<Tables['match'], MatchRow[]>()

/** The matches on cabinets, cached per table because every card and every row needs them. */
export function activeMatchesIn({ match: all }: Tables): MatchRow[] {
  const cached = playingCache.get(all)
  if (cached) return cached
  const matches = Object.values(all).filter((match) => match.activeCabinet !== null)
  playingCache.set(all, matches)
  return matches
}

/** True if any match is on a cabinet. */
export function isAnyMatchActive(rows: Tables): boolean {
  return activeMatchesIn(rows).length > 0
}

export function activeMatchOn(rows: Tables, cabinet: number): MatchRow | undefined {
  return activeMatchesIn(rows).find((match) => match.activeCabinet === cabinet)
}

export function queuesOf(rows: Tables, cabinet: number): QueueRow[] {
  return Object.values(rows.queue)
    .filter((queue) => queue.cabinets.includes(cabinet))
    .toSorted((a, b) => a.id - b.id)
}

/** True if an official holds the cabinet: nothing starts there by itself (R-QT-2). */
export function heldOn(rows: Tables, cabinet: number): boolean {
  const [tournament] = Object.values(rows.tournament)
  return tournament?.heldCabinets.some((held) => held.cabinet === cabinet) ?? false
}

type Next =
  | { state: 'ready'; match: MatchRow }
  | { state: 'blocked'; why: 'noQueue' | 'disabled' | 'empty'; match: null }
  | { state: 'blocked'; why: 'taken' | 'waits'; match: MatchRow }

const nextCache = new WeakMap<Tables, Map<number, Next>>()

/** The match that the desk would choose for a cabinet (R-QU-2), cached per rows object. */
export function nextOn(rows: Tables, cabinet: number): Next {
  const cached = nextCache.get(rows) ?? new Map<number, Next>()
  nextCache.set(rows, cached)
  const next = cached.get(cabinet) ?? choice(rows, cabinet)
  cached.set(cabinet, next)
  return next
}

function choice(rows: Tables, cabinet: number): Next {
  const active = activeMatchOn(rows, cabinet)
  if (active) return { state: 'blocked', why: 'taken', match: active }
  const queues = queuesOf(rows, cabinet)
  if (queues.length === 0) return { state: 'blocked', why: 'noQueue', match: null }
  if (!queues.some((queue) => queue.enabled))
    return { state: 'blocked', why: 'disabled', match: null }
  const { match, skipped } = nextMatch(queueInputsFor(rows, cabinet))
  if (match) return { state: 'ready', match }
  const [first] = skipped
  if (first) return { state: 'blocked', why: 'waits', match: first.match }
  return { state: 'blocked', why: 'empty', match: null }
}

function queueInputsFor(rows: Tables, cabinet: number) {
  const order = queueOrderOf(Object.values(rows.queue), cabinet)
  return { order, find: (id: number) => rows.match[id], active: activeMatchesIn(rows), cabinet }
}

/** Another tournament's match on a cabinet. Starting a match there would stop it. */
export function otherActiveMatchOn(
  { otherActiveMatches }: Pick<LiveState, 'otherActiveMatches'>,
  cabinet: number,
): ActiveMatch | undefined {
  return otherActiveMatches.find((match) => match.cabinet === cabinet)
}

/** True if matches wait for a cabinet in a queue that officials have paused. */
export function isQueuePaused(rows: Tables, cabinet: number): boolean {
  return Object.values(rows.queue).some(
    (queue) => !queue.enabled && queue.matches[0] && queue.cabinets.includes(cabinet),
  )
}

/** The coming matches of a cabinet, the desk's choice first (R-QU-2). */
export function comingOn(rows: Tables, cabinet: number): MatchRow[] {
  return comingMatches(queueInputsFor(rows, cabinet))
}
