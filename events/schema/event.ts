import { z } from 'zod'
import { Message } from './message.ts'
import { ImportHeader, idsOf } from './ids.ts'
import { Announcement } from './announcement.ts'
import { pickOrders } from '../rules/pick-order.ts'
import { Attendance, OfficialCall, TakenBy, Warning } from './on-site.ts'
import { ExternalMatch } from './external-bracket.ts'
import { ProtestDeadline, ProtestReason, RuledOn, Ruling, RulingSigners } from './ruling.ts'
import { LinkType, PlaceOf, Seed, StageSettings } from './stage-settings.ts'

/** All events of commits. A shipped event never changes: a new form gets a new `v`. */
const { cabinet, match, person, player, protest, queue, scene, sentence, stage, team } = idsOf(
  z.int().positive(),
)
/** One of the two slots of a match. Slot 0 plays blue unless the match is flipped. */
export const SlotIndex = z.union([z.literal(0), z.literal(1)])
export type SlotIndex = z.infer<typeof SlotIndex>

/** The source of a team of a match, resolved from results: no team is stored (R-BR-9). */
export const Slot = z.union([
  z.object({ team }),
  z.object({ winnerOf: match }),
  z.object({ loserOf: match }),
  z.object({ placeOf: PlaceOf }),
  z.object({ open: z.literal(true) }),
])
export type Slot = z.infer<typeof Slot>

