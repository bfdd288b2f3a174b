import { say } from '#events/messages/message.ts'
import { cabinetName, teamName } from '#events/describe/names.ts'
import { matchLabel, matchLabelIn, sidesOf, teamsOf } from '#events/bracket/bracket.ts'
import type { Event } from '#events/schema/event.ts'
import type { Match } from '#events/state/match.ts'
import { queueOf } from '#events/state/queue.ts'
import { coinToss } from '#events/rules/dice.ts'
import { blockOf } from '#events/rules/next-match.ts'
import type { Block, QueuedMatch } from '#events/rules/next-match.ts'
import { evolve } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { accept, refuse, restoreEvent } from '../decision.ts'
import type { Refusal } from '../decision.ts'
import {
  againstItself,
  findMatch,
  matchComplete,
  noSuchMatch,
  notAssigned,
  teamMissing,
  ofMatch,
} from '../lookups.ts'
import type { CabinetId } from '#events/ids.ts'

export const startMatch = ofMatch<'StartMatch'>((t, match, command, inputs) => {
  if (!match.result && match.cabinet === command.cabinet) return accept()
  const refusal = startRefusal(t, match, command.cabinet)
  if (refusal) return refusal
  if (!command.force && inputs.offline.includes(command.cabinet)) {
    return cabinetOffline(t, command.cabinet)
  }
  return accept(...startEvents(t, match, { cabinet: command.cabinet, now: inputs.now }))
})

export const stopMatch = ofMatch<'StopMatch'>((t, match, command) => {
  // Stopping a match that is not active changes nothing (R-ST-2).
  if (match.cabinet === null) return accept()
  const { displacedBy } = command
  if (displacedBy && displacedBy.cabinet !== match.cabinet) return accept()
  const reason = displacedBy ? 'displaced' : 'stopped'
  return accept({ type: 'MatchStopped', v: 1, match: match.id, reason })
})

/** Replaces a wrongly started match: another one gets its cabinet and start time (R-QT-3). */
export const replaceMatch = ofMatch<'ReplaceMatch'>((t, wrong, command, { now }) => {
  const match = findMatch(t, command.by)
  if (!match) return noSuchMatch(t, command.by)
  const { cabinet } = wrong
  if (cabinet === null) {
    return refuse('MATCH_NOT_ACTIVE', say('notOnCabinet', { match: matchLabel(wrong) }))
  }
  if (match.id === wrong.id) return accept()
  const refusal = startRefusal(t, match, cabinet)
  if (refusal) return refusal
  const off: Event[] = [
    { type: 'MatchStopped', v: 1, match: wrong.id, reason: 'displaced' },
    ...unstarted(wrong),
    ...exchanged(t, wrong, match),
  ]
  const start = startEvents(off.reduce(evolve, t), match, { cabinet, now: wrong.startedAt ?? now })
  return accept(...off, ...start)
})

/**
 * A start that was only this mistake is no start: otherwise it would end the time for a protest and
 * use up the warm-up of its teams (R-DI-2, R-WU-1).
 */
function unstarted(wrong: Match): Event[] {
  const { games, adjusted, startedOn } = wrong
  const isPlayed = games.length > 0 || adjusted.some((by) => by !== 0)
  if (isPlayed || startedOn.length > 1) return []
  const record = { ...wrong, cabinet: null, isWarmup: false, startedAt: null, startedOn: [] }
  return [restoreEvent('matches', wrong.id, record)]
}

/** The wrong match takes the other's place in the queue. */
function exchanged(t: Tournament, wrong: Match, match: Match): Event[] {
  const queue = queueOf(t.queues, match.id)
  if (!queue) return []
  const matches = queue.matches.map((id) => (id === match.id ? wrong.id : id))
  return [{ type: 'QueueOrdered', v: 1, queue: queue.id, matches }]
}

export function cabinetOffline(t: Tournament, cabinet: CabinetId): Refusal {
  return refuse('CABINET_OFFLINE', say('offline', { cabinet: cabinetName(t, cabinet) }))
}

/** Why a match cannot go on a cabinet, or null (R-ST-1). */
export function startRefusal(t: Tournament, match: Match, cabinet: CabinetId): Refusal | null {
  const block = blockOf(asQueued(t, match), activeIn(t), cabinet)
  const isOpen = block?.why !== 'complete' && block?.why !== 'active'
  if (isOpen && !t.cabinets[cabinet]) return notAssigned(cabinet)
  return block && blockRefusal(t, match, block)
}

type QueuedDeskMatch = QueuedMatch & { match: Match }

/** Converts a match to the input of the rule for the next match. */
export function asQueued(t: Tournament, match: Match): QueuedDeskMatch {
  const { blue: blueTeam, gold: goldTeam } = sidesOf(t, match)
  const { id, cabinet: activeCabinet, result } = match
  return { id, blueTeam, goldTeam, activeCabinet, isComplete: result !== null, match }
}

export function activeIn(t: Tournament): QueuedDeskMatch[] {
  return Object.values(t.matches).flatMap((match) => {
    return match.cabinet === null ? [] : [asQueued(t, match)]
  })
}

export function blockRefusal(t: Tournament, match: Match, block: Block<QueuedDeskMatch>): Refusal {
  switch (block.why) {
    case 'complete':
      return matchComplete(match)
    case 'active':
      return refuse(
        'MATCH_ACTIVE',
        `${matchLabel(match)} is already on ${cabinetName(t, block.cabinet)}.`,
      )
    case 'team_missing':
      return teamMissing(t, match)
    case 'team_twice':
      return againstItself(t, matchLabel(match), block.team)
    case 'team_busy': {
      const name = teamName(t, block.team)
      const { match: other } = block.otherMatch
      return refuse(
        'TEAM_BUSY',
        `${matchLabel(match)} waits: ${name} are on ${cabinetName(t, other.cabinet ?? 0)} (${matchLabelIn(t, other, match.stage)}).`,
      )
    }
  }
}

export function startEvents(
  t: Tournament,
  match: Match,
  { cabinet, now }: { cabinet: CabinetId; now: string },
): Event[] {
  const before = Object.values(t.matches).find((other) => other.cabinet === cabinet)
  const displaced: Event[] = before
    ? [{ type: 'MatchStopped', v: 1, match: before.id, reason: 'displaced' }]
    : []
  const isWarmup = startsAsWarmup(t, match, cabinet)
  const isFlipped = drawnSides(t, match)
  return [
    ...displaced,
    { type: 'MatchStarted', v: 1, match: match.id, cabinet, isWarmup, isFlipped, at: now },
  ]
}

/** R-WU-1 */
function startsAsWarmup(t: Tournament, match: Match, cabinet: CabinetId): boolean {
  const rule = t.stages[match.stage]?.autoWarmup ?? 'never'
  if (rule === 'never' || rule === 'always') return rule === 'always'
  const teams = teamsOf(t, match)
  return teams.some((team) => {
    const before = Object.values(t.matches).filter(
      (one) => one.startedAt !== null && teamsOf(t, one).includes(team),
    )
    if (rule === 'first_set') return before.length === 0
    return !before.some((one) => one.startedOn.includes(cabinet))
  })
}

/** Draws sides once, at the first start, from the stage's dice (R-SD-1). */
function drawnSides(t: Tournament, match: Match): boolean {
  const stage = t.stages[match.stage]
  if (!stage?.randomizeSides || match.startedAt !== null || match.games.length > 0) {
    return match.isFlipped
  }
  return coinToss(stage.dice, `sides of match ${match.id}`)
}
