import { z } from 'zod'
import { LinkType, PlaceOf, StageSettings } from './stage.ts'

/** What people and the referee may ask of a tournament. Texts are those of the specification. */
const id = z.int().positive()
const TeamName = z.string().trim().min(1, 'Team name is required').max(100, 'Too long')
const IsoDate = z.iso.date('Tournament date is required')
const Score = z.int().min(0).max(999)

/** A correction under which later matches were played: archive those, and why (R-ED-3). */
const correction = {
  cascade: z.boolean().optional(),
  reason: z.string().trim().max(200).optional(),
}

/** Who takes a seed of a stage: a team, or a place of another stage. */
const Placement = z.union([
  z.object({ place: id, team: id }),
  z.object({ place: id, placeOf: PlaceOf }),
])
/** Who plays on one side of a match made by hand (R-CU-1). */
const Source = z.union([
  z.object({ team: id }),
  z.object({ winnerOf: id }),
  z.object({ loserOf: id }),
  z.object({ open: z.literal(true) }),
])
/** what is lost has been shown and accepted */
const confirm = z.boolean().optional()

const command = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), ...shape })

export const Cabinet = z.object({ id, name: z.string().max(200) })

export const Command = z.discriminatedUnion('type', [
  command('CreateTournament', {
    scene: id,
    name: z.string().trim().min(1, 'Tournament name is required').max(200, 'Too long'),
    slug: z.string().max(220),
    date: IsoDate,
    linkType: LinkType,
    cabinets: z.array(Cabinet).max(200),
  }),
  command('ChangeTournament', {
    name: z.string().trim().min(1, 'Tournament name is required').max(200, 'Too long').optional(),
    date: IsoDate.optional(),
    linkType: LinkType.optional(),
    isActive: z.boolean().optional(),
  }),
  command('DeleteTournament', {}),
  command('AssignCabinets', { cabinets: z.array(Cabinet).max(200) }),

  command('AddTeam', { name: TeamName }),
  command('RenameTeam', { team: id, name: TeamName }),
  command('RemoveTeam', { team: id }),

  command('CreateStage', { settings: StageSettings, numGroups: z.int().min(1).max(26).default(1) }),
  command('ChangeStage', { stage: id, settings: StageSettings }),
  command('DeleteStage', { stage: id }),
  command('SeedStage', { stage: id, teams: z.array(id).max(1024), confirm }),
  command('CreateMatches', { stage: id, confirm }),
  command('PlaceStage', {
    stage: id,
    placements: z.array(Placement).max(1024),
    confirm,
    /** the other places stay as they are; else these are all */
    merge: z.boolean().optional(),
  }),
  command('PlaceByDefault', {
    stage: id,
    from: z.array(id).min(1).max(26),
    top: z.int().min(1).max(64),
    confirm,
  }),
  command('AddLateTeam', { stage: id, team: id }),
  command('WithdrawTeam', { stage: id, team: id, how: z.enum(['forfeit', 'drop', 'void']) }),
  command('AddMatch', { stage: id, blue: Source, gold: Source, roundName: z.string().max(100) }),
  command('RemoveMatch', { match: id }),

  command('SetTeams', {
    match: id,
    blueTeam: id.nullable().optional(),
    goldTeam: id.nullable().optional(),
  }),
  command('StartMatch', { match: id, cabinet: id, force: z.boolean().default(false) }),
  command('StopMatch', { match: id }),
  command('AddScore', { match: id, team: id, by: z.int().min(-1).max(1), ...correction }),
  command('SetScore', {
    match: id,
    blueScore: Score.optional(),
    goldScore: Score.optional(),
    ...correction,
  }),
  command('SetSides', { match: id, isFlipped: z.boolean() }),
  command('SetWarmup', { match: id, on: z.boolean() }),
  command('CompleteMatch', { match: id, force: z.boolean().default(false) }),
  command('ReopenMatch', { match: id, ...correction }),
  command('ForfeitMatch', { match: id, teams: z.array(id).min(1).max(2) }),
  command('ReplayMatch', { match: id, ...correction }),
  command('ReviewMatch', { match: id, on: z.boolean() }),
  command('AnnotateMatch', { match: id, note: z.string().trim().max(500) }),
  command('ReplaceMatch', { match: id, by: id }),

  command('BeginGame', {
    game: z.string().max(64),
    cabinet: id,
    match: id,
    isFlipped: z.boolean(),
  }),
  command('FinishGame', {
    game: z.string().max(64),
    cabinet: id,
    winningTeam: z.enum(['blue', 'gold']),
    winCondition: z.string().max(20),
    mapName: z.string().max(60),
    seconds: z.number().min(0).max(86_400),
    /** how much further than usual the upload ran behind, in seconds; null: in time (R-GE-4) */
    lateBy: z.number().nullable(),
  }),
  command('AttachGame', {
    match: id,
    game: z.string().max(64),
    cabinet: id,
    winningTeam: z.enum(['blue', 'gold']),
    winCondition: z.string().max(20),
    mapName: z.string().max(60),
    seconds: z.number().min(0).max(86_400),
  }),
  command('DetachGame', { game: z.string().max(64) }),

  command('CreateQueues', {}),
  command('CreateQueue', {
    name: z.string().trim().min(1).max(100),
    cabinets: z.array(id).max(200),
  }),
  command('SetQueue', {
    queue: id,
    matches: z.array(id).max(5000),
    /** the order the sender saw; another order now means a rival was first (R-QU-1) */
    expected: z.array(id).max(5000).optional(),
  }),
  command('SetQueueCabinets', { queue: id, cabinets: z.array(id).max(200) }),
  command('EnableQueue', { queue: id, on: z.boolean() }),
  command('DeleteQueue', { queue: id }),
  command('SelectNext', { cabinet: id }),
  command('HoldTimer', { cabinet: id, reason: z.string().max(100).default('held') }),
  command('ExtendTimer', { cabinet: id, seconds: z.int().min(1).max(600) }),
  command('FireTimer', { cabinet: id, dueAt: z.string() }),

  command('Undo', { version: z.int().positive() }),
])
export type Command = z.infer<typeof Command>
export type CommandOf<T extends Command['type']> = Extract<Command, { type: T }>