const Target = z.object({ match, slot: SlotIndex })
export const MatchPlan = z.object({
  match,
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

/** A finished game in the tournament's log. The facts of the cabinet have the details. */
export const GameResult = z.object({
  /** the client's gameID */
  game: z.string().max(64),
  winner: SlotIndex,
  winCondition: z.string(),
  mapName: z.string(),
  seconds: z.number(),
})

export const Score = z.tuple([z.int(), z.int()])

/** A turn of a draft: the round, and the number of turns before it in that round. */
export const Turn = z.object({ round: z.int().min(0), index: z.int().min(0) })
export type Turn = z.infer<typeof Turn>
/** `team` counts from 0 in the order of the first picks; `player` is an id (P19). */
export const DraftPick = z.object({ round: z.int().min(0), team: z.int().min(0), player })
export type DraftPick = z.infer<typeof DraftPick>
/** A turn with the team that picks. */
const DraftPickShape = { ...Turn.shape, team: z.int().min(0) }

const event = <T extends string, S extends z.ZodRawShape>(type: T, v: number, shape: S) =>
  z.object({ type: z.literal(type), v: z.literal(v), ...shape })

/** The tables of the state. `Restored` restores a record of one; null removes it. */
export const StateTable = z.enum([
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
  'announcements',
  'attendances',
  'officialCalls',
  'warnings',
])
export type StateTable = z.infer<typeof StateTable>

export const Event = z.discriminatedUnion('type', [
  event('TournamentCreated', 1, {
    scene,
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
  /** the tournament was imported with its history; the first event of its first commit (R-IM-1) */
  event('TournamentImported', 1, ImportHeader.shape),
  event('CabinetsAssigned', 1, { cabinets: z.array(z.object({ id: cabinet, name: z.string() })) }),

  event('TeamAdded', 1, { team, name: z.string() }),
  event('TeamRenamed', 1, { team, name: z.string() }),
  event('TeamRemoved', 1, { team }),

  event('StageCreated', 1, { stage, settings: StageSettings, dice: z.string() }),
  event('StageChanged', 1, { stage, settings: StageSettings }),
  event('StageDeleted', 1, { stage }),
  event('StageSeeded', 1, { stage, teams: z.array(team) }),
  event('StagePlaced', 1, { stage, seeds: z.array(Seed) }),
  event('MatchesDropped', 1, { stage }),
  event('MatchesCreated', 1, { stage, matches: z.array(MatchPlan) }),
  /** the stage has exactly these matches; existing matches keep their games (R-BR-10) */
  event('MatchesReplanned', 1, { stage, matches: z.array(MatchPlan) }),
  event('MatchesRemoved', 1, { stage, matches: z.array(match) }),
  /** these stages are groups of one round robin (R-RR-2) */
  event('GroupsLinked', 1, { set: stage, stages: z.array(stage) }),
  /** the stage decides the places of its teams in the stage `of`, from place `from` on */
  event('TiebreakLinked', 1, { stage, of: stage, from: z.int().positive() }),
  /** its results stay, but it plays no more matches (R-RR-5) */
  event('TeamWithdrawn', 1, { stage, team }),

  event('SlotFilled', 1, { match, slot: SlotIndex, team: team.nullable() }),
  event('MatchStarted', 1, {
    match,
    cabinet,
    isWarmup: z.boolean(),
    isFlipped: z.boolean(),
    at: z.string(),
  }),
  event('MatchStopped', 1, { match, reason: z.enum(['stopped', 'displaced']) }),
  event('SidesSet', 1, { match, isFlipped: z.boolean() }),
  event('WarmupSet', 1, { match, on: z.boolean() }),
  event('ScoreAdjusted', 1, { match, slot: SlotIndex, by: z.int() }),
  event('MatchCompleted', 1, {
    match,
    winner: SlotIndex.nullable(),
    score: Score,
    at: z.string(),
  }),
  event('MatchReopened', 1, { match }),
  /** `winner` null: both teams forfeited, nobody advances (R-ST-10) */
  event('MatchForfeited', 1, {
    match,
    winner: SlotIndex.nullable(),
    score: Score,
    at: z.string(),
  }),
  /** the games so far are archived as an attempt, and the match starts again (R-ST-9) */
  event('MatchVoided', 1, {
    match,
    teams: z.tuple([team.nullable(), team.nullable()]),
    score: Score,
    reason: z.string(),
    at: z.string(),
  }),
  event('ReviewSet', 1, { match, on: z.boolean() }),
  event('MatchAnnotated', 1, { match, note: z.string().nullable() }),

  event('ProtestLodged', 1, {
    protest,
    match,
    reason: ProtestReason,
    /** a person's id; null: a key without a person */
    by: person.nullable(),
    isLate: z.boolean(),
    at: z.string(),
  }),
  event('ProtestWithdrawn', 1, { protest, at: z.string() }),
  /** signed by one official; it has no effect yet */
  event('RulingProposed', 1, {
    protest,
    num: z.int().positive(),
    ruling: Ruling,
    by: person,
    at: z.string(),
    /** id of the public sentence */
    sentence: sentence.nullable(),
    seen: RuledOn.optional(),
  }),
  event('ProtestRuled', 1, {
    protest,
    ruling: Ruling,
    signedBy: z.array(person),
    at: z.string(),
    sentence: sentence.nullable(),
  }),

  event('GameBegan', 1, {
    game: z.string().max(64),
    match,
    cabinet,
    /** the slot that played blue when the game began (R-GE-4) */
    blue: SlotIndex,
  }),
  event('GameCounted', 1, { match, ...GameResult.shape, cabinet, counted: z.boolean() }),
  event('GameProposed', 1, {
    ...GameResult.shape,
    match,
    cabinet,
    reason: z.string(),
    message: Message.optional(),
  }),
  /** added by an official, with the slot that played blue (R-GE-7) */
  event('GameAttached', 1, { match, ...GameResult.shape, cabinet, blue: SlotIndex }),
  event('GameDetached', 1, { match, game: z.string().max(64) }),

  event('QueueCreated', 1, {
    queue,
    name: z.string(),
    cabinets: z.array(cabinet),
    autoCreated: z.boolean(),
  }),
  event('QueueCabinetsSet', 1, { queue, cabinets: z.array(cabinet) }),
  event('QueueRenamed', 1, { queue, name: z.string() }),
  event('QueueEnabled', 1, { queue, on: z.boolean() }),
  event('QueueOrdered', 1, { queue, matches: z.array(match) }),
  event('QueueDeleted', 1, { queue }),
  event('TimerArmed', 1, { cabinet, after: match, dueAt: z.string() }),
  event('TimerWaits', 1, { cabinet, reason: z.string() }),
  event('TimerCancelled', 1, { cabinet, reason: z.string() }),
  /** no match starts by itself on the cabinet until it is released (R-QT-2) */
  event('CabinetHeld', 1, {
    cabinet,
    reason: z.string(),
    at: z.string(),
    /** the hold ends with this protest (R-DI-1) */
    protest: protest.optional(),
  }),
  event('CabinetReleased', 1, { cabinet }),

  event('AnnouncementWritten', 1, Announcement.shape),
  event('AnnouncementEnded', 1, { num: z.int().positive() }),

  event('AttendanceReported', 1, Attendance.shape),
  event('OfficialCalled', 1, OfficialCall.shape),
  event('OfficialCallTaken', 1, { num: z.int().positive(), ...TakenBy.shape }),
  event('OfficialCallEnded', 1, { num: z.int().positive() }),
  event('WarningGiven', 1, Warning.shape),

  /** ids only: the log does not say who the players are (P19); null: in no team */
  event('PlayersMoved', 1, { moves: z.array(z.object({ player, team: team.nullable() })) }),
  /** replaces the complete state of the captain draft */
  event('DraftSet', 1, {
    order: z.enum(pickOrders),
    lastRound: z.int().min(0).max(4),
    teams: z.array(z.string()),
    picks: z.array(DraftPick),
    turn: Turn,
    pickSeconds: z.int().nullable(),
    dueAt: z.string().nullable(),
  }),
  event('DraftPicked', 1, { ...DraftPickShape, player, next: Turn, dueAt: z.string().nullable() }),
  event('DraftUnpicked', 1, { ...DraftPickShape, dueAt: z.string().nullable() }),
  event('DraftPickReplaced', 1, { ...DraftPickShape, player }),
  /** the teams that were created from the draft, in its order */
  event('DraftFinalized', 1, { teams: z.array(team) }),

  /** an external bracket was checked: whether it can be played (R-CL-7) */
  event('StageChecked', 1, {
    stage,
    org: z.string().nullable(),
    bracket: z.string(),
    isValid: z.boolean(),
  }),
  event('TeamsMatched', 1, {
    stage,
    teams: z.array(z.object({ team, ids: z.array(z.string()) })),
  }),
  event('MatchesLinked', 1, {
    stage,
    matches: z.array(ExternalMatch.extend({ match })),
  }),
  event('ReportAsked', 1, { stage, match, insist: z.boolean() }),
  event('ReportNoted', 1, {
    stage,
    match,
    /** identifies the content of the report that was sent */
    key: z.string(),
    status: z.enum(['sent', 'failed']),
    reason: z.string().nullable(),
    /** the result that was reported; null: the match was reopened */
    told: z.object({ winner: SlotIndex.nullable() }).nullable(),
    /** the result came from the external bracket */
    theirs: z.boolean().optional(),
  }),
  event('MarkNoted', 1, { stage, match, failed: z.boolean() }),

  event('Restored', 1, { kind: StateTable, id: z.string(), record: z.json() }),
])
export type Event = z.infer<typeof Event>
export type EventOf<T extends Event['type']> = Extract<Event, { type: T }>
