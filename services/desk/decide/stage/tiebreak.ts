import { teamName } from '#events/describe/names.ts'
import { separatingRule, ranking, stageComplete, tiebreaksOf } from '#events/bracket/bracket.ts'
import type { Event } from '#events/schema/event.ts'
import { diceOf } from '#events/rules/dice.ts'
import type { DecidingRule } from '#events/rules/tiebreakers.ts'
import { StageSettings } from '#events/schema/parts/stage-settings.ts'
import type { Stage } from '#events/schema/parts/stage-settings.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { withUnqueued } from '../match/correct.ts'
import { idsShort, isRefusal, refuse } from '../decision.ts'
import type { Refusal } from '../decision.ts'
import { ofStage } from '../lookups.ts'
import { layoutOf, plansOf, seedEvent } from '../layout-plan.ts'
import { placementRefusal } from '../slot-validity.ts'
import type { TeamId } from '#events/ids.ts'

/**
 * Creates matches for places of a complete stage, as a small stage of their own (R-TB-1). Until
 * they are played these places are open; then the table or the winner of the small stage decides
 * them.
 */
export const createTiebreaks = ofStage<'CreateTiebreaks'>((t, stage, command, inputs) => {
  const { ids, stageIds: [id] = [], secret } = inputs
  const { from, to } = command
  if (!stageComplete(t, stage.id)) {
    return refuse('STAGE_OPEN', `${stage.name} is not complete: its places may still change.`)
  }
  const order = ranking(t, stage)
  const same = tiebreaksOf(t, stage, order).find((one) => one.from === from && lastOf(one) === to)
  if (same) return { events: [], answer: { stage: same.stage } }
  const refusal = wrongPlaces(t, stage, { from, to, order })
  if (refusal) return refusal
  const teams = order.slice(from - 1, to)
  const settings = settingsOf(stage, command)
  const dice = diceOf(secret, 0)
  const small = { ...settings, id: id ?? 0, teams, created: false, dice }
  const layout = layoutOf(small)
  if (isRefusal(layout)) return layout
  if (ids.length < layout.length || id === undefined) return idsShort(layout.length, { stages: 1 })
  const events: Event[] = [
    { type: 'StageCreated', v: 1, stage: id, settings, dice },
    seedEvent(
      id,
      teams.map((team) => ({ team })),
    ),
    { type: 'TiebreakLinked', v: 1, stage: id, of: stage.id, from },
    { type: 'MatchesCreated', v: 1, stage: id, matches: plansOf(small, layout, ids) },
  ]
  const hanging = placementRefusal(t, events)
  if (hanging) return hanging
  const done = withUnqueued(t, events)
  return { ...done, answer: { ...done.answer, stage: id } }
})

type Places = { from: number; to: number }

function lastOf({ from, teams }: { from: number; teams: TeamId[] }): number {
  return from + teams.length - 1
}

function wrongPlaces(
  t: Tournament,
  stage: Stage,
  { from, to, order }: Places & { order: TeamId[] },
): Refusal | null {
  if (from >= to) return refuse('PLACES_WRONG')
  if (to > order.length) return refuse('PLACES_WRONG', `${stage.name} has no place ${to}.`)
  const overlapping = tiebreaksOf(t, stage, order).find(
    (one) => one.from <= to && lastOf(one) >= from,
  )
  if (!overlapping) return notLevel(t, stage, order.slice(from - 1, to))
  const name = t.stages[overlapping.stage]?.name ?? 'Another stage'
  return refuse('PLACES_TAKEN', `${name} already decides some of these places.`)
}

/** Tie-break matches only replace the dice, so the teams have to be level by all rules (R-TB-1). */
function notLevel(t: Tournament, stage: Stage, teams: TeamId[]): Refusal | null {
  const parted = separatingRule(t, stage, teams)
  if (!parted) return null
  const name = (team: TeamId) => teamName(t, team)
  const { team, over, rule, values } = parted
  if (rule === 'withdrawn') {
    return refuse(
      'NOT_LEVEL',
      `${name(team)} have left ${stage.name}. Only level teams can play for places.`,
    )
  }
  const [own, theirs] = values
  const why = `${inWords[rule]}, ${own} against ${theirs}`
  const detail = `${name(team)} rank below ${name(over)} by ${why}. Only level teams can play for places.`
  return refuse('NOT_LEVEL', detail)
}

const inWords: Record<DecidingRule, string> = {
  game_win_pct: 'games won',
  h2h_games: 'games against each other',
  h2h_matches: 'matches against each other',
  match_win_pct: 'matches won',
  game_time_in_losses: 'game time in losses',
  dice_roll: 'dice',
  seed: 'seed',
  place: 'place',
  tiebreak_match: 'a tie-break',
  withdrawn: 'withdrawal',
}

/** Matches as long as the stage's own. Two teams play one match, more a round robin. */
function settingsOf(stage: Stage, { from, to }: Places): StageSettings {
  const { linkedOrg: _, linkedBracketId: __, ...rules } = stage
  const suffix = ` Tie-break ${from}-${to}`
  return StageSettings.parse({
    ...rules,
    name: `${stage.name.slice(0, 100 - suffix.length)}${suffix}`,
    stageType: to - from > 1 ? 'round_robin' : 'single_elim',
    matchesPerOpponent: 1,
    addTiebreaker: true,
    thirdPlaceMatch: false,
  })
}
