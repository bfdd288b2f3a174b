import type { CommandOf } from '#events/schema/command.ts'
import { importProblem } from '#events/bracket/import-problem.ts'
import { importedEvents } from '#events/bracket/imported-events.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { accept, refuse } from './decision.ts'
import type { Decision } from './decision.ts'

/** Imports a tournament that was played elsewhere, in one commit: all of it or nothing. */
export function importTournament(t: Tournament, command: CommandOf<'ImportTournament'>): Decision {
  if (t.version > 0) return refuse('TOURNAMENT_EXISTS')
  const problem = importProblem(command)
  return problem ? refuse('IMPORT_BROKEN', problem) : accept(...importedEvents(command))
}
