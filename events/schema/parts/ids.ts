import { z } from 'zod'
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
} from '../../ids.ts'

const idKinds = [
  'scene',
  'tournament',
  'cabinet',
  'team',
  'stage',
  'match',
  'queue',
  'protest',
  'sentence',
  'person',
  'player',
] as const
export type IdKind = (typeof idKinds)[number]

const kinds = new WeakMap<object, IdKind>()

/** The kind of id that a schema created by `idsOf` is for. */
export function idKindOf(schema: object): IdKind | undefined {
  return kinds.get(schema)
}

/** A schema for the ids of every kind. All validate alike, and each carries its kind. */
export function idsOf<Input>(schema: z.ZodType<number, Input>) {
  const as = <T extends number>(kind: IdKind) => {
    const own = schema.clone() as z.ZodType<T, Input>
    kinds.set(own, kind)
    return own
  }
  return {
    scene: as<SceneId>('scene'),
    tournament: as<TournamentId>('tournament'),
    cabinet: as<CabinetId>('cabinet'),
    team: as<TeamId>('team'),
    stage: as<StageId>('stage'),
    match: as<MatchId>('match'),
    queue: as<QueueId>('queue'),
    protest: as<ProtestId>('protest'),
    sentence: as<SentenceId>('sentence'),
    person: as<PersonId>('person'),
    player: as<PlayerId>('player'),
  }
}

const pair = z.tuple([z.int(), z.int()])
/** By kind: pairs of an id in another Waggle and the id that replaces it here. */
export const IdPairs = z.partialRecord(z.enum(idKinds), z.array(pair))
export type IdPairs = z.infer<typeof IdPairs>

/** The header in the first commit of a tournament that was imported with its history (R-IM-1). */
export const ImportHeader = z.object({
  /** the number of commits of a complete import */
  commits: z.int().positive(),
  ids: IdPairs,
  /** the numbers that teams roll dice by: their ids where the dice were drawn */
  rollsAs: z.array(pair),
})
