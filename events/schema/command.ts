import { z } from 'zod'
import { AnnouncementRequest } from './announcement.ts'
import { onSiteCommands } from './on-site.ts'
import { ImportedParts } from './imported-tournament.ts'
import { idsOf } from './ids.ts'
import { Entrant, ImportedMatch } from './external-bracket.ts'
import { command, rosterCommands } from './roster.ts'
import { ProtestDeadline, ProtestReason, RulingKind, RulingSigners } from './ruling.ts'
import { LinkType, PlaceOf, StageChange, StageGroups, StageSettings } from './stage-settings.ts'

/** What people and the referee may ask of a tournament, with the texts for fields that are wrong. */
const id = z.int().positive()
const { cabinet, match, protest, queue, scene, sentence, stage, team, tournament } = idsOf(id)
const IsoDate = z.iso.date('Tournament date is required')
const Score = z.int().min(0).max(999)

/** A correction under which later matches were played: archive those, and why (R-ED-3). */
const correction = {
  cascade: z.boolean().optional(),
  reason: z.string().trim().max(200).optional(),
}

/** Another tournament's match is being played on the cabinet: it is stopped for this one. */
const displacing = { displace: z.boolean().optional() }
/** Who takes a seed of a stage: a team, or a place of another stage. */
const Placement = z.union([
  z.object({ place: id, team }),
  z.object({ place: id, placeOf: PlaceOf }),
])
/** Who plays on one side of a match made by hand (R-CU-1). */
const Source = z.union([
  z.object({ team }),
  z.object({ winnerOf: match }),
  z.object({ loserOf: match }),
  z.object({ open: z.literal(true) }),
])
/** What was meant: another team's, another match's, a warm-up's, the other way round, or nobody's. */
export const Instead = z.union([
  z.object({ team }),
  z.object({ match }),
  z.object({ warmup: z.literal(true) }),
  z.object({ swapped: z.literal(true) }),
  z.object({ nothing: z.literal(true) }),
])
export type Instead = z.infer<typeof Instead>
/** what is lost has been shown and accepted */
const confirm = z.boolean().optional()

/** Each has dice of its own, numbered in two hex digits. */
export const maxTemplateStages = 100
const Cabinet = z.object({ id: cabinet, name: z.string().max(200) })

const RulingChoices = z
  .object({ protestDeadline: ProtestDeadline, rulingSigners: RulingSigners })
  .partial().shape

/** What every tournament begins with. */
const founded = {
  scene,
  name: z.string().trim().min(1, 'Tournament name is required').max(200, 'Too long'),
  slug: z.string().max(220),
  date: IsoDate,
  linkType: LinkType,
  cabinets: z.array(Cabinet).max(200),
}

