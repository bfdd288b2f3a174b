import {
  matchLabel,
  currentExits,
  seedsOf,
  stageComplete,
  teamsOf,
} from '#events/bracket/bracket.ts'
import type { CommandOf } from '#events/schema/command.ts'
import type { Event } from '#events/schema/event.ts'
import { score } from '#events/state/match.ts'
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
import { rulingEffects } from './ruling-effects.ts'
import { isSigned } from '../signed-rulings.ts'
import type { SentenceId } from '#events/ids.ts'

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
