import type { z } from 'zod'
import type {
  CabinetId,
  MatchId,
  PersonId,
  PlayerId,
  ProtestId,
  QueueId,
  SceneId,
  SentenceId,
  StageId,
  TeamId,
  TournamentId,
} from '../ids.ts'

/** One schema for the ids of every kind: what differs is their type. */
export function idsOf<Input>(schema: z.ZodType<number, Input>) {
  const as = <T extends number>() => schema as z.ZodType<T, Input>
  return {
    scene: as<SceneId>(),
    tournament: as<TournamentId>(),
    cabinet: as<CabinetId>(),
    team: as<TeamId>(),
    stage: as<StageId>(),
    match: as<MatchId>(),
    queue: as<QueueId>(),
    protest: as<ProtestId>(),
    sentence: as<SentenceId>(),
    person: as<PersonId>(),
    player: as<PlayerId>(),
  }
}
