// Queries that several rooms answer with.
export { takenCabinets, cabinetStates, publishedMatches } from './cabinet-matches.ts'
export type { CabinetMatches, CurrentMatch } from './cabinet-matches.ts'
export { queuesAt } from './cabinet-queues.ts'
export { gameBody, gameRows, matchTotals, readGame } from './games.ts'
export type { GameRow } from './games.ts'
export { callsIn } from './match-calls.ts'
export { profilesOf } from './profiles.ts'
export { withMatches } from './queue-matches.ts'
export {
  describeSignIns,
  deviceIds,
  guestNameMs,
  playersOfGames,
  publicNames,
  signedInAt,
} from './sign-ins.ts'
export type { SignInAction } from './sign-ins.ts'
export { standingsWithNames } from './standings.ts'
export { personTotals, teamTotals } from './totals.ts'
export type { TeamGame } from './totals.ts'
export { tournamentBody, tournaments } from './tournaments.ts'
