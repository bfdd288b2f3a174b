import { cabinetName } from '#events/describe/names.ts'
import { matchLabel } from '#events/bracket/bracket.ts'
import { english } from '#events/messages/english.ts'
import { say } from '#events/messages/message.ts'
import type { Message } from '#events/messages/message.ts'
import type { CommandOf } from '#events/schema/command.ts'
import type { Event } from '#events/schema/event.ts'
import { lengthByExternalBracket } from '#events/state/external-bracket.ts'
import { blueFirst, otherSlot, score } from '#events/state/match.ts'
import type { Match } from '#events/state/match.ts'
import { matchEndOf } from '#events/rules/match-length.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { accept } from '../decision.ts'
import type { DecisionInputs, Decision } from '../decision.ts'
import { findMatch } from '../lookups.ts'
import { completeWithScore } from './match.ts'
import type { MatchId } from '#events/ids.ts'

/** Records that a game began under a match, with the sides at that moment (R-GE-4). */
export function beginGame(t: Tournament, command: CommandOf<'BeginGame'>): Decision {
  const { game, cabinet, isFlipped } = command
  const match = findMatch(t, command.match)
  if (!match || t.games[game]) return accept()
  return accept({
    type: 'GameBegan',
    v: 1,
    game,
    match: match.id,
    cabinet,
    blue: isFlipped ? 1 : 0,
  })
}

/** A game that began under a match has ended: counts it, or proposes it (R-GE-4, R-GE-5). */
export function finishGame(
  t: Tournament,
  command: CommandOf<'FinishGame'>,
  { now }: DecisionInputs,
): Decision {
  const { game, cabinet, winningTeam, winCondition, mapName, seconds } = command
  const began = t.games[game]
  if (!began || (began.status !== 'running' && began.status !== 'unfinished')) return accept()
  const match = t.matches[began.match]
  if (!match) return accept()
  const winner = winningTeam === 'blue' ? began.blue : otherSlot(began.blue)
  const result = { game, winner, winCondition, mapName, seconds }
  const message = doubt(t, { ...command, match: began.match }) ?? decidedBefore(t, match)
  if (message) {
    const why = { reason: english(message), message }
    return accept({ type: 'GameProposed', v: 1, ...result, match: match.id, cabinet, ...why })
  }
  const counted = !match.isWarmup
  const noted: Event = { type: 'GameCounted', v: 1, ...result, match: match.id, cabinet, counted }
  if (!counted) return accept(noted)
  const points = score({ ...match, games: [...match.games, { game, winner, seconds }] })
  const stage = t.stages[match.stage]
  // A stage can be set so that a person completes its matches (R-ST-5).
  if (!stage || stage.autoComplete === false) return accept(noted)
  if (!matchEndOf(lengthByExternalBracket(t, stage, match), points).done) return accept(noted)
  const ending = completeWithScore(t, match, { points, now })
  return 'refused' in ending ? accept(noted) : accept(noted, ...ending.events)
}

/** A warm-up game counts for nothing, so it may follow the deciding game. */
function decidedBefore(t: Tournament, match: Match): Message | null {
  const stage = t.stages[match.stage]
  if (!stage || match.isWarmup) return null
  const points = score(match)
  if (!matchEndOf(lengthByExternalBracket(t, stage, match), points).done) return null
  return say('decidedBefore', { match: matchLabel(match), score: blueFirst(match, points) })
}

/** Why a finished game does not count automatically, for an official; null if it does. */
function doubt(
  t: Tournament,
  {
    match: id,
    cabinet,
    lateBy,
    alsoThere = [],
    isDoubled,
  }: CommandOf<'FinishGame'> & { match: MatchId },
): Message | null {
  const match = t.matches[id]
  if (!match) return say('matchGone')
  const there = cabinetName(t, cabinet)
  const name = matchLabel(match)
  if (lateBy !== null) {
    return say('uploadedLate', { seconds: Math.round(lateBy), match: name })
  }
  if (isDoubled) return say('sentAnother', { cabinet: there })
  if (alsoThere.length > 0) {
    return say('alsoThere', { match: alsoThere.join(' and '), cabinet: there })
  }
  if (match.result) return say('completeBefore', { match: name })
  return match.cabinet === cabinet ? null : say('leftCabinet', { match: name, cabinet: there })
}
