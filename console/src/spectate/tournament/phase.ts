import { inRankOrder } from '../../../../events/rules/ranks.ts'
import type { BracketRow } from '../../../../events/schema/rows.ts'
import type { Tables } from '../../core/live/rows.ts'
import type { TournamentBody } from '../../core/rest.ts'
import { hasBegun, stagesOf } from '../frame/matches.ts'

/** What somebody who opens a tournament has come for. */
type Phase = 'register' | 'coming' | 'live' | 'result'

type Settings = Pick<TournamentBody, 'allowRegistration' | 'registrationCloseDate' | 'isActive'>

export function phaseOf(rows: Tables, settings: Settings, today: string): Phase {
  const stages = playedStages(rows)
  if (!settings.isActive || (stages.length > 0 && stages.every((stage) => stage.isComplete)))
    return 'result'
  if (Object.values(rows.match).some(hasBegun)) return 'live'
  return isOpen(settings, today) ? 'register' : 'coming'
}

/** Until the end of its last day. */
function isOpen(settings: Settings, today: string): boolean {
  const { isActive, allowRegistration, registrationCloseDate: last } = settings
  return isActive && allowRegistration && (last === null || today <= last)
}

type Placed = { team: number; place: number; words: string }
export type Podium = { stage: BracketRow; teams: Placed[] }

const best = 3

/** The best of every stage that leads to no other: of a consolation bracket, too. */
export function podiumsOf(rows: Tables): Podium[] {
  const feeding = new Set(
    stagesOf(rows).flatMap(({ seeds }) =>
      seeds.flatMap((seed) => ('placeOf' in seed ? [seed.placeOf.stage] : [])),
    ),
  )
  const last = playedStages(rows).filter((stage) => {
    return stage.isComplete && stage.decides === null && !feeding.has(stage.id)
  })
  return last.flatMap((stage) => {
    const own = Object.values(rows.standing).filter(({ bracket }) => bracket === stage.id)
    const teams = inRankOrder(own)
      .filter(({ rank }) => rank <= best)
      .map(({ team, rank, sharedPlace }) => ({
        team,
        place: rank,
        words: sharedPlace ?? `${rank}`,
      }))
      .toSorted((a, b) => a.place - b.place)
    return teams.length === 0 ? [] : [{ stage, teams }]
  })
}

/** One without teams, as for exhibitions, ends with nothing. */
function playedStages(rows: Tables): BracketRow[] {
  return stagesOf(rows).filter(({ teams, seeds }) => teams.length + seeds.length > 0)
}
