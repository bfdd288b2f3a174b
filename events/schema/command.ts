import { z } from 'zod'
import { colours } from '../game/map/colour.ts'
import { maxScore } from '../rules/limits.ts'
import { maxEntrants, maxMatches } from '../rules/stage-settings.ts'
import { AnnouncementRequest } from './announcement.ts'
import { onSiteCommands } from './on-site.ts'
import { ImportedParts } from './imported-tournament.ts'
import { idsOf } from './ids.ts'
import { Entrant, ImportedMatch } from './external-bracket.ts'
import { command, rosterCommands } from './roster.ts'
import { ProtestDeadline, ProtestReason, RulingKind, RulingSigners } from './ruling.ts'
import {
  LinkType,
  PlaceOf,
  StageChange,
  StageGroups,
  StageSettings,
  templateStage,
} from './stage-settings.ts'

/** The commands of a tournament, from people and services, with the messages for invalid fields. */
const id = z.int().positive()
const { cabinet, match, protest, queue, scene, sentence, stage, team, tournament } = idsOf(id)
const IsoDate = z.iso.date('Tournament date is required')
const Score = z.int().min(0).max(maxScore)

/**
 * Corrects a result on which later matches were played: they are archived, with a reason (R-ED-3).
 */
const correctionFields = {
  cascade: z.boolean().optional(),
  reason: z.string().trim().max(200).optional(),
}

/** Confirms a score that the length of the match does not allow (R-GM-5). */
const force = { force: z.boolean().optional() }
/** Stops another tournament's match on the cabinet. */
const displaceField = { displace: z.boolean().optional() }
/** Gives a seed of a stage to a team or to a place of another stage. */
const Placement = z.union([
  z.object({ place: id, team }),
  z.object({ place: id, placeOf: PlaceOf }),
])
/** The source of a team of a match that is created by hand (R-CU-1). */
const Source = z.union([
  z.object({ team }),
  z.object({ winnerOf: match }),
  z.object({ loserOf: match }),
  z.object({ open: z.literal(true) }),
])
/**
 * What a step should have been: for another team or match, a warm-up, with swapped sides, or void.
 */
export const StepReplacement = z.union([
  z.object({ team }),
  z.object({ match }),
  z.object({ warmup: z.literal(true) }),
  z.object({ swapped: z.literal(true) }),
  z.object({ nothing: z.literal(true) }),
])
export type StepReplacement = z.infer<typeof StepReplacement>
/** the sender has seen and accepted what is lost */
const confirm = z.boolean().optional()

export const maxTemplateStages = 100
const Cabinet = z.object({ id: cabinet, name: z.string().max(200) })

const RulingChoices = z
  .object({ protestDeadline: ProtestDeadline, rulingSigners: RulingSigners })
  .partial().shape

/** The fields of every new tournament. */
const tournamentFields = {
  scene,
  name: z.string().trim().min(1, 'Tournament name is required').max(200, 'Too long'),
  slug: z.string().max(220),
  date: IsoDate,
  linkType: LinkType,
  cabinets: z.array(Cabinet).max(200),
}