export const Command = z.discriminatedUnion('type', [
  command('CreateTournament', { ...founded, ...RulingChoices }),
  /** a tournament that was played elsewhere, whole, by the ids that it has from now on */
  command('ImportTournament', { ...founded, ...ImportedParts }),
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
    /** those assigned stay; else these are all */
    merge: z.boolean().optional(),
  }),
  command('LoadTemplate', {
    cabinets: z.array(Cabinet).max(200),
    ...RulingChoices,
    /** those with the same `group` are the groups of one (R-RR-2) */
    stages: z
      .array(z.object({ settings: StageSettings, group: z.int().min(0).nullable() }))
      .max(maxTemplateStages),
  }),

  ...rosterCommands,

  command('CreateStage', { settings: StageSettings, numGroups: StageGroups.count }),
  /** what is left out stays: two who change different settings take nothing from each other */
  command('ChangeStage', { stage, settings: StageChange, confirm }),
  command('DeleteStage', { stage }),
  command('SeedStage', { stage, teams: z.array(team).max(1024), confirm }),
  command('CreateMatches', { stage, confirm }),
  command('PlaceStage', {
    stage,
    placements: z.array(Placement).max(1024),
    confirm,
    /** the other places stay as they are; else these are all */
    merge: z.boolean().optional(),
  }),
  command('PlaceByDefault', {
    stage,
    from: StageGroups.ids,
    top: z.int().min(1).max(64),
    confirm,
  }),
  /** matches that decide who takes which of these places of a complete stage */
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
  command('StartMatch', { match, cabinet, force: z.boolean().default(false), ...displacing }),
  command('StopMatch', {
    match,
    /** a match of this tournament was put on its cabinet instead */
    displacedBy: z.object({ tournament, cabinet }).optional(),
  }),
  command('AddScore', { match, team, by: z.int().min(-1).max(1), ...correction }),
  command('SetScore', {
    match,
    blueScore: Score.optional(),
    goldScore: Score.optional(),
    ...correction,
  }),
  command('SetSides', { match, isFlipped: z.boolean() }),
  command('SetWarmup', { match, on: z.boolean() }),
  command('CompleteMatch', { match, force: z.boolean().default(false) }),
  command('ReopenMatch', { match, ...correction }),
  command('ForfeitMatch', { match, teams: z.array(team).min(1).max(2), ...correction }),
  command('ReplayMatch', { match, ...correction }),
  command('ReviewMatch', { match, on: z.boolean() }),
  command('AnnotateMatch', { match, note: z.string().trim().max(500) }),
  command('ReplaceMatch', { match, by: match, ...displacing }),

  /** `late`: by an admin, who may after the deadline too (R-DI-2) */
  command('LodgeProtest', { match, reason: ProtestReason, late: z.boolean().optional() }),
  command('WithdrawProtest', { protest }),
  command('RuleProtest', {
    protest,
    ruling: RulingKind,
    /** the right score: by teams, so that no swap of sides turns it round */
    scores: z
      .array(z.object({ team, score: Score }))
      .length(2)
      .optional(),
    forfeitBy: z.array(team).min(1).max(2).optional(),
    /** id of the public sentence */
    sentence: sentence.optional(),
    /** ask a second official also where one is enough */
    two: z.boolean().optional(),
    cascade: z.boolean().optional(),
  }),
  /** `num` of the proposal that was read: another one is not signed by the way */
  command('SignRuling', {
    protest,
    num: z.int().positive(),
    cascade: z.boolean().optional(),
  }),

  command('BeginGame', { game: z.string().max(64), cabinet, match, isFlipped: z.boolean() }),
  command('FinishGame', {
    game: z.string().max(64),
    cabinet,
    winningTeam: z.enum(['blue', 'gold']),
    winCondition: z.string().max(20),
    mapName: z.string().max(60),
    seconds: z.number().min(0).max(86_400),
    /** how much further than usual the upload ran behind, in seconds; null: in time (R-GE-4) */
    lateBy: z.number().nullable(),
    /** matches of other tournaments that were on the cabinet too when it began */
    alsoThere: z.array(z.string()).optional(),
  }),
  command('AttachGame', {
    match,
    game: z.string().max(64),
    cabinet,
    winningTeam: z.enum(['blue', 'gold']),
    winCondition: z.string().max(20),
    mapName: z.string().max(60),
    seconds: z.number().min(0).max(86_400),
  }),
  command('DetachGame', { game: z.string().max(64) }),

  command('CreateQueues', {}),
  command('CreateQueue', {
    name: z.string().trim().min(1).max(100),
    cabinets: z.array(cabinet).max(200),
  }),
  command('SetQueue', {
    queue,
    matches: z.array(match).max(5000),
    /** the order the sender saw; another order now means a rival was first (R-QU-1) */
    expected: z.array(match).max(5000).optional(),
  }),
  /** all matches of these stages that are in no queue, behind those it has (R-RR-4) */
  command('AssignAll', { queue, stages: z.array(stage).min(1).max(100) }),
  command('RemoveAll', { queue }),
  command('SetQueueCabinets', { queue, cabinets: z.array(cabinet).max(200) }),
  command('RenameQueue', { queue, name: z.string().trim().min(1).max(100) }),
  command('EnableQueue', { queue, on: z.boolean() }),
  command('DeleteQueue', { queue }),
  command('SelectNext', { cabinet, ...displacing }),
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
  command('ImportTeams', { stage, entrants: z.array(Entrant).max(1024) }),
  command('ImportMatches', { stage, matches: z.array(ImportedMatch).max(4096) }),
  command('AskReport', { match, ...correction }),
  command('NoteReport', {
    match,
    key: z.string().max(64),
    status: z.enum(['sent', 'failed']),
    reason: z.string().max(200).nullable(),
    told: z.object({ winner: z.union([z.literal(0), z.literal(1)]).nullable() }).nullable(),
  }),
  command('NoteMark', { match, failed: z.boolean() }),

  /** with `cascade` also all that came later and rests on it, in one commit (R-UN-1) */
  command('Undo', { version: z.int().positive(), ...correction, ...displacing }),
  /** what was done was meant otherwise; it is corrected as of then (R-ED-3, R-ST-9) */
  command('ReplaceStep', {
    version: z.int().positive(),
    by: Instead,
    ...correction,
    ...displacing,
  }),
])
export type Command = z.infer<typeof Command>
export type CommandOf<T extends Command['type']> = Extract<Command, { type: T }>
