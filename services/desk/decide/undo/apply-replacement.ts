import { isInBracket, wasPlayed, teamsOf } from '#events/bracket/bracket.ts'
import type { Event } from '#events/schema/event.ts'
import { lengthByExternalBracket } from '#events/state/external-bracket.ts'
import { score } from '#events/state/match.ts'
import type { Match } from '#events/state/match.ts'
import { canEndLevel, matchEndOf } from '#events/rules/match-length.ts'
import { sameValue } from '#events/same-value.ts'
import { evolve, recordOf } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { archiveMatch, resultInUse, withUnqueued } from '../match/correct.ts'
import { accept, refuse } from '../decision.ts'
import type { Decision } from '../decision.ts'
import { undoConflict } from './undo-conflicts.ts'
import { playedLater } from '../played-after.ts'
import { affectedInOtherStages } from '../slot-validity.ts'
import { startRefusal } from '../queue/start.ts'
import type { ReplacedPlay } from './replace-common.ts'
import type { MatchId } from '#events/ids.ts'

type ReplacementOptions = {
  cascade?: boolean | undefined
  reason?: string | undefined
  now: string
}

/**
 * Corrects what was played, with the results that follow, in one commit. Matches that were then
 * played by the wrong teams are listed in a refusal first, and archived after a confirmation
 * (R-ED-3).
 */
export function applyReplacement(
  t: Tournament,
  { matches, events }: ReplacedPlay,
  { cascade, reason = '', now }: ReplacementOptions,
): Decision {
  const corrections = events.filter((event) => !isUnchanged(t, event))
  for (const id of matches) corrections.push(...resultOf(t, corrections.reduce(evolve, t), id))
  if (corrections.length === 0) return accept()
  const hit = playedByOthers(t, corrections, matches)
  const archived = hit.map((match) => archiveMatch(t, match, { reason, now }))
  const done = withUnqueued(t, [...archived.toReversed(), ...corrections])
  const hanging = undoConflict({ now: t, past: t, after: done.events.reduce(evolve, t) })
  if (hanging) return hanging
  if (hit.length === 0) return done
  const [first] = matches
  if (!cascade) return resultInUse(t, t.matches[first]!, hit, done)
  if (reason === '') return refuse('REASON_MISSING')
  return { ...done, answer: { ...done.answer, archived: hit.map(({ id }) => id) } }
}

/** Whether the event would not change its record. */
function isUnchanged(t: Tournament, event: Event): boolean {
  return event.type === 'Restored' && sameValue(recordOf(t, event.kind, event.id), event.record)
}

/**
 * The result that fits the corrected games; its time stays. If nobody has won now, or more games
 * are needed, the match is reopened, and is on its cabinet again if nothing came after it (R-ST-8).
 */
function resultOf(t: Tournament, after: Tournament, id: MatchId): Event[] {
  const match = after.matches[id]
  const stage = t.stages[match?.stage ?? 0]
  if (!match?.result || match.result.forfeit || !stage) return []
  const { at, score: before } = match.result
  const points = score(match)
  const length = lengthByExternalBracket(t, stage, match)
  const isLevel = points[0] === points[1]
  const isOpen = matchEndOf(length, before).done && !matchEndOf(length, points).done
  // A draw may have come from a match of another stage, in which a match can end level.
  if (isOpen || (isLevel && !canEndLevel(length))) {
    const reopened: Event = { type: 'MatchReopened', v: 1, match: id }
    return [reopened, ...startedAgain(evolve(after, reopened), id)]
  }
  if (points[0] === before[0] && points[1] === before[1]) return []
  const winner = isLevel ? null : points[0] > points[1] ? 0 : 1
  return [{ type: 'MatchCompleted', v: 1, match: id, winner, score: points, at }]
}

function startedAgain(t: Tournament, id: MatchId): Event[] {
  const match = t.matches[id]
  const cabinet = match?.startedOn.at(-1)
  if (!match?.startedAt || cabinet === undefined || t.timers[cabinet]?.after !== id) return []
  const isTaken = Object.values(t.matches).some((other) => other.cabinet === cabinet)
  if (isTaken || startRefusal(t, match, cabinet)) return []
  const { isFlipped, startedAt: at } = match
  return [{ type: 'MatchStarted', v: 1, match: id, cabinet, isWarmup: false, isFlipped, at }]
}

/**
 * Played matches that would have other teams, and in turn the played matches that depend on them.
 */
function playedByOthers(t: Tournament, events: Event[], own: number[]): Match[] {
  const after = events.reduce(evolve, t)
  const others = Object.values(t.matches).filter(
    (match) => !own.includes(match.id) && wasPlayed(match) && isInBracket(t.matches, match),
  )
  const hit = new Set(
    own.flatMap((id) => {
      const [was, is] = [t.matches[id], after.matches[id]]
      const isSame = !was?.result || was.result.winner === is?.result?.winner
      return isSame ? [] : playedLater(t, was).filter((match) => !own.includes(match.id))
    }),
  )
  for (;;) {
    const archived = [...hit].map((match) => archiveMatch(t, match, { reason: '', now: '' }))
    const then = [...archived, ...events].reduce(evolve, t)
    const elsewhere = new Set(affectedInOtherStages(t, then))
    const more = others.filter((match) => {
      const is = then.matches[match.id]
      if (!is || hit.has(match) || own.includes(match.id)) return false
      const teams = teamsOf(t, match)
      const isOthers = teamsOf(then, is).some((team, slot) => team !== teams[slot])
      return isOthers || !isInBracket(then.matches, is) || elsewhere.has(match)
    })
    if (more.length === 0) return [...hit].toSorted((a, b) => a.stage - b.stage || a.num - b.num)
    for (const match of more) hit.add(match)
  }
}
