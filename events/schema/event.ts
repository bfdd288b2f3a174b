import { z } from 'zod'
import { pickOrders } from '../rules/pick-order.ts'
import { ExternalMatch } from './external-bracket.ts'
import { ProtestDeadline, ProtestReason, RuledOn, Ruling, RulingSigners } from './ruling.ts'
import { LinkType, PlaceOf, Seed, StageSettings } from './stage-settings.ts'

/** Every event that can stand in a commit. Never changed once shipped: a new form gets a new `v`. */
const id = z.int().positive()
/** which of a match's two slots; slot 0 plays blue unless the match is flipped */
export const SlotIndex = z.union([z.literal(0), z.literal(1)])
export type SlotIndex = z.infer<typeof SlotIndex>

/** Where a team of a match comes from; resolved from results, never stored as a team (R-BR-9). */
export const Slot = z.union([
  z.object({ team: id }),
  z.object({ winnerOf: id }),
  z.object({ loserOf: id }),
  z.object({ placeOf: PlaceOf }),
  z.object({ open: z.literal(true) }),
])
export type Slot = z.infer<typeof Slot>

const Target = z.object({ match: id, slot: SlotIndex })
export const MatchPlan = z.object({
  match: id,
  num: z.int().positive(),
  type: z.enum(['winners', 'losers', 'first_final', 'second_final', 'third_place']).nullable(),
  roundNum: z.int().nullable(),
  roundName: z.string(),
  slots: z.tuple([Slot, Slot]),
  winnerTo: Target.nullable(),
  loserTo: Target.nullable(),
  winnerPlace: z.int().nullable(),
  loserPlace: z.int().nullable(),
  ifNeeded: z.boolean(),
  isFlipped: z.boolean(),
})
export type MatchPlan = z.infer<typeof MatchPlan>

/** A finished game as the tournament's log keeps it; the cabinet's own facts have the rest. */
export const GameResult = z.object({
  /** the client's gameID */
  game: z.string().max(64),
  winner: SlotIndex,
  winCondition: z.string(),
  mapName: z.string(),
  seconds: z.number(),
})

export const Score = z.tuple([z.int(), z.int()])

/** A place in the order of a draft: the round, and how many pick before it in that round. */
export const Turn = z.object({ round: z.int().min(0), index: z.int().min(0) })
export type Turn = z.infer<typeof Turn>
/** `team` counts from 0 in the order of the first picks; `player` is an id (P19). */
export const DraftPick = z.object({ round: z.int().min(0), team: z.int().min(0), player: id })
export type DraftPick = z.infer<typeof DraftPick>
/** A turn, and whose it was. */
const Picked = { ...Turn.shape, team: z.int().min(0) }

const event = <T extends string, S extends z.ZodRawShape>(type: T, v: number, shape: S) =>
  z.object({ type: z.literal(type), v: z.literal(v), ...shape })

/** `kind` names a table of the state, `record` is what it held before (null: nothing). */
export const Kind = z.enum([
  'teams',
  'stages',
  'matches',
  'queues',
  'timers',
  'games',
  'cabinets',
  'rosters',
  'drafts',
  'protests',
])
export type Kind = z.infer<typeof Kind>

