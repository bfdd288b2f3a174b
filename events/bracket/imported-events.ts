import type { CommandOf } from '../schema/command.ts'
import type { Event } from '../schema/event.ts'

type Import = CommandOf<'ImportTournament'>

/** The events that import a tournament. Other commands produce the same types of events. */
export function importedEvents(command: Import): Event[] {
  const { scene, name, slug, date, linkType, cabinets, teams, isActive = false } = command
  return [
    { type: 'TournamentCreated', v: 1, scene, name, slug, date, linkType },
    { type: 'CabinetsAssigned', v: 1, cabinets },
    ...teams.map((team): Event => ({ type: 'TeamAdded', v: 1, ...team })),
    ...command.stages.flatMap((stage) => stageOf(command, stage)),
    ...groupsIn(command),
    ...command.games.map((game): Event => ({ type: 'GameAttached', v: 1, ...game })),
    ...command.matches.flatMap(resultOf),
    ...(isActive ? [] : [{ type: 'TournamentChanged', v: 1, isActive } as const]),
  ]
}

function stageOf(
  { matches }: Import,
  { stage, settings, dice, seeds, decides, withdrawn }: Import['stages'][number],
): Event[] {
  const plans = matches.flatMap(({ stage: own, adjusted: _, result: __, note: ___, ...plan }) =>
    own === stage ? [plan] : [],
  )
  const teams = seeds.flatMap((seed) => ('team' in seed ? [seed.team] : []))
  const seeded: Event =
    teams.length === seeds.length
      ? { type: 'StageSeeded', v: 1, stage, teams }
      : { type: 'StagePlaced', v: 1, stage, seeds }
  return [
    { type: 'StageCreated', v: 1, stage, settings, dice },
    seeded,
    ...(decides
      ? [
          {
            type: 'TiebreakLinked' as const,
            v: 1 as const,
            stage,
            of: decides.stage,
            from: decides.from,
          },
        ]
      : []),
    ...(plans.length > 0
      ? [{ type: 'MatchesCreated' as const, v: 1 as const, stage, matches: plans }]
      : []),
    ...withdrawn.map((team): Event => ({ type: 'TeamWithdrawn', v: 1, stage, team })),
  ]
}

function groupsIn({ stages }: Import): Event[] {
  const sets = Map.groupBy(stages, ({ groupSet }) => groupSet)
  return [...sets].flatMap(([set, groups]): Event[] => {
    if (set === null) return []
    return [{ type: 'GroupsLinked', v: 1, set, stages: groups.map(({ stage }) => stage) }]
  })
}

function resultOf({ match, adjusted, result, note }: Import['matches'][number]): Event[] {
  const events = ([0, 1] as const).flatMap((slot): Event[] =>
    adjusted[slot] === 0 ? [] : [{ type: 'ScoreAdjusted', v: 1, match, slot, by: adjusted[slot] }],
  )
  if (result) {
    const { forfeit, ...rest } = result
    events.push({ type: forfeit ? 'MatchForfeited' : 'MatchCompleted', v: 1, match, ...rest })
  }
  return note === null ? events : [...events, { type: 'MatchAnnotated', v: 1, match, note }]
}
