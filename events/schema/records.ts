import { z } from 'zod'
import { Message } from './message.ts'
import { Announcement } from './announcement.ts'
import { DraftPick, MatchPlan, Score, SlotIndex, Turn } from './event.ts'
import type { StateTable } from './event.ts'
import { idsOf } from './ids.ts'
import type { IdKind } from './ids.ts'
import { Attendance, OfficialCall, TakenBy, Warning } from './on-site.ts'
import { PlayedRow } from './rows.ts'
import { ProtestReason, RuledOn, Ruling } from './ruling.ts'
import { FullStageSettings, PlaceOf, Seed } from './stage-settings.ts'
import { pickOrders } from '../rules/pick-order.ts'

/** The records of a tournament's state in their current form, as `Restored` events have them. */
const { cabinet, match, person, protest, queue, sentence, stage, team } = idsOf(z.int().positive())
const at = z.string()

const Result = z.object({
  winner: SlotIndex.nullable(),
  score: Score,
  at,
  forfeit: z.boolean(),
})
const Attempt = z.object({
  attempt: z.int(),
  teams: z.tuple([team.nullable(), team.nullable()]),
  score: Score,
  result: Result.nullable(),
  isFlipped: z.boolean(),
  startedAt: at.nullable(),
  note: z.string().nullable(),
  reason: z.string(),
  at,
})
const PlayedParts = z.object({
  games: z.array(z.object({ game: z.string(), winner: SlotIndex, seconds: z.number() })),
  adjusted: Score,
  result: Result.nullable(),
  attempt: z.int(),
  attempts: z.array(Attempt),
  note: z.string().nullable(),
})
const { match: _, ...plan } = MatchPlan.shape
const Proposal = z.object({
  num: z.int(),
  ruling: Ruling,
  by: person,
  at,
  sentence: sentence.nullable(),
  seen: RuledOn.optional(),
})
const Ended = z.union([
  z.object({ how: z.literal('withdrawn'), at }),
  z.object({
    how: z.literal('ruled'),
    ruling: Ruling,
    signedBy: z.array(person),
    at,
    sentence: sentence.nullable(),
  }),
])

/**
 * By table of the state: the kind of id that is its key (null: a key that never changes), and its
 * schema.
 */
export const records = {
  teams: { key: 'team', record: z.object({ id: team, name: z.string() }) },
  stages: {
    key: 'stage',
    record: FullStageSettings.partial().extend({
      id: stage,
      teams: z.array(team),
      seeds: z.array(Seed).optional(),
      groupSet: stage.optional(),
      decides: z.object({ stage: PlaceOf.shape.stage, from: z.int() }).optional(),
      withdrawn: z.array(team).optional(),
      created: z.boolean(),
      dice: z.string(),
      /** computed again when the tournament is imported */
      rollsAs: z.record(z.string(), z.int()).optional(),
    }),
  },
  matches: {
    key: 'match',
    record: PlayedParts.extend({
      ...plan,
      id: match,
      stage,
      isWarmup: z.boolean(),
      cabinet: cabinet.nullable(),
      startedAt: at.nullable(),
      startedOn: z.array(cabinet),
      review: PlayedParts.nullable(),
    }),
  },
  queues: {
    key: 'queue',
    record: z.object({
      id: queue,
      name: z.string(),
      cabinets: z.array(cabinet),
      autoCreated: z.boolean(),
      enabled: z.boolean(),
      matches: z.array(match),
    }),
  },
  timers: {
    key: 'cabinet',
    record: z.object({ cabinet, after: match, dueAt: at, waits: z.string().nullable() }),
  },
  games: {
    key: null,
    record: z.object({
      game: z.string(),
      match,
      cabinet,
      blue: SlotIndex,
      status: PlayedRow.shape.status,
      reason: z.string().nullable(),
      message: Message.optional(),
      outcome: z
        .object({
          winningTeam: z.enum(['blue', 'gold']),
          winCondition: z.string(),
          mapName: z.string(),
          seconds: z.number(),
        })
        .nullable(),
    }),
  },
  cabinets: {
    key: 'cabinet',
    record: z.object({
      id: cabinet,
      name: z.string(),
      place: z.int(),
      held: z.object({ reason: z.string(), since: at, protest: protest.optional() }).optional(),
    }),
  },
  rosters: { key: 'player', record: team },
  drafts: {
    key: null,
    record: z.object({
      order: z.enum(pickOrders),
      lastRound: z.int(),
      teams: z.array(z.string()),
      picks: z.array(DraftPick),
      turn: Turn,
      pickSeconds: z.int().nullable(),
      dueAt: at.nullable(),
      made: z.array(team).nullable(),
    }),
  },
  protests: {
    key: 'protest',
    record: z.object({
      id: protest,
      match,
      reason: ProtestReason,
      by: person.nullable(),
      at,
      isLate: z.boolean(),
      proposal: Proposal.nullable(),
      ended: Ended.nullable(),
    }),
  },
  announcements: { key: null, record: Announcement },
  attendances: { key: 'team', record: Attendance },
  officialCalls: { key: null, record: OfficialCall.extend({ taken: TakenBy.nullable() }) },
  warnings: { key: null, record: Warning },
} satisfies Record<StateTable, { key: IdKind | null; record: z.ZodType }>