export const Command = z.discriminatedUnion('type', [
  command('CreateTournament', { ...tournamentFields, ...RulingChoices }),
  /** a complete tournament that was played elsewhere, with its new ids */
  command('ImportTournament', { ...tournamentFields, ...ImportedParts }),
  command('ChangeTournament', {
    name: z.string().trim().min(1, 'Tournament name is required').max(200, 'Too long').optional(),
    date: IsoDate.optional(),
    linkType: LinkType.optional(),
    isActive: z.boolean().optional(),
    ...RulingChoices,
  }),
  command('DeleteTournament', { force: z.boolean().optional() }),
  command('AssignCabinets', {
    cabinets: z.array(Cabinet).max(200),
    /** adds to the assigned cabinets instead of replacing them */
    merge: z.boolean().optional(),
  }),
  command('LoadTemplate', {
    cabinets: z.array(Cabinet).max(200),
    ...RulingChoices,
    stages: z.array(templateStage(StageSettings)).max(maxTemplateStages),
  }),

  ...rosterCommands,

  command('CreateStage', { settings: StageSettings, numGroups: StageGroups.count }),
  /** settings that are left out stay, so that concurrent changes of different settings both hold */
  command('ChangeStage', { stage, settings: StageChange, confirm }),
  command('DeleteStage', { stage, confirm }),
  command('SeedStage', { stage, teams: z.array(team).max(maxEntrants), confirm }),
  command('CreateMatches', { stage, confirm }),
  command('PlaceStage', {
    stage,
    placements: z.array(Placement).max(maxEntrants),
    confirm,
    /** the other places stay as they are instead of being removed */
    merge: z.boolean().optional(),
  }),
  command('PlaceByDefault', {
    stage,
    from: StageGroups.ids,
    top: z.int().min(1).max(64),
    confirm,
  }),
  /** creates matches that decide these places of a complete stage */
  command('CreateTiebreaks', { stage, from: id, to: id }),
  command('AddLateTeam', { stage, team }),
  command('WithdrawTeam', { stage, team, how: z.enum(['forfeit', 'drop', 'void']) }),
  command('AddMatch', { stage, blue: Source, gold: Source, roundName: z.string().max(100) }),
  command('RemoveMatch', { match }),

  command('SetTeams', {
    match,
    blueTeam: team.nullable().optional(),
    goldTeam: team.nullable().optional(),
  }),
  command('StartMatch', { match, cabinet, force: z.boolean().default(false), ...displaceField }),
  command('StopMatch', {
    match,
    /** the tournament whose match replaced it, and the cabinet */
    displacedBy: z.object({ tournament, cabinet }).optional(),
  }),
  /** `force`: the sender was asked about a point that is repeated or too many (R-CMD-2, R-GM-5) */
  command('AddScore', { match, team, by: z.int().min(-1).max(1), ...force, ...correctionFields }),
  command('SetScore', {
    match,
    blueScore: Score.optional(),
    goldScore: Score.optional(),
    /** the match is completed with this score, so an undecided one has to be confirmed */
    ends: z.boolean().optional(),
    ...force,
    ...correctionFields,
  }),
  command('SetSides', { match, isFlipped: z.boolean() }),
  command('SetWarmup', { match, on: z.boolean() }),
  command('CompleteMatch', { match, force: z.boolean().default(false) }),
  command('ReopenMatch', { match, ...correctionFields }),
  command('ForfeitMatch', { match, teams: z.array(team).min(1).max(2), ...correctionFields }),
  command('ReplayMatch', { match, ...correctionFields }),
  command('ReviewMatch', { match, on: z.boolean() }),
  command('AnnotateMatch', { match, note: z.string().trim().max(500) }),
  command('ReplaceMatch', { match, by: match, ...displaceField }),

  /** `late`: by an admin, who may lodge it after the deadline (R-DI-2) */
  command('LodgeProtest', { match, reason: ProtestReason, late: z.boolean().optional() }),
  command('WithdrawProtest', { protest }),
  command('RuleProtest', {
    protest,
    ruling: RulingKind,
    /** the right score, by teams: a swap of sides in the meantime cannot invert it */
    scores: z
      .array(z.object({ team, score: Score }))
      .length(2)
      .optional(),
    forfeitBy: z.array(team).min(1).max(2).optional(),
    /** id of the public sentence */
    sentence: sentence.optional(),
    /** ask for a second official even if one is enough */
    two: z.boolean().optional(),
    cascade: z.boolean().optional(),
    ...force,
  }),
  /** `num` of the proposal that the official has read: no other proposal is signed */
  command('SignRuling', {
    protest,
    num: z.int().positive(),
    cascade: z.boolean().optional(),
  }),

  command('BeginGame', { game: z.string().max(64), cabinet, match, isFlipped: z.boolean() }),
  command('FinishGame', {
    game: z.string().max(64),
    cabinet,
    winningTeam: z.enum(colours),
    winCondition: z.string().max(20),
    mapName: z.string().max(60),
    seconds: z.number().min(0).max(86_400),
    /** how many seconds later than usual the upload was; null: in time (R-GE-4) */
    lateBy: z.number().nullable(),
    /** matches of other tournaments that were also on the cabinet when it began */
    alsoThere: z.array(z.string()).optional(),
    /** another game of the cabinet ended while it was played */
    isDoubled: z.boolean().optional(),
  }),
  command('AttachGame', {
    match,
    game: z.string().max(64),
    cabinet,
    winningTeam: z.enum(colours),
    winCondition: z.string().max(20),
    mapName: z.string().max(60),
    seconds: z.number().min(0).max(86_400),
    ...force,
  }),
  command('DetachGame', { game: z.string().max(64) }),

  command('CreateQueues', {}),
  command('CreateQueue', {
    name: z.string().trim().min(1).max(100),
    cabinets: z.array(cabinet).max(200),
  }),
  command('SetQueue', {
    queue,
    matches: z.array(match).max(maxMatches),
    /** the order the sender saw; if it has changed since, the command is refused (R-QU-1) */
    expected: z.array(match).max(maxMatches).optional(),
  }),
  /** appends all matches of these stages that are in no queue (R-RR-4) */
  command('AssignAll', {
    queue,
    stages: z.array(stage).min(1).max(100),
    /** in turn to this and all other enabled queues that have cabinets */
    spread: z.boolean().optional(),
  }),
  command('RemoveAll', { queue }),
  command('SetQueueCabinets', { queue, cabinets: z.array(cabinet).max(200) }),
  command('RenameQueue', { queue, name: z.string().trim().min(1).max(100) }),
  command('EnableQueue', { queue, on: z.boolean() }),
  command('DeleteQueue', { queue }),
  command('SelectNext', { cabinet, ...displaceField }),
  command('HoldTimer', { cabinet, reason: z.string().max(100).default('held') }),
  command('HoldCabinet', { cabinet, reason: z.string().trim().max(100).default('held') }),
  command('ReleaseCabinet', { cabinet }),
  command('ExtendTimer', { cabinet, seconds: z.int().min(1).max(600) }),
  command('FireTimer', { cabinet, dueAt: z.string() }),
  command('WriteAnnouncement', AnnouncementRequest.shape),
  command('EndAnnouncement', { num: id }),
  ...onSiteCommands,

  command('NoteCheck', {
    stage,
    org: z.string().max(100).nullable(),
    bracket: z.string().max(100),
    isValid: z.boolean(),
  }),
  command('ImportTeams', { stage, entrants: z.array(Entrant).max(maxEntrants) }),
  command('ImportMatches', { stage, matches: z.array(ImportedMatch).max(4096) }),
  command('AskReport', { match, ...correctionFields }),
  command('NoteReport', {
    match,
    key: z.string().max(64),
    status: z.enum(['sent', 'failed']),
    reason: z.string().max(200).nullable(),
    told: z.object({ winner: z.union([z.literal(0), z.literal(1)]).nullable() }).nullable(),
  }),
  command('NoteMark', { match, failed: z.boolean() }),

  /** with `cascade` also the later commits that depend on it, in one commit (R-UN-1) */
  command('Undo', { version: z.int().positive(), ...correctionFields, ...displaceField }),
  /** corrects a past step as if it had been done right then (R-ED-3, R-ST-9) */
  command('ReplaceStep', {
    version: z.int().positive(),
    by: StepReplacement,
    ...correctionFields,
    ...displaceField,
  }),
])
export type Command = z.infer<typeof Command>
export type CommandOf<T extends Command['type']> = Extract<Command, { type: T }>
