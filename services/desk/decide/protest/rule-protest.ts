import {
  matchLabel,
  currentExits,
  seedsOf,
  stageComplete,
  teamsOf,
  wasPlayed,
} from '#events/bracket/bracket.ts'
import type { CommandOf } from '#events/schema/command.ts'
import type { Event } from '#events/schema/event.ts'
import { score, blueSlot, otherSlot } from '#events/state/match.ts'
import type { Match } from '#events/state/match.ts'
import type { Protest } from '#events/state/protest.ts'
import type { RuledOn, Ruling } from '#events/schema/parts/ruling.ts'
import { sameValue } from '#events/same-value.ts'
import { evolve } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { accept, isRefusal, refuse } from '../decision.ts'
import type { DecisionInputs, Decision, Refusal } from '../decision.ts'
import { notInMatch } from '../lookups.ts'
import { scoreRefusal } from '../match/score-check.ts'
import { alreadyRuled, releaseEvents, noSuchProtest } from './protest.ts'
import { isSigned } from '../signed-rulings.ts'
import type { SentenceId } from '#events/ids.ts'
import { archiveMatch, correctResult, replayMatch } from '../match/correct.ts'
import { forfeitMatch } from '../match/forfeit.ts'
import { scoreInsteadOfForfeit, setScore } from '../match/match.ts'

/** One official rules, or proposes a ruling for a second signature (R-DI-4). It is one commit. */
export function ruleProtest(
  t: Tournament,
  command: CommandOf<'RuleProtest'>,
  inputs: DecisionInputs,
): Decision {
  const found = disputed(t, command.protest)
  if (isRefusal(found)) return found
  const { protest, match } = found
  const ruling = rulingOf(t, match, command)
  if (isRefusal(ruling)) return ruling
  const { now, person = null } = inputs
  const sentence = command.sentence ?? null
  const needed = twoAreNeeded(t, match)
  const ruled = ended(t, found, { ruling, sentence, cascade: command.cascade, inputs })
  if (!needed && !command.two) {
    const signedBy = person === null ? [] : [person]
    return ruled(signedBy)
  }
  if (person === null) return signAsPerson()
  const preview = ruled([person])
  if (isRefusal(preview)) return preview
  const { num: _, at: __, ...before } = protest.proposal ?? { num: 0, at: '' }
  const proposed = { ruling, by: person, sentence, seen: ruledOn(t, match) }
  if (sameValue(before, proposed)) return accept()
  // Numbered by version, so that the number of a proposal that is taken back is never reused.
  const numbered = { protest: protest.id, num: t.version + 1, at: now, ...proposed }
  return accept({ type: 'RulingProposed', v: 1, ...numbered })
}

export function signRuling(
  t: Tournament,
  command: CommandOf<'SignRuling'>,
  inputs: DecisionInputs,
): Decision {
  const found = disputed(t, command.protest)
  if (isRefusal(found)) return found
  const { proposal } = found.protest
  if (!proposal) return refuse('NOT_PROPOSED')
  if (proposal.num !== command.num) {
    return refuse('RULING_CHANGED')
  }
  const { person = null } = inputs
  if (person === null) return signAsPerson()
  if (proposal.by === person) {
    return refuse('SAME_OFFICIAL')
  }
  const { ruling, sentence, by, seen } = proposal
  if (seen && !sameValue(seen, ruledOn(t, found.match))) {
    const what = `${matchLabel(found.match)} has changed since this ruling was proposed.`
    return refuse('MATCH_CHANGED', `${what} Check it, and propose the ruling again.`)
  }
  const { cascade } = command
  return ended(t, found, { ruling, sentence, cascade, inputs })([by, person])
}

function ruledOn(t: Tournament, match: Match): RuledOn {
  const { attempt, result } = match
  return {
    attempt,
    teams: teamsOf(t, match),
    score: result?.score ?? score(match),
    isComplete: result !== null,
    winner: result?.winner ?? null,
    isForfeit: result?.forfeit ?? false,
  }
}

type Disputed = { protest: Protest; match: Match }

function disputed(t: Tournament, id: number): Disputed | Refusal {
  const protest = t.protests[id]
  if (!protest) return noSuchProtest(id)
  if (protest.ended) return alreadyRuled(t, protest)
  const match = t.matches[protest.match]
  if (match) return { protest, match }
  return refuse('MATCH_GONE')
}

/** The events of a ruling and its effects, in one commit with one undo (R-ED-4). */
function ended(
  t: Tournament,
  { protest, match }: Disputed,
  how: {
    ruling: Ruling
    sentence: SentenceId | null
    cascade: boolean | undefined
    inputs: DecisionInputs
  },
) {
  const { ruling, sentence, cascade = false, inputs } = how
  const { now } = inputs
  return (signedBy: number[]): Decision => {
    const reason = `Ruling on the protest of ${matchLabel(match)}`
    const done = rulingEffects(t, match, { ruling, reason, cascade, inputs })
    if (isRefusal(done)) return done
    const ruled: Event = {
      type: 'ProtestRuled',
      v: 1,
      protest: protest.id,
      ruling,
      signedBy,
      at: now,
      sentence,
    }
    const events = [...done.events, ruled]
    const after = events.reduce(evolve, t)
    return { ...done, events: [...events, ...releaseEvents(after, protest, now)] }
  }
}