export const Event = z.discriminatedUnion('type', [
  event('TournamentCreated', 1, {
    scene: id,
    name: z.string(),
    slug: z.string(),
    date: z.string(),
    linkType: LinkType,
  }),
  event('TournamentChanged', 1, {
    name: z.string().optional(),
    date: z.string().optional(),
    linkType: LinkType.optional(),
    isActive: z.boolean().optional(),
    protestDeadline: ProtestDeadline.optional(),
    rulingSigners: RulingSigners.optional(),
  }),
  event('TournamentDeleted', 1, {}),
  event('CabinetsAssigned', 1, { cabinets: z.array(z.object({ id, name: z.string() })) }),

  event('TeamAdded', 1, { team: id, name: z.string() }),
  event('TeamRenamed', 1, { team: id, name: z.string() }),
  event('TeamRemoved', 1, { team: id }),

  event('StageCreated', 1, { stage: id, settings: StageSettings, dice: z.string() }),
  event('StageChanged', 1, { stage: id, settings: StageSettings }),
  event('StageDeleted', 1, { stage: id }),
  event('StageSeeded', 1, { stage: id, teams: z.array(id) }),
  event('StagePlaced', 1, { stage: id, seeds: z.array(Seed) }),
  event('MatchesDropped', 1, { stage: id }),
  event('MatchesCreated', 1, { stage: id, matches: z.array(MatchPlan) }),
  /** the stage has exactly these matches; those it had before keep what was played (R-BR-10) */
  event('MatchesReplanned', 1, { stage: id, matches: z.array(MatchPlan) }),
  event('MatchesRemoved', 1, { stage: id, matches: z.array(id) }),
  /** stages that are the groups of one (R-RR-2) */
  event('GroupsLinked', 1, { set: id, stages: z.array(id) }),
  /** the stage decides who of its teams takes which place of another, from that place on */
  event('TiebreakLinked', 1, { stage: id, of: id, from: id }),
  /** its results stay, nobody plays it any more (R-RR-5) */
  event('TeamWithdrawn', 1, { stage: id, team: id }),

  event('SlotFilled', 1, { match: id, slot: SlotIndex, team: id.nullable() }),
  event('MatchStarted', 1, {
    match: id,
    cabinet: id,
    isWarmup: z.boolean(),
    isFlipped: z.boolean(),
    at: z.string(),
  }),
  event('MatchStopped', 1, { match: id, reason: z.enum(['stopped', 'displaced']) }),
  event('SidesSet', 1, { match: id, isFlipped: z.boolean() }),
  event('WarmupSet', 1, { match: id, on: z.boolean() }),
  event('ScoreAdjusted', 1, { match: id, slot: SlotIndex, by: z.int() }),
  event('MatchCompleted', 1, {
    match: id,
    winner: SlotIndex.nullable(),
    score: Score,
    at: z.string(),
  }),
  event('MatchReopened', 1, { match: id }),
  /** `winner` null: both teams forfeited, nobody goes on (R-ST-10) */
  event('MatchForfeited', 1, {
    match: id,
    winner: SlotIndex.nullable(),
    score: Score,
    at: z.string(),
  }),
  /** what was played is kept as an attempt, and the match begins anew (R-ST-9) */
  event('MatchVoided', 1, {
    match: id,
    teams: z.tuple([id.nullable(), id.nullable()]),
    score: Score,
    reason: z.string(),
    at: z.string(),
  }),
  event('ReviewSet', 1, { match: id, on: z.boolean() }),
  event('MatchAnnotated', 1, { match: id, note: z.string().nullable() }),

  event('ProtestLodged', 1, {
    protest: id,
    match: id,
    reason: ProtestReason,
    /** a person's id; null: a key that is nobody's */
    by: id.nullable(),
    isLate: z.boolean(),
    at: z.string(),
  }),
  event('ProtestWithdrawn', 1, { protest: id, at: z.string() }),
  /** signed by one official; nothing has changed yet */
  event('RulingProposed', 1, {
    protest: id,
    num: z.int().positive(),
    ruling: Ruling,
    by: id,
    at: z.string(),
    /** id of the sentence that says it in public */
    sentence: id.nullable(),
    seen: RuledOn.optional(),
  }),
  event('ProtestRuled', 1, {
    protest: id,
    ruling: Ruling,
    signedBy: z.array(id),
    at: z.string(),
    sentence: id.nullable(),
  }),

  event('GameBegan', 1, {
    game: z.string().max(64),
    match: id,
    cabinet: id,
    /** the slot that plays blue, as it stood when the game began (R-GE-4) */
    blue: SlotIndex,
  }),
  event('GameCounted', 1, { match: id, ...GameResult.shape, cabinet: id, counted: z.boolean() }),
  event('GameProposed', 1, {
    ...GameResult.shape,
    match: id,
    cabinet: id,
    reason: z.string(),
  }),
  /** by a person's hand, with the slot that played blue (R-GE-7) */
  event('GameAttached', 1, { match: id, ...GameResult.shape, cabinet: id, blue: SlotIndex }),
  event('GameDetached', 1, { match: id, game: z.string().max(64) }),

  event('QueueCreated', 1, {
    queue: id,
    name: z.string(),
    cabinets: z.array(id),
    autoCreated: z.boolean(),
  }),
  event('QueueCabinetsSet', 1, { queue: id, cabinets: z.array(id) }),
  event('QueueRenamed', 1, { queue: id, name: z.string() }),
  event('QueueEnabled', 1, { queue: id, on: z.boolean() }),
  event('QueueOrdered', 1, { queue: id, matches: z.array(id) }),
  event('QueueDeleted', 1, { queue: id }),
  event('TimerArmed', 1, { cabinet: id, after: id, dueAt: z.string() }),
  event('TimerWaits', 1, { cabinet: id, reason: z.string() }),
  event('TimerCancelled', 1, { cabinet: id, reason: z.string() }),
  /** nothing starts by itself on it until it is released (R-QT-2) */
  event('CabinetHeld', 1, {
    cabinet: id,
    reason: z.string(),
    at: z.string(),
    /** it ends with this protest (R-DI-1) */
    protest: id.optional(),
  }),
  event('CabinetReleased', 1, { cabinet: id }),

  /** ids alone: who the players are is not in the log (P19); null: in no team */
  event('PlayersMoved', 1, { moves: z.array(z.object({ player: id, team: id.nullable() })) }),
  /** the whole of a captain draft, as it is from now on */
  event('DraftSet', 1, {
    order: z.enum(pickOrders),
    lastRound: z.int().min(0).max(4),
    teams: z.array(z.string()),
    picks: z.array(DraftPick),
    turn: Turn,
    pickSeconds: z.int().nullable(),
    dueAt: z.string().nullable(),
  }),
  event('DraftPicked', 1, { ...Picked, player: id, next: Turn, dueAt: z.string().nullable() }),
  event('DraftUnpicked', 1, { ...Picked, dueAt: z.string().nullable() }),
  event('DraftPickReplaced', 1, { ...Picked, player: id }),
  /** these teams were made of it, in its order */
  event('DraftFinalized', 1, { teams: z.array(id) }),

  /** a bracket outside was looked at: it can be played, or not (R-CL-7) */
  event('StageChecked', 1, {
    stage: id,
    org: z.string().nullable(),
    bracket: z.string(),
    isValid: z.boolean(),
  }),
  event('TeamsMatched', 1, {
    stage: id,
    teams: z.array(z.object({ team: id, ids: z.array(z.string()) })),
  }),
  event('MatchesLinked', 1, {
    stage: id,
    matches: z.array(ExternalMatch.extend({ match: id })),
  }),
  event('ReportAsked', 1, { stage: id, match: id, insist: z.boolean() }),
  event('ReportNoted', 1, {
    stage: id,
    match: id,
    /** of the report: what was sent */
    key: z.string(),
    status: z.enum(['sent', 'failed']),
    reason: z.string().nullable(),
    /** the result the outside has by it; null: none, it was reopened */
    told: z.object({ winner: SlotIndex.nullable() }).nullable(),
    /** the result came from outside */
    theirs: z.boolean().optional(),
  }),
  event('MarkNoted', 1, { stage: id, match: id, failed: z.boolean() }),

  event('Restored', 1, { kind: Kind, id: z.string(), record: z.json() }),
])
export type Event = z.infer<typeof Event>
export type EventOf<T extends Event['type']> = Extract<Event, { type: T }>
