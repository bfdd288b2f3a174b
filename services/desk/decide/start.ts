import { label, teamsOf } from '../../../events/bracket.ts'
import type { CommandOf } from '../../../events/command.ts'
import type { Event } from '../../../events/event.ts'
import type { Match } from '../../../events/match.ts'
import { queueOf } from '../../../events/queue.ts'
import { coin } from '../../../events/rules/coin.ts'
import type { Tournament } from '../../../events/tournament.ts'
import { accept, refuse } from './decision.ts'
import type { Circumstances, Decision, Refusal } from './decision.ts'
import { find, matchComplete, missingTeam, nameOf, noSuchMatch, notAssigned } from './find.ts'

export function startMatch(
  t: Tournament,
  command: CommandOf<'StartMatch'>,
  circumstances: Circumstances,
): Decision {
  const match = find(t, command.match)
  if (!match) return noSuchMatch(command.match)
  if (!match.result && match.cabinet === command.cabinet) return accept()
  const refusal = blocked(t, match, command.cabinet)
  if (refusal) return refusal
  if (!command.force && circumstances.offline.includes(command.cabinet)) {
    return cabinetOffline(t, command.cabinet)
  }
  return accept(...started(t, match, { cabinet: command.cabinet, now: circumstances.now }))
}

/** The wrong match was started: another takes its cabinet, its time and its place (R-QT-3). */
export function replaceMatch(
  t: Tournament,
  command: CommandOf<'ReplaceMatch'>,
  { now }: Circumstances,
): Decision {
  const wrong = find(t, command.match)
  if (!wrong) return noSuchMatch(command.match)
  const match = find(t, command.by)
  if (!match) return noSuchMatch(command.by)
  const { cabinet } = wrong
  if (cabinet === null) {
    return refuse('MATCH_NOT_ACTIVE', `${label(wrong)} is not on a cabinet.`)
  }
  if (match.id === wrong.id) return accept()
  const refusal = blocked(t, match, cabinet)
  if (refusal) return refusal
  const [stopped, start] = started(t, match, { cabinet, now: wrong.startedAt ?? now })
  return accept(stopped!, ...exchanged(t, wrong, match), start!)
}

/** In the queue the one takes the other's place. */
function exchanged(t: Tournament, wrong: Match, match: Match): Event[] {
  const queue = queueOf(t.queues, match.id)
  if (!queue) return []
  const matches = queue.matches.map((id) => (id === match.id ? wrong.id : id))
  return [{ type: 'QueueOrdered', v: 1, queue: queue.id, matches }]
}

export function cabinetOffline(t: Tournament, cabinet: number): Refusal {
  return refuse('CABINET_OFFLINE', `${nameOf(t, cabinet)} is offline.`)
}

/** Why a match cannot go on a cabinet, or null (R-ST-1). */
export function blocked(t: Tournament, match: Match, cabinet: number): Refusal | null {
  if (match.result) return matchComplete(match)
  if (match.cabinet !== null) {
    return refuse('MATCH_ACTIVE', `${label(match)} is already on ${nameOf(t, match.cabinet)}.`)
  }
  if (!t.cabinets[cabinet]) return notAssigned(cabinet)
  const missing = missingTeam(t, match)
  if (missing) return missing
  const teams = teamsOf(t, match)
  if (teams[0] === teams[1]) return refuse('TEAM_TWICE', 'A team cannot play against itself.')
  for (const rival of Object.values(t.matches)) {
    if (rival.cabinet === null || rival.cabinet === cabinet) continue
    const team = teamsOf(t, rival).find((id) => id !== null && teams.includes(id))
    if (team === undefined || team === null) continue
    const name = t.teams[team]?.name ?? 'A team'
    return refuse(
      'TEAM_BUSY',
      `${label(match)} waits: ${name} are on ${nameOf(t, rival.cabinet)} (${label(rival)}).`,
    )
  }
  return null
}

export function started(
  t: Tournament,
  match: Match,
  { cabinet, now }: { cabinet: number; now: string },
): Event[] {
  const before = Object.values(t.matches).find((rival) => rival.cabinet === cabinet)
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
function startsAsWarmup(t: Tournament, match: Match, cabinet: number): boolean {
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

/** Sides are drawn once, at the first start, from the stage's dice (R-SD-1). */
function drawnSides(t: Tournament, match: Match): boolean {
  const stage = t.stages[match.stage]
  if (!stage?.randomizeSides || match.startedAt !== null || match.games.length > 0) {
    return match.isFlipped
  }
  return coin(stage.dice, `sides of match ${match.id}`)
}
