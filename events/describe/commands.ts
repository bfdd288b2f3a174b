import type { Command } from '../schema/command.ts'

/** What ids are of; each kind has a sequence of its own. */
export type IdKind = 'team' | 'bracket' | 'match' | 'queue' | 'protest'
type About = {
  /** what `ids` of its decision are of, where it makes something */
  makes?: IdKind
}

/** One record a command. */
export const commands: Partial<Record<Command['type'], About>> = {
  AddTeam: { makes: 'team' },
  FoundTeam: { makes: 'team' },
  FinalizeDraft: { makes: 'team' },
  ImportTeams: { makes: 'team' },
  CreateStage: { makes: 'bracket' },
  LoadTemplate: { makes: 'bracket' },
  CreateMatches: { makes: 'match' },
  SeedStage: { makes: 'match' },
  PlaceStage: { makes: 'match' },
  PlaceByDefault: { makes: 'match' },
  CreateTiebreaks: { makes: 'match' },
  AddLateTeam: { makes: 'match' },
  AddMatch: { makes: 'match' },
  ImportMatches: { makes: 'match' },
  CreateQueues: { makes: 'queue' },
  CreateQueue: { makes: 'queue' },
  LodgeProtest: { makes: 'protest' },
}
