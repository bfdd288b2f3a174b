import { newName, t } from './route.ts'
import type { RouteCases } from './route.ts'

/** Stages, matches and queues, in an order in which each case has what it needs. */
export const playRoutes: RouteCases = {
  [`GET ${t}/bracket/`]: {},
  [`GET ${t}/bracket/:id/`]: { id: 'bracket' },
  [`GET ${t}/bracket/:id/standings/`]: { id: 'bracket' },
  [`POST ${t}/bracket/`]: { body: (_, { tournament }) => ({ tournament, name: 'New' }) },
  [`PUT ${t}/bracket/:id/`]: {
    id: 'bracket',
    body: () => ({ name: newName(), stageType: 'round_robin' }),
  },
  [`PATCH ${t}/bracket/:id/`]: { id: 'bracket', body: () => ({ name: newName() }) },
  [`PUT ${t}/bracket/:id/set-teams/`]: { id: 'bracket', body: (_, { teams }) => ({ teams }) },
  [`PUT ${t}/bracket/:id/validate/`]: { id: 'bracket' },
  [`PUT ${t}/bracket/:id/add-team/`]: {
    id: 'bracket',
    body: (_, { teams }) => ({ team: teams[0] }),
  },
  // A stage cannot be its own source.
  [`PUT ${t}/bracket/:id/default-placements/`]: {
    id: 'bracket',
    body: (_, { bracket }) => ({ from: [bracket], top: 2 }),
    status: 409,
  },
  [`GET ${t}/stage-placement/`]: {},
  [`POST ${t}/stage-placement/`]: {
    body: (_, { bracket, teams }) => ({ destBracket: bracket, destPlace: 1, team: teams[0] }),
  },
  [`PUT ${t}/stage-placement/`]: {
    body: (_, { bracket, teams }) =>
      teams.map((team, index) => ({ destBracket: bracket, destPlace: index + 1, team })),
  },
  // The matches of a round robin are generated.
  [`POST ${t}/match/`]: { who: 'official', body: (_, { bracket }) => ({ bracket }), status: 409 },
  [`DELETE ${t}/match/:id/`]: { who: 'official', id: 'match', status: 409 },
  [`GET ${t}/match/`]: {},
  [`GET ${t}/match/:id/`]: { id: 'match' },
  [`PUT ${t}/match/:id/start/`]: {
    who: 'official',
    id: 'match',
    body: ({ cabinet }) => ({ cabinet, force: true }),
  },
  [`PATCH ${t}/match/:id/`]: { who: 'official', id: 'match', body: () => ({ isWarmup: true }) },
  [`PUT ${t}/match/:id/add-score/`]: {
    who: 'official',
    id: 'match',
    body: (_, { teams }) => ({ team: teams[0], by: 1 }),
  },
  [`PUT ${t}/match/:id/complete/`]: { who: 'official', id: 'match' },
  [`PUT ${t}/match/:id/reopen/`]: { who: 'official', id: 'match' },
  [`PUT ${t}/match/:id/replay/`]: { who: 'official', id: 'match' },
  [`PUT ${t}/match/:id/review/`]: { who: 'official', id: 'match', body: () => ({ on: false }) },
  [`GET ${t}/match/:id/review/`]: { who: 'official', id: 'match' },
  [`GET ${t}/match/:id/preview/`]: {
    who: 'official',
    id: 'match',
    query: () => 'blueScore=1&goldScore=0',
  },
  [`PUT ${t}/match/:id/annotate/`]: {
    who: 'official',
    id: 'match',
    body: () => ({ note: 'Wrong' }),
  },
  // The match is not on a cabinet, and its stage is not linked to an external bracket.
  [`PUT ${t}/match/:id/replace/`]: {
    who: 'official',
    id: 'match',
    body: (_, { otherMatch }) => ({ match: otherMatch }),
    status: 409,
  },
  [`PUT ${t}/match/:id/report/`]: { who: 'official', id: 'match', status: 409 },
  // The match is played by other teams.
  [`PUT ${t}/match/:id/forfeit/`]: {
    who: 'official',
    id: 'match',
    body: () => ({ teams: [999_999] }),
    status: 404,
  },
  [`PUT ${t}/match/:id/stop/`]: { who: 'official', id: 'match' },
  [`PUT ${t}/match/:id/`]: { who: 'official', id: 'match', body: () => ({ blueScore: 2 }) },
  [`GET ${t}/queue/`]: {},
  [`GET ${t}/queue/:id/`]: { id: 'queue' },
  // Nothing is queued yet.
  [`PUT ${t}/tournament/:id/select-next/`]: {
    who: 'official',
    id: 'tournament',
    body: ({ cabinet }) => ({ cabinet }),
    status: 409,
  },
  [`PATCH ${t}/queue/:id/`]: { who: 'official', id: 'queue', body: () => ({ enabled: true }) },
  [`PUT ${t}/queue/:id/set-cabinets/`]: {
    who: 'official',
    id: 'queue',
    body: ({ cabinet }) => ({ cabinets: [cabinet] }),
  },
  [`PUT ${t}/queue/:id/set-queue/`]: {
    who: 'official',
    id: 'queue',
    body: (_, { otherMatch }) => ({ matches: [otherMatch] }),
  },
  [`PUT ${t}/queue/:id/assign-all/`]: {
    who: 'official',
    id: 'queue',
    body: (_, { bracket }) => ({ brackets: [bracket] }),
  },
  [`PUT ${t}/queue/:id/remove-all/`]: { who: 'official', id: 'queue' },
  // Not all matches of the stage are complete.
  [`PUT ${t}/bracket/:id/create-tiebreaks/`]: {
    id: 'bracket',
    body: () => ({ from: 1, to: 2 }),
    status: 409,
  },
  // The match that an earlier case has played keeps its result, so nothing is lost.
  [`PUT ${t}/bracket/:id/create-matches/`]: { id: 'bracket', status: 200 },
  [`PUT ${t}/tournament/:id/undo/`]: {
    who: 'official',
    id: 'tournament',
    body: () => ({ version: 1 }),
    status: 409,
  },
  [`PUT ${t}/tournament/:id/replace/`]: {
    who: 'official',
    id: 'tournament',
    body: () => ({ version: 1, by: { nothing: true } }),
    status: 409,
  },
  [`PUT ${t}/bracket/:id/withdraw-team/`]: {
    id: 'bracket',
    body: (_, { teams }) => ({ team: teams[3], how: 'void' }),
  },
}

/** Deletions come last, because the other cases need the rows. */
export const deletionRoutes: RouteCases = {
  [`DELETE ${t}/queue/:id/`]: { who: 'official', id: 'queue' },
  [`DELETE ${t}/stage-placement/`]: {
    body: (_, { bracket }) => ({ destBracket: bracket, confirm: true }),
  },
  [`DELETE ${t}/bracket/:id/`]: { id: 'bracket' },
  [`DELETE ${t}/team/:id/`]: { id: 'teams' },
  // Earlier cases have entered payments, which only `force` gives up.
  [`DELETE ${t}/player/:id/`]: { id: 'players', body: () => ({ force: true }) },
  [`DELETE ${t}/tournament/:id/`]: { id: 'tournament', body: () => ({ force: true }) },
}