/** Converts the command's ruling from teams to slots; a correction needs the right result. */
function rulingOf(
  t: Tournament,
  match: Match,
  { ruling: kind, scores, forfeitBy = [], force }: CommandOf<'RuleProtest'>,
): Ruling | Refusal {
  if (kind !== 'correct') return { kind, score: null, forfeitBy: [] }
  const teams = teamsOf(t, match)
  const unknown = [...(scores ?? []).map(({ team }) => team), ...forfeitBy].find(
    (team) => !teams.includes(team),
  )
  if (unknown !== undefined) return notInMatch(t, match, unknown)
  if (forfeitBy.length > 0) return { kind, score: null, forfeitBy }
  const [one, two] = teams.map((id) => scores?.find(({ team }) => team === id)?.score)
  if (one === undefined || two === undefined) return refuse('CORRECTION_MISSING')
  const isResult = match.result !== null
  const refusal = scoreRefusal(t, match, { points: [one, two], isResult, force })
  return refusal ?? { kind, score: [one, two], forfeitBy }
}

/** The last place that gets a prize. */
const lastPrize = 3

/**
 * Whether a ruling needs two signatures: by the tournament's setting; with `two_for_places` if a
 * prize or another stage depends on the match.
 */
export function twoAreNeeded(t: Tournament, match: Match): boolean {
  if (isSigned(t, match)) return true
  if (t.rulingSigners !== 'two_for_places') return t.rulingSigners === 'two'
  const { winnerPlace, loserPlace } = currentExits(t.matches, match)
  const best = Math.min(winnerPlace ?? Infinity, loserPlace ?? Infinity)
  if (best <= lastPrize) return true
  const isSource = Object.values(t.stages).some((stage) =>
    seedsOf(stage).some((seed) => 'placeOf' in seed && seed.placeOf.stage === match.stage),
  )
  return isSource || stageComplete(t, match.stage)
}

function signAsPerson(): Refusal {
  return refuse('SIGN_AS_PERSON')
}

type RulingOptions = {
  ruling: Ruling
  reason: string
  cascade: boolean
  inputs: DecisionInputs
}

/** The effects of a ruling on its match, as by the normal commands; later matches follow R-ED-3. */
function rulingEffects(t: Tournament, match: Match, how: RulingOptions): Decision {
  const { ruling, reason, cascade, inputs } = how
  const insisting = { cascade, reason }
  switch (ruling.kind) {
    case 'uphold':
      return accept()
    case 'correct':
      return ruling.score ? rescored(t, match, how) : forfeitedBy(t, match, how)
    case 'replay': {
      const command = { type: 'ReplayMatch', match: match.id, ...insisting } as const
      return replayMatch(t, command, inputs)
    }
    case 'void':
      return voided(t, match, how)
  }
}

/** Sets the score by slots, regardless of their current sides. */
function rescored(t: Tournament, match: Match, how: RulingOptions): Decision {
  const { ruling, inputs } = how
  const points = ruling.score!
  if (match.result?.forfeit) {
    const { now } = inputs
    return scoreInsteadOfForfeit(t, match, {
      points,
      now,
      cascade: how.cascade,
      reason: how.reason,
    })
  }
  const blue = blueSlot(match)
  const [blueScore, goldScore] = [points[blue], points[otherSlot(blue)]]
  const { cascade, reason } = how
  // The score was checked, or confirmed, when the ruling was proposed.
  const command = { type: 'SetScore', match: match.id, blueScore, goldScore, force: true } as const
  return setScore(t, { ...command, cascade, reason }, inputs)
}

function forfeitedBy(t: Tournament, match: Match, how: RulingOptions): Decision {
  const { ruling, inputs } = how
  const open = match.result ? evolve(t, reopened(match)) : t
  const command = { type: 'ForfeitMatch', match: match.id, teams: ruling.forfeitBy } as const
  const decision = forfeitMatch(open, command, inputs)
  if (isRefusal(decision) || !match.result) return decision
  return instead(t, match, { ...how, events: [reopened(match), ...decision.events] })
}

/** Voids a match: what was played is archived (R-ST-9), and neither team goes on (R-ST-10). */
function voided(t: Tournament, match: Match, how: RulingOptions): Decision {
  const { reason, inputs } = how
  const archived = wasPlayed(match) ? [archiveMatch(t, match, { reason, now: inputs.now })] : []
  const open = archived.reduce(evolve, t)
  const teams = teamsOf(t, match).filter((team) => team !== null)
  const command = { type: 'ForfeitMatch', match: match.id, teams } as const
  const decision = forfeitMatch(open, command, inputs)
  if (isRefusal(decision)) return decision
  return instead(t, match, { ...how, events: [...archived, ...decision.events] })
}

/** Replaces a result by another one. */
function instead(t: Tournament, match: Match, how: RulingOptions & { events: Event[] }): Decision {
  const { events, cascade, reason, inputs } = how
  const { now } = inputs
  const winner = events.reduce(evolve, t).matches[match.id]?.result?.winner
  const sameWinner = match.result !== null && winner === match.result.winner
  return correctResult(t, match, { events, cascade, reason, now, sameWinner })
}

function reopened({ id }: Match): Event {
  return { type: 'MatchReopened', v: 1, match: id }
}
